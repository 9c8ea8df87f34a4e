"""What bytes are, whatever their sender calls them."""

from __future__ import annotations

import re

_MAGIC = (
    (b"%PDF-", "application/pdf"),
    (b"PK\x03\x04", "application/zip"),
    (b"PK\x05\x06", "application/zip"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-ole-storage"),
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
_LEAD = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s+|<!--.*?-->|<\?.*?\?>)*", re.DOTALL)
_PAGE = re.compile(rb"<(?:!doctype\s+html|html|head)[\s>]", re.IGNORECASE)
_MARKUP = re.compile(
    rb"<(?:!doctype|html|head|body|title|meta|link|style|script|iframe|h[1-6]|div|font|table|article"
    rb"|main|section|header|nav|ul|ol|a|b|br|p|span|center)[\s/>]",
    re.IGNORECASE,
)
_OPEN = 1445  # bytes looked at for signs, as browsers do
_VAGUE = {"", "application/octet-stream", "binary/octet-stream", "unknown/unknown", "*/*"}


def media_of(body: bytes, declared: str = "", url: str = "") -> str:
    """A media type, lower case and without parameters: what the bytes are, else what is said."""
    said = declared.partition(";")[0].strip().lower()
    head = body[:_OPEN]
    for magic, media in _MAGIC:
        if head.startswith(magic):
            return media
    if head[:4] == b"RIFF" and head[8:12] in {b"WEBP", b"WAVE", b"AVI "}:
        return "image/webp" if head[8:12] == b"WEBP" else "application/x-riff"
    if head[4:8] == b"ftyp":
        return "video/mp4"
    if head[:2] in {b"<\0", b"\0<"}:
        return "text/html"
    if not head.startswith(_WIDE) and _is_binary(head):
        return "application/octet-stream"
    return _text(body, said, url)


def _is_binary(head: bytes) -> bool:
    """Bytes that no text holds: NUL and its like. Escape and form feed do occur in text."""
    return any(byte < 9 or 14 <= byte <= 26 for byte in head)


def _text(body: bytes, said: str, url: str) -> str:
    lead = _LEAD.match(body[: 8 * _OPEN])
    start = body[lead.end() if lead else 0 :][:_OPEN]
    if _PAGE.match(start):
        return "text/html"
    if start[:1] in b"{[" and start[:1] and said not in {"text/markdown", "text/plain"}:
        return (
            "application/json" if _closes(body, start) or "json" in said else said or "text/plain"
        )
    if said in _VAGUE or said in {"text/html", "application/xhtml+xml"}:
        if _MARKUP.match(start) or said == "text/html":
            return "text/html"
        said = "text/plain" if said in _VAGUE else said
    path = url.partition("?")[0].partition("#")[0].lower()
    if said == "text/plain" and path.endswith((".md", ".markdown")):
        return "text/markdown"
    return said


def _closes(body: bytes, start: bytes) -> bool:
    """Whether what opens like JSON ends like it."""
    return body.rstrip()[-1:] == {b"{": b"}", b"[": b"]"}[start[:1]]
