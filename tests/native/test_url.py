from __future__ import annotations

import gzip
import json
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater import _native
from headwater.actors.domain import links
from headwater.actors.messages.faults import Refused


def rows(shared: Path, kind: str) -> list[dict[str, str]]:
    lines = (shared / "vectors" / "ssrf.jsonl").read_text().splitlines()
    return [row for row in map(json.loads, lines) if row["cls"] == kind]


def test_what_the_standard_calls_invalid_is_refused(shared: Path) -> None:
    accepted = []
    for row in rows(shared, "whatwg-invalid"):
        try:
            accepted.append(links.parse(row["url"]).href)
        except Refused:
            continue
    assert accepted == []


def test_hosts_are_what_the_standard_says(shared: Path) -> None:
    for row in rows(shared, "whatwg-ip-host"):
        assert links.parse(row["url"]).host == row["whatwg_host"].strip("[]")


@given(st.text(max_size=80))
def test_any_text_is_an_address_or_refused(text: str) -> None:
    try:
        url = links.parse("http://" + text)
    except Refused:
        return
    assert links.parse(url.href) == url
    assert url.target.startswith("/")
    assert url.target.isascii()
    assert not set(url.target + url.host) & set(" \r\n\t\0")


def test_lone_surrogates_are_no_address() -> None:
    with pytest.raises(Refused, match="not a valid URL"):
        links.parse("http://a\ud800.example/")


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("http://a.example/p?b=2&utm_source=x&a=1#top", "http://a.example/p?b=2&a=1"),
        ("http://a.example/?mc_eid=1&msclkid=2", "http://a.example/"),
        ("http://a.example/?utmost=1", "http://a.example/?utmost=1"),
    ],
)
def test_tracking_parameters_do_not_make_another_page(text: str, same: str) -> None:
    assert links.normalise(links.parse(text)) == same


@given(st.binary(max_size=2000), st.integers(0, 2500))
def test_bodies_decode_as_the_standard_library_packs_them(body: bytes, limit: int) -> None:
    for packed, coding in ((gzip.compress(body), "gzip"), (zlib.compress(body), "deflate")):
        out, cut = _native.decode_body(packed, [coding], limit)
        assert (out, cut) == (body[:limit], len(body) > limit)


@given(st.binary(max_size=300), st.lists(st.sampled_from(["gzip", "deflate", "br", "zstd", "x"])))
def test_any_bytes_decode_within_the_bound_or_fail(body: bytes, codings: list[str]) -> None:
    try:
        out, _ = _native.decode_body(body, codings, 100)
    except ValueError:
        return
    assert len(out) <= 100
