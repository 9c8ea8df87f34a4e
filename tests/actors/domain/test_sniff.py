from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.office import DOCX, EPUB, ODT, PPTX, XLSX, docx, epub, odt, pptx, xlsx, zipped

from headwater.actors.domain.containers import COMPOUND
from headwater.actors.domain.sniff import media_of

ENCRYPTED = "application/x-encrypted-office"


@pytest.mark.parametrize(
    ("body", "declared", "url", "media"),
    [
        (b"%PDF-1.7 ...", "text/html", "", "application/pdf"),
        (b"\x89PNG\r\n\x1a\n", "text/html", "", "image/png"),
        (b"PK\x03\x04", "text/plain", "", "application/zip"),
        (b"\x00\x01\x02\x03", "text/html", "", "application/octet-stream"),
        (b"<!doctype html><p>x", "text/plain", "", "text/html"),
        (b"\n <!-- hi --> <HTML>", "application/json", "", "text/html"),
        (b"<p>fragment</p>", "", "", "text/html"),
        (b"just words", "text/html", "", "text/html"),
        (b"just words", "", "", "text/plain"),
        (b'{"a": 1}', "text/html", "", "application/json"),
        (b'{"a": 1}\n{"a": 2}\n', "application/octet-stream", "", "application/json"),
        (b"[1, 2]", "application/json; charset=utf-8", "", "application/json"),
        (b"# Title\n\nText", "text/markdown; charset=utf-8", "", "text/markdown"),
        (b"# Title", "text/plain", "https://x.test/README.md?raw=1", "text/markdown"),
        (b"[link](a) text", "text/markdown", "", "text/markdown"),
        (b"\xff\xfeh\x00i\x00", "text/plain", "", "text/plain"),
        (b"<?xml version='1.0'?><rss/>", "application/rss+xml", "", "application/rss+xml"),
        (b"<?xml version='1.0'?><!DOCTYPE html><html>", "application/xml", "", "text/html"),
        (b"", "", "", "text/plain"),
        (b"\xef\xbb\xbf\n%PDF-1.4", "", "", "application/pdf"),
        (b"junk%PDF-1.4", "application/pdf", "", "application/pdf"),
        (b"a,b\n1,2", "text/plain", "https://x.test/t.csv", "text/csv"),
        (b"a\tb", "", "https://x.test/t.tsv?x=1", "text/tab-separated-values"),
        (COMPOUND + "EncryptedPackage".encode("utf-16-le") + bytes(2), "", "", ENCRYPTED),
        (COMPOUND + "Workbook".encode("utf-16-le") + bytes(2), "", "", "application/vnd.ms-excel"),
        (COMPOUND + bytes(40), "", "", "application/x-ole-storage"),
        (docx(""), "application/octet-stream", "https://x.test/a.pdf", DOCX),
        (xlsx({"a": ""}), "", "", XLSX),
        (pptx([]), "", "", PPTX),
        (odt(""), "application/zip", "", ODT),
        (epub({}, []), "", "", EPUB),
        (docx("")[:30], DOCX, "", DOCX),
        (zipped({"a.txt": "word/ppt/xl/"}), "", "", "application/zip"),
    ],
)
def test_bytes_are_trusted_over_what_is_said(
    body: bytes, declared: str, url: str, media: str
) -> None:
    assert media_of(body, declared, url) == media


@given(st.binary(max_size=300), st.text(max_size=40))
def test_anything_has_some_media_type(body: bytes, declared: str) -> None:
    assert media_of(body, declared) == media_of(body, declared)
