"""Addresses from a sitemap, or from an index of sitemaps."""

from __future__ import annotations

from collections.abc import AsyncIterator

from msgspec import Struct

from headwater import _native
from headwater.actors.bulk.item import Item
from headwater.actors.bulk.sources.host import host_of
from headwater.actors.messages.web import ReadRaw
from headwater.kernel.faults import Fault
from headwater.kernel.tool import Desk

LARGEST = 50 * 1024 * 1024  # bytes of one sitemap, as the protocol says; also unpacked
DEPTH = 3  # an index may name indexes, which the protocol does not know and some sites do
MOST = 50_000  # sitemaps of one index
GZIP = b"\x1f\x8b"


class Sitemap(Struct, frozen=True):
    """What one file of the sitemap protocol names."""

    pages: tuple[str, ...] = ()
    sitemaps: tuple[str, ...] = ()


class Unreadable(Fault):
    """The sitemap is not one."""

    code = "sitemap_unreadable"
    hint = "Give the address of an XML sitemap, a sitemap index, or a text file of addresses."


async def items(desk: Desk, url: str) -> AsyncIterator[Item]:
    """The pages that it names, and that the sitemaps it names name."""
    waiting = [(url, 0)]
    seen = {url}
    while waiting:
        address, depth = waiting.pop(0)
        try:
            found = await _read(desk, address)
        except Fault:
            if address == url:
                raise
            yield Item(address, host_of(address))  # a part that fails stands in the output itself
            continue
        for page in found.pages:
            yield Item(page, host_of(page))
        fresh = [one for one in dict.fromkeys(found.sitemaps) if one not in seen]
        if depth < DEPTH and len(seen) < MOST:
            seen.update(fresh)
            waiting += [(one, depth + 1) for one in fresh]


async def _read(desk: Desk, url: str) -> Sitemap:
    page = await desk.ask(ReadRaw(url, LARGEST, refresh=True))
    return await desk.compute(parse, page.body)


def parse(body: bytes) -> Sitemap:
    """What a sitemap says: XML, gzipped XML, or lines of text."""
    if body.startswith(GZIP):
        try:
            body, _ = _native.decode_body(body, ["gzip"], LARGEST)
        except ValueError:
            raise Unreadable("the file is packed, and broken") from None
    start = body.lstrip(b"\xef\xbb\xbf \t\r\n")
    return _parse_xml(start) if start.startswith(b"<") else _parse_text(start)


def _parse_text(body: bytes) -> Sitemap:
    lines = [line.strip() for line in body.decode(errors="replace").splitlines()]
    return Sitemap(pages=tuple(line for line in lines if line.startswith(("http://", "https://"))))


def _parse_xml(body: bytes) -> Sitemap:
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True)
    try:
        root = etree.fromstring(body, parser)
    except etree.XMLSyntaxError:
        root = None
    kind = "" if root is None else str(root.tag).rpartition("}")[2]
    if root is None or kind not in {"urlset", "sitemapindex"}:
        raise Unreadable("the file is XML, and no sitemap")
    places = [(node.text or "").strip() for node in root.iterfind("{*}*/{*}loc")]
    named = tuple(place for place in places if place)
    return Sitemap(pages=named) if kind == "urlset" else Sitemap(sitemaps=named)
