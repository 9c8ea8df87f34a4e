from __future__ import annotations

import h11
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.messages.faults import Upstream
from headwater.actors.resources.http import head
from headwater.actors.resources.http.head import Head

LINES = st.lists(
    st.tuples(
        st.sampled_from(["Content-Length", "Transfer-Encoding", "X-A", "Connection", "Set-Cookie"]),
        st.sampled_from(
            ["5", "5, 5", "6", "chunked", "gzip, chunked", "close", " a b ", "\xe9", ""]
        ),
    ),
    max_size=5,
)


def block(lines: list[tuple[str, str]]) -> bytes:
    text = "".join(f"{name}: {value}\r\n" for name, value in lines)
    return f"HTTP/1.1 200 OK\r\n{text}\r\n".encode("latin-1")


@given(LINES)
def test_what_h11_reads_is_read_the_same(lines: list[tuple[str, str]]) -> None:
    peer = h11.Connection(h11.CLIENT)
    peer.send(h11.Request(method="GET", target="/", headers=[("Host", "a")]))
    peer.receive_data(block(lines))
    try:
        answer = peer.next_event()
    except h11.RemoteProtocolError:
        return  # we may be kinder, as browsers are
    assert isinstance(answer, h11.Response)
    ours = head.read(block(lines))
    kept = [(name, value) for name, value in ours.headers if name == "x-a"]
    theirs = [(name.decode(), value.decode("latin-1")) for name, value in answer.headers]
    assert kept == [(name, value) for name, value in theirs if name == "x-a"]
    assert [name for name, _ in ours.headers if name == "set-cookie"] == [
        name for name, _ in theirs if name == "set-cookie"
    ]
    names = {name for name, _ in theirs}
    framing = head.framing(ours)
    if "transfer-encoding" in names:
        assert framing == "chunked"
    elif "content-length" in names:
        assert framing == int(dict(theirs)["content-length"])


@given(st.binary(max_size=300))
def test_any_bytes_are_a_head_or_a_fault(garbage: bytes) -> None:
    for given_block in (garbage, b"HTTP/1.1 200 OK\r\n" + garbage):
        try:
            found = head.read(given_block)
            head.framing(found)
        except Upstream:
            continue
        assert 100 <= found.status <= 999
        assert not any(set("\r\n\0") & set(name + value) for name, value in found.headers)


@pytest.mark.parametrize(
    ("headers", "status", "framing"),
    [
        ((), 200, "close"),
        ((("content-length", "7"),), 200, 7),
        ((("content-length", "7"), ("content-length", "7")), 200, 7),
        ((("content-length", "7"),), 304, 0),
        ((("content-length", "7"), ("transfer-encoding", "chunked")), 200, "chunked"),
        ((("transfer-encoding", "chunked, gzip"),), 200, "close"),
    ],
)
def test_the_end_of_a_body_is_found(
    headers: tuple[tuple[str, str], ...], status: int, framing: object
) -> None:
    assert head.framing(Head(status, headers)) == framing


@pytest.mark.parametrize("length", ["-5", "+5", "5 5", "0x5", "5, 50", "\u0665", "9" * 30])
def test_a_length_that_is_none_is_a_fault(length: str) -> None:
    with pytest.raises(Upstream):
        head.framing(Head(200, (("content-length", length),)))


@given(st.text(max_size=30), st.text(max_size=30))
def test_no_header_brings_in_another(target: str, value: str) -> None:
    try:
        written = head.write("GET", f"/{target}", (("x-a", value),))
    except (ValueError, UnicodeEncodeError):
        return
    assert written.count(b"\r\n") == 3
    assert written.count(b"\n") == 3
