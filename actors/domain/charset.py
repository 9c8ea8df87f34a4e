"""Bytes into text: byte order mark, then what the sender says, then the page, then a guess."""

from __future__ import annotations

import codecs
import re

from headwater.actors.domain.lazy import pattern

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Labels that browsers read as a larger relative, because pages do not mean the smaller one.
_RELATIVES = {
    "ascii": "cp1252",
    "us-ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "euc_kr": "cp949",
    "shift_jis": "cp932",
    "big5": "big5hkscs",
}
_ALIASES = {
    "x-sjis": "cp932",
    "x-gbk": "gb18030",
    "x-x-big5": "big5hkscs",
    "ks_c_5601-1987": "cp949",
    "windows-949": "cp949",
    "x-cp1251": "cp1251",
    "x-mac-roman": "mac_roman",
    "macintosh": "mac_roman",
    "x-mac-cyrillic": "mac_cyrillic",
    "unicode-1-1-utf-8": "utf-8",
    "utf8": "utf-8",
    "iso-8859-8-i": "iso8859-8",
    "x-euc-jp": "euc_jp",
    "dos-874": "cp874",
    "windows-874": "cp874",
}
# What browsers decode; Python knows more, such as UTF-7, which is a way to hide markup.
_KNOWN = frozenset(
    (
        *("utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"),
        *(f"iso8859-{part}" for part in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)),
        *(f"cp125{part}" for part in range(9)),
        *("cp866", "cp874", "koi8-r", "koi8-u", "mac-roman", "mac-cyrillic"),
        *("gb18030", "big5hkscs", "cp932", "cp949", "euc_jp", "iso2022_jp"),
    )
)
_META = pattern(rb"<meta\s[^>]{0,512}?charset\s*=\s*[\"']?\s*([\w.:-]{2,40})", re.IGNORECASE)
_XML = pattern(rb"^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*[\"']([\w.:-]{2,40})", re.IGNORECASE)
_COMMENT = pattern(rb"<!--.*?-->", re.DOTALL)
_HEADER = pattern(r"charset\s*=\s*[\"']?\s*([\w.:-]{2,40})", re.IGNORECASE)
_HEAD = 4096  # bytes in which a page must name its encoding; browsers look at 1,024 at least
_SAMPLE = 16_384  # bytes that a guess is made on

# Characters frequent in running text of each family; a wrong decoding yields few of them.
_FREQUENT = {
    "cp932": pattern("[\u3040-\u30ff]"),
    "euc_jp": pattern("[\u3040-\u30ff]"),
    "cp949": pattern("[\uac00-\ud7a3]"),
    "gb18030": pattern("[的是不一在有人这我了中国大和]"),
    "big5hkscs": pattern("[的是不一在有人這我了中國大和]"),
    "cp1251": pattern("[а-яёіїє]{3,}"),  # noqa: RUF001 - Cyrillic on purpose
    "koi8_r": pattern("[а-яё]{3,}"),  # noqa: RUF001
}
_SHARE = {"gb18030": 0.03, "big5hkscs": 0.03, "cp932": 0.25, "euc_jp": 0.25}
_USUAL = 0.6  # of the characters beyond ASCII


def decode(body: bytes, content_type: str = "", *, markup: bool = False) -> tuple[str, str]:
    """The text and the encoding it was in. Bytes that fit no character become U+FFFD."""
    for mark, name in _MARKS:
        if body.startswith(mark):
            return body[len(mark) :].decode(name, "replace"), name
    if body[:2] in {b"<\0", b"\0<"}:  # markup two bytes wide, without a mark
        name = "utf-16-le" if body[:1] == b"<" else "utf-16-be"
        return body.decode(name, "replace"), name
    for name in _claimed(body, content_type, markup=markup):
        text = _try(body, name)
        if text is not None:
            return text, name
    name = _guess(body)
    return body.decode(name, "replace"), name


def load_codecs() -> None:
    """Have Python read the tables of all encodings, for a process that will open no file later."""
    for name in _KNOWN:
        codecs.lookup(name)


def codec_of(label: str) -> str:
    """Python's name for an encoding label, the way browsers read it; empty when unknown."""
    label = label.strip().lower()
    try:
        name = codecs.lookup(_ALIASES.get(label, label)).name
    except LookupError:
        return ""
    name = _RELATIVES.get(name, name)
    return name if name in _KNOWN else ""


def _claimed(body: bytes, content_type: str, *, markup: bool) -> list[str]:
    found = _HEADER.search(content_type)
    names = [codec_of(found[1])] if found else []
    if markup:
        head = _COMMENT.sub(b"", body[:_HEAD])
        inside = _XML.match(head) or _META.search(head)
        name = codec_of(inside[1].decode("ascii", "replace")) if inside else ""
        names.append("utf-8" if name.startswith("utf-16") else name)  # or it could not be read
    return [name for name in names if name]


def _try(body: bytes, name: str) -> str | None:
    """The text, unless the claim is plainly wrong: bytes that are UTF-8 and say otherwise."""
    if name == "utf-8" or not name.startswith("utf"):
        text = body.decode(name, "replace")
    else:
        text = body.decode(name, "replace") if b"\0" in body[:_HEAD] else ""
    wrong = text.count("\ufffd", 0, _SAMPLE)
    return None if (not text and body) or wrong > max(8, len(text[:_SAMPLE]) // 20) else text


def _guess(body: bytes) -> str:
    sample = body[:_SAMPLE]
    if _is_utf8(sample):
        return "utf-8"
    for name, frequent in _FREQUENT.items():
        text = sample.decode(name, "replace")
        beyond = [character for character in text if character > "\x7f"]
        if beyond and text.count("\ufffd") <= len(beyond) // 20:
            share = sum(map(len, frequent.findall(text))) / len(beyond)
            if share >= _SHARE.get(name, _USUAL):
                return name
    return "cp1252"


def _is_utf8(sample: bytes) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8")().decode(sample)  # the end may be cut
    except UnicodeDecodeError:
        return False
    return True
