"""What bytes are, whatever their sender calls them."""

from __future__ import annotations

import re

from headwater.actors.domain.containers import COMPOUND, ZIP, in_compound, in_zip
from headwater.actors.domain.lazy import pattern

_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"\x1f\x8b", "application/gzip"),
    (b"BZh", "application/x-bzip2"),
    (b"\xfd7zXZ\x00", "application/x-xz"),
    (b"\x28\xb5\x2f\xfd", "application/zstd"),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (b"\x7fELF", "application/x-executable"),
    (b"OggS", "application/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"\x00asm", "application/wasm"),
    (b"wOFF", "font/woff"),
    (b"wOF2", "font/woff2"),
    (b"SQLite format 3\x00", "application/vnd.sqlite3"),
)
_WIDE = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
_LEAD = pattern(rb"(?:\xef\xbb\xbf)?(?:\s+|<!--.*?-->|<\?.*?\?>)*", re.DOTALL)
_PAGE = pattern(rb"<(?:!doctype\s+html|html|head)[\s>]", re.IGNORECASE)
_MARKUP = pattern(
    rb"<(?:!doctype|html|head|body|title|meta|link|style|script|iframe|h[1-6]|div|font|table|article"
    rb"|main|section|header|nav|ul|ol|a|b|br|p|span|center)[\s/>]",
    re.IGNORECASE,
)
_FEED = pattern(rb"<(?:rss|(?:\w+:)?feed|rdf:RDF)[\s>]")
_FEEDS = (b"http://www.w3.org/2005/Atom", b"http://purl.org/rss/", b"http://purl.org/atom/")
_LATE = pattern(rb"(?:\xef\xbb\xbf)?\s{0,1000}%PDF-")  # behind white space that should not be
_BINARY = bytes([*range(9), *range(14, 27)])
_OPEN = 1445  # bytes looked at for signs, as browsers do
_NAMED = {
    "md": "text/markdown",
    "markdown": "text/markdown",
    "csv": "text/csv",
    "tsv": "text/tab-separated-values",
}
_VAGUE = {"", "application/octet-stream", "binary/octet-stream", "unknown/unknown", "*/*"}


def media_of(body: bytes, declared: str = "", url: str = "") -> str:
    """A media type, lower case and without parameters: what the bytes are, else what is said."""
    said = declared.partition(";")[0].strip().lower()
    head = body[:_OPEN]
    found = _container(body, said) or _marked(head, said)
    if found:
        return found
    if head[:2] in {b"<\0", b"\0<"}:
        return "text/html"
    if not head.startswith(_WIDE) and _is_binary(head):
        return "application/octet-stream"
    return _text(body, said, url)


def _container(body: bytes, said: str) -> str:
    """What is packed in the bytes; of an archive that is cut off, what it is said to be."""
    if body.startswith(ZIP):
        inside = in_zip(body)
        return said if inside == "application/zip" and "officedocument" in said else inside
    return in_compound(body) if body.startswith(COMPOUND) else ""


def _marked(head: bytes, said: str) -> str:
    """By the bytes that a format starts with."""
    if _LATE.match(head) or ("pdf" in said and b"%PDF-" in head[:1024]):
        return "application/pdf"
    if head[:4] == b"RIFF" and head[8:12] in {b"WEBP", b"WAVE", b"AVI "}:
        return "image/webp" if head[8:12] == b"WEBP" else "application/x-riff"
    if head[4:8] == b"ftyp":
        return "video/mp4"
    return next((media for magic, media in _MAGIC if head.startswith(magic)), "")


def _is_binary(head: bytes) -> bool:
    """Bytes that no text holds: NUL and its like. Escape and form feed do occur in text."""
    return len(head.translate(None, _BINARY)) < len(head)


def _text(body: bytes, said: str, url: str) -> str:
    lead = _LEAD.match(body[: 8 * _OPEN])
    first = lead.end() if lead else 0
    start = body[first : first + _OPEN]
    known = _feed(start) or _notebook(body, start)
    if _PAGE.match(start) or known:
        return known or "text/html"
    if start[:1] in b"{[" and start[:1] and said not in {"text/markdown", "text/plain"}:
        return (
            "application/json" if _closes(body, start) or "json" in said else said or "text/plain"
        )
    if said in _VAGUE or said in {"text/html", "application/xhtml+xml"}:
        if _MARKUP.match(start) or said == "text/html":
            return "text/html"
        said = "text/plain" if said in _VAGUE else said
    path = url.partition("?")[0].partition("#")[0].lower()
    if said in {"text/plain", "application/vnd.ms-excel"}:  # as some servers call tables
        return _NAMED.get(path.rpartition(".")[2], "text/plain")
    return said


def _feed(start: bytes) -> str:
    """By its first element, whatever it is said to be."""
    if _FEED.match(start) is None:
        return ""
    if start.startswith(b"<rss"):
        return "application/rss+xml"
    known = any(address in start for address in _FEEDS)
    return "application/atom+xml" if known else ""


def _notebook(body: bytes, start: bytes) -> str:
    """Notebooks name their format at one of their ends, and have cells."""
    if start[:1] != b"{" or b'"nbformat"' not in body[:4096] + body[-4096:]:
        return ""
    cells = b'"cells"' in body or b'"worksheets"' in body
    return "application/x-ipynb+json" if cells else ""


def _closes(body: bytes, start: bytes) -> bool:
    """Whether what opens like JSON ends like it."""
    return body.rstrip()[-1:] == {b"{": b"}", b"[": b"]"}[start[:1]]
