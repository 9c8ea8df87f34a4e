from __future__ import annotations

import base64
import codecs
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.domain.charset import codec_of, decode

RUSSIAN = "Привет мир, это обычный текст на русском языке."
JAPANESE = "これは日本語の文章です。ひらがなとカタカナがあります。"
CHINESE = "这是一个中文的句子,我们在中国的大学里学习,有很多的人。"


@pytest.mark.parametrize(
    ("body", "content_type", "text"),
    [
        (b"\xef\xbb\xbfcaf\xc3\xa9", "text/plain; charset=latin-1", "café"),
        ("hé".encode("utf-16"), "", "hé"),
        (b"caf\xe9", "text/plain; charset=iso-8859-1", "café"),
        (b"\x93quoted\x94", "text/plain; charset=ISO-8859-1", "“quoted”"),
        (b"caf\xc3\xa9", "text/plain", "café"),
        (b"caf\xc3\xa9", "text/plain; charset=no-such-thing", "café"),
        (RUSSIAN.encode("cp1251"), "", RUSSIAN),
        (RUSSIAN.encode("koi8-r"), "", RUSSIAN),
        (JAPANESE.encode("shift_jis"), "", JAPANESE),
        (JAPANESE.encode("euc_jp"), "", JAPANESE),
        (CHINESE.encode("gb18030"), "", CHINESE),
        (b"na\xefve caf\xe9 d\xe9j\xe0 vu", "", "naïve café déjà vu"),
    ],
)
def test_text_is_decoded_by_mark_then_header_then_guess(
    body: bytes, content_type: str, text: str
) -> None:
    assert decode(body, content_type)[0] == text


@pytest.mark.parametrize(
    "head",
    [
        b"<meta charset=windows-1251>",
        b'<META http-equiv="Content-Type" content="text/html; charset=windows-1251">',
        b'<?xml version="1.0" encoding="windows-1251"?>',
    ],
)
def test_a_page_names_its_own_encoding(head: bytes) -> None:
    assert "мир" in decode(head + "мир".encode("cp1251"), "text/html", markup=True)[0]


def test_a_name_inside_a_comment_is_not_the_pages_own() -> None:
    body = b"<!-- <meta charset=koi8-r> --><p>caf\xc3\xa9"
    assert decode(body, markup=True)[0].endswith("café")


@pytest.mark.parametrize("label", ["utf-7", "unicode_escape", "punycode", "rot13", "zlib", "nope"])
def test_encodings_that_no_page_is_in_are_unknown(label: str) -> None:
    assert codec_of(label) == ""


@given(
    st.binary(max_size=400), st.sampled_from(["", "text/html; charset=utf-16", "x; charset=hex"])
)
def test_any_bytes_give_some_text(body: bytes, content_type: str) -> None:
    text, name = decode(body, content_type, markup=True)
    assert isinstance(text, str)
    codecs.lookup(name)


def test_recorded_pages_decode_without_a_crash(shared: Path) -> None:
    rows = (shared / "vectors" / "encoding.jsonl").read_text().splitlines()
    for row in map(json.loads, rows):
        decode(base64.b64decode(row["data_b64"]), "text/html", markup=True)
