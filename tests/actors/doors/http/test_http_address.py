from __future__ import annotations

import pytest
from support.door import open_door

from headwater.actors.doors.http import run
from headwater.actors.doors.http.address import Address, parse
from headwater.kernel.environment import BadSetting, Given

pytestmark = pytest.mark.slow  # the first import of the protocol package takes a second


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:8000", Address("127.0.0.1", 8000)),
        ("localhost:0", Address("127.0.0.1", 0)),
        ("LOCALHOST:80", Address("127.0.0.1", 80)),
        ("[::1]:65535", Address("::1", 65535)),
    ],
)
def test_the_door_stands_on_loopback(text: str, address: Address) -> None:
    assert parse(text) == address


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("0.0.0.0:8000", "only loopback is offered for now"),
        ("[::]:8000", "only loopback is offered for now"),
        ("192.168.1.2:8000", "only loopback is offered for now"),
        ("example.com:8000", "only loopback is offered for now"),
        ("127.0.0.2:8000", "only loopback is offered for now"),
        ("localhost.example.com:80", "only loopback is offered for now"),
        ("127.0.0.1", "use 127.0.0.1:PORT"),
        (":8000", "use 127.0.0.1:PORT"),
        ("127.0.0.1:99999", "use 127.0.0.1:PORT"),
        ("127.0.0.1:port", "use 127.0.0.1:PORT"),
        ("::1:8000", "use 127.0.0.1:PORT"),
        ("127.0.0.1:٨٠", "use 127.0.0.1:PORT"),
        ("", "use 127.0.0.1:PORT"),
    ],
)
def test_any_other_address_is_refused_with_what_is_accepted(text: str, says: str) -> None:
    with pytest.raises(BadSetting, match=says):
        parse(text)


@pytest.mark.parametrize(
    ("given", "address", "says"),
    [
        ({}, "0.0.0.0:80", "0.0.0.0 is not loopback"),
        ({"HEADWATER_RESULT": Given("jpeg", "environment")}, "127.0.0.1:0", "HEADWATER_RESULT"),
    ],
)
def test_what_cannot_be_served_is_said_and_ends_with_code_two(
    given: dict[str, Given], address: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(given, address) == 2
    assert says in capsys.readouterr().err


async def test_a_port_in_use_is_said() -> None:
    async with open_door() as door:
        assert run({}, f"127.0.0.1:{door.address.port}") == 2
