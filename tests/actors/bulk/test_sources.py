from __future__ import annotations

import gzip
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.bulk.item import Item
from headwater.actors.bulk.sources import lines, sitemap, warc
from headwater.actors.desk import QuietDesk
from headwater.actors.messages.faults import NotFound
from headwater.actors.messages.web import RawPage
from headwater.kernel.actor import Nowhere

URLSET = b"""<?xml version="1.0"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc> https://a.example/1 </loc><lastmod>2024-01-01</lastmod></url>
<url><loc>https://a.example/2?x=1&amp;y=2</loc></url><url></url>
</urlset>"""
INDEX = b"""<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>https://a.example/s1.xml</loc></sitemap></sitemapindex>"""
ENTITY = b"""<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/hostname">]>
<urlset><url><loc>https://a.example/&f;</loc></url></urlset>"""


async def gathered(items: AsyncIterator[Item]) -> list[Item]:
    return [item async for item in items]


async def test_lines_are_addresses_but_for_blanks_and_comments(tmp_path: Path) -> None:
    path = tmp_path / "urls.txt"
    path.write_text("# mine\nhttp://a.example/1\r\n\n  http://b.example:8080/2  \nnot one")
    found = await gathered(lines.items(str(path)))
    assert [(item.url, item.host) for item in found] == [
        ("http://a.example/1", "a.example:80"),
        ("http://b.example:8080/2", "b.example:8080"),
        ("not one", ""),
    ]
    assert lines.count(path) == 3


def test_a_sitemap_names_pages() -> None:
    pages = ("https://a.example/1", "https://a.example/2?x=1&y=2")
    assert sitemap.parse(URLSET) == sitemap.Sitemap(pages=pages)
    assert sitemap.parse(gzip.compress(URLSET)) == sitemap.Sitemap(pages=pages)
    assert sitemap.parse(b"https://a.example/1\nhttps://a.example/2?x=1&y=2\n") == (
        sitemap.Sitemap(pages=pages)
    )


def test_an_index_names_sitemaps() -> None:
    assert sitemap.parse(INDEX) == sitemap.Sitemap(sitemaps=("https://a.example/s1.xml",))


def test_entities_are_not_followed() -> None:
    assert sitemap.parse(ENTITY).pages == ("https://a.example/",)


@given(st.binary(max_size=300))
def test_no_bytes_break_the_sitemap_reader(body: bytes) -> None:
    try:
        sitemap.parse(body)
        sitemap.parse(b"<" + body)
    except sitemap.Unreadable:
        pass


def record(url: str, answer: bytes) -> bytes:
    head = (
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
        f"WARC-Target-URI: {url}\r\nWARC-Date: 2024-05-06T07:08:09Z\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(answer)}\r\n\r\n"
    )
    return head.encode() + answer + b"\r\n\r\n"


@pytest.mark.parametrize("packed", [False, True])
async def test_a_warc_file_gives_its_answers(tmp_path: Path, packed: bool) -> None:  # noqa: FBT001
    page = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>Hello</p>"
    body = gzip.compress(b"<p>Packed</p>")
    coded = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + body
    moved = b"HTTP/1.1 301 Moved\r\nLocation: /x\r\n\r\n"
    whole = (
        record("http://a.example/1", page)
        + record("http://a.example/2", coded)
        + record("http://a.example/3", moved)
    )
    path = tmp_path / "crawl"
    path.write_bytes(gzip.compress(whole) if packed else whole)
    assert warc.is_warc(path)
    found = await gathered(warc.items(path))
    given = [item.given for item in found if item.given]
    assert [(one.url, one.status, one.body) for one in given] == [
        ("http://a.example/1", 200, b"<p>Hello</p>"),
        ("http://a.example/2", 200, b"<p>Packed</p>"),
    ]
    assert given[0].fetched_at == 1714979289.0


async def test_a_part_of_a_sitemap_that_fails_is_not_passed_over() -> None:
    index = b"<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>"

    class Part(QuietDesk):
        async def ask(self, ask: Any, *, within: float = 0.0) -> Any:  # noqa: ARG002
            if ask.url.endswith("1.xml"):
                raise NotFound("https://a.example/1.xml returned 404")
            return RawPage(ask.url, ask.url, 200, "text/xml", index)

    found = await gathered(sitemap.items(Part(Nowhere()), "https://a.example/index.xml"))
    assert [item.url for item in found] == ["https://a.example/1.xml"]
