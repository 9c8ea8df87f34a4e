from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.doors.mcp.frames import Lines, error, quote, result


@given(st.text())
def test_a_message_is_quoted_as_json(text: str) -> None:
    if not any("\ud800" <= char <= "\udfff" for char in text):
        assert json.loads(quote(text)) == text


def test_frames_are_json() -> None:
    assert json.loads(result(b'"a"', b'{"x":1}')) == {
        "jsonrpc": "2.0",
        "id": "a",
        "result": {"x": 1},
    }
    assert json.loads(error(None, -1, 'no "way"', b"[1]")) == {
        "jsonrpc": "2.0",
        "id": None,
        "error": {"code": -1, "message": 'no "way"', "data": [1]},
    }


@given(st.lists(st.binary(max_size=12)), st.integers(1, 20))
def test_however_the_bytes_arrive_the_lines_are_the_same(pieces: list[bytes], size: int) -> None:
    whole = b"".join(pieces)
    lines = Lines(longest=8)
    got: list[bytes | None] = []
    for start in range(0, len(whole), size):
        got += lines.feed(whole[start : start + size])
    *ended, rest = whole.split(b"\n")
    cut = [line if len(line) <= 8 else None for line in ended]
    if len(rest) > 8:
        cut.append(None)
        rest = b""
    assert got == cut
    assert lines.rest() == rest
