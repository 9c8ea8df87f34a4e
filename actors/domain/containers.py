"""Files that hold other files: which format an archive or a compound file is, by what is in it."""

from __future__ import annotations

import re

from headwater.actors.domain.lazy import pattern

ZIP = (b"PK\x03\x04", b"PK\x05\x06")
COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # the container of Office before 2007

_OFFICE = "application/vnd.openxmlformats-officedocument."
_PARTS = {
    b"word": _OFFICE + "wordprocessingml.document",
    b"ppt": _OFFICE + "presentationml.presentation",
    b"xl": _OFFICE + "spreadsheetml.sheet",
}
_ENTRY = pattern(rb"(?:PK\x01\x02.{42}|PK\x03\x04.{26})/?(word|ppt|xl)[/\\\\]", re.DOTALL)
_DECLARED = pattern(rb"PK\x03\x04.{26}mimetype.{0,64}?(application/[\w.+-]{3,80})", re.DOTALL)
_BOOK = pattern(rb"(?:PK\x01\x02.{42}|PK\x03\x04.{26})META-INF/container\.xml", re.DOTALL)
_DIRECTORY = 4 * 1024 * 1024  # bytes at the end of an archive in which its list of parts is
_STREAMS = (  # names inside a compound file, in the order that decides
    ("EncryptedPackage", "application/x-encrypted-office"),
    ("Workbook", "application/vnd.ms-excel"),
    ("Book", "application/vnd.ms-excel"),
    ("WordDocument", "application/msword"),
    ("PowerPoint Document", "application/vnd.ms-powerpoint"),
    ("__substg1.0_", "application/vnd.ms-outlook"),
)


def in_zip(body: bytes) -> str:
    """OpenDocument and EPUB declare themselves; Office is known by its parts; else an archive."""
    declared = _DECLARED.match(body[:512])
    if declared:
        return declared[1].decode("ascii").partition("PK")[0]
    found = _ENTRY.search(body, max(0, len(body) - _DIRECTORY)) or _ENTRY.search(body[:_DIRECTORY])
    if found:
        return _PARTS[found[1]]
    return "application/epub+zip" if _BOOK.search(body) else "application/zip"


def in_compound(body: bytes) -> str:
    """By the names in its directory, which are two bytes wide."""
    for name, media in _STREAMS:
        wide = name.encode("utf-16-le")
        if wide in body and (name.endswith("_") or wide + b"\0\0" in body):
            return media
    return "application/x-ole-storage"
