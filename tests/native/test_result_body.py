from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from headwater._native import result_body

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(VALUES, st.lists(VALUES), st.booleans(), st.booleans())
def test_a_result_reads_as_what_went_in(
    value: object,
    blocks: list[object],
    text: bool,  # noqa: FBT001
    structured: bool,  # noqa: FBT001
) -> None:
    encoded = msgspec.json.encode(value)
    body = result_body(
        encoded if text else b"",
        b",".join(map(msgspec.json.encode, blocks)),
        encoded if structured else b"",
        b',"isError":true',
    )
    read = msgspec.json.decode(body)
    expected = [{"type": "text", "text": encoded.decode()}] if text else []
    assert read["content"] == [*expected, *msgspec.json.decode(msgspec.json.encode(blocks))]
    assert ("structuredContent" in read) == structured
    assert read.get("structuredContent", value) == value
    assert read["isError"] is True
