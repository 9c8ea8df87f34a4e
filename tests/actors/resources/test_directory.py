from __future__ import annotations

import pytest

from headwater.actors.messages.faults import Refused
from headwater.actors.messages.providers import Request
from headwater.actors.providers.provider import Credential, Operation, Provider
from headwater.actors.resources.directory import Directory, pairs_of

NOTHING: dict[str, Operation] = {}
SOURCE = Provider("source", "https://api.source.example/v1", NOTHING)


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("", "https://api.source.example/v1/find?q=a%20b"),
        ("http://127.0.0.1:9999", "http://127.0.0.1:9999/v1/find?q=a%20b"),
        ("http://127.0.0.1:9999/", "http://127.0.0.1:9999/v1/find?q=a%20b"),
        ("http://127.0.0.1:9999/mirror/", "http://127.0.0.1:9999/mirror/find?q=a%20b"),
    ],
)
def test_the_operators_address_wins(given: str, address: str) -> None:
    directory = Directory({"HEADWATER_SOURCE_URL": given} if given else {})
    assert directory.address(SOURCE, Request("/find", {"q": "a b", "n": None})).href == address


def test_a_source_with_several_hosts_names_them_unless_the_operator_does() -> None:
    request = Request("/find", base="https://other.example")
    assert Directory({}).address(SOURCE, request).host == "other.example"
    own = Directory({"HEADWATER_SOURCE_URL": "http://own.example"})
    assert own.address(SOURCE, request).host == "own.example"


@pytest.mark.parametrize("given", ["nonsense", "ftp://a.example", "http://user:secret@a.example"])
def test_an_address_that_cannot_be_used_is_refused(given: str) -> None:
    with pytest.raises(Refused):
        Directory({"HEADWATER_SOURCE_URL": given}).address(SOURCE, Request("/find"))


def test_every_kind_of_credential_finds_its_place() -> None:
    provider = Provider(
        "source",
        "https://api.source.example",
        NOTHING,
        credentials=(
            Credential("KEY", "param", "key"),
            Credential("ENGINE", "param", "cx"),
            Credential("TOKEN", "header", "Authorization", "Bearer {}"),
            Credential("LOGIN", "basic", required=False),
            Credential("MORE", "headers", required=False),
            Credential("MAIL", "header", "User-Agent", "Headwater ({})", instead=("OTHER",)),
        ),
        headers={"User-Agent": "x"},
    )
    given = {"KEY": "k&1", "ENGINE": "own", "TOKEN": "t", "MORE": "X-A: 1, X-B: a, b", "OTHER": "m"}
    dressed = Directory(given).dress(provider, Request("/f", {"cx": "lens"}), "agent")
    assert dressed.url.target == "/f?cx=lens&key=k%261"
    headers = dict(dressed.headers)
    assert headers["authorization"] == "Bearer t"
    assert (headers["x-a"], headers["x-b"]) == ("1", "a, b")
    assert headers["user-agent"] == "Headwater (m)"
    assert dressed.operator
    assert Directory({}).missing(provider) == ("KEY", "ENGINE", "TOKEN", "MAIL")
    login = Directory({**given, "LOGIN": "user:pa:ss"}).dress(provider, Request("/f"), "agent")
    assert dict(login.headers)["authorization"] == "Basic dXNlcjpwYTpzcw=="


def test_bodies_are_written_as_their_kind_says() -> None:
    form = Directory({}).dress(SOURCE, Request("/f", form={"a": ["1", "2"], "b": None}), "agent")
    assert (form.method, form.body) == ("POST", b"a=1&a=2")
    json = Directory({}).dress(SOURCE, Request("/f", json={"a": 1}, method="PUT"), "agent")
    assert (json.method, json.body) == ("PUT", b'{"a":1}')


@pytest.mark.parametrize("text", ["", "no colon", "Bad Name: x", "X: a\r\nY: b"])
def test_what_is_no_header_is_left_out(text: str) -> None:
    assert list(pairs_of(text)) == []
