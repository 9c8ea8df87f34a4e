from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.domain.refresh import target


@pytest.mark.parametrize(
    ("header", "body", "goes"),
    [
        ("0;url=/x", "", "/x"),
        ("0; URL='/x y'", "", "/x y"),
        ("3", "", ""),
        ("600;url=/x", "", ""),
        ("0 , /x", "", "/x"),
        ("", "<meta http-equiv=refresh content='0;url=/x'>", "/x"),
        ("", '<META CONTENT="0; url=/a?b=1&amp;c=2" HTTP-EQUIV="Refresh" />', "/a?b=1&c=2"),
        ("", '<meta http-equiv="refresh" content="0;url=/a>b">', "/a>b"),
        ("", "<!-- <meta http-equiv=refresh content='0;url=/x'> -->", ""),
        ("", "<script>'<meta http-equiv=refresh content=0;url=/x>'</script>", ""),
        ("", "<noscript><meta http-equiv=refresh content='0;url=/x'></noscript>", ""),
        ("", "<!-- <meta http-equiv=refresh content='0;url=/x'>", ""),
    ],
)
def test_where_a_page_sends_its_reader(header: str, body: str, goes: str) -> None:
    assert target(header, body.encode(), "text/html") == goes


def test_only_pages_have_elements() -> None:
    assert target("", b"<meta http-equiv=refresh content='0;url=/x'>", "text/plain") == ""


@given(st.text(max_size=60), st.binary(max_size=200))
def test_anything_is_read(header: str, body: bytes) -> None:
    target(header, b"<meta refresh" + body, "")
    target("", b"<meta http-equiv=refresh content=" + body, "")


def test_a_hostile_page_takes_no_time() -> None:
    for piece in (b"<script ", b"<!--", b'<meta "', b"<meta '\""):
        target("", b"refresh" + piece * 20_000, "text/html")
