"""Documents that we write ourselves, for where there are no real ones."""

from __future__ import annotations

import random
import zipfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from headwater.benchmarks.site import WORDS

PARAGRAPHS = 120
TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
APPLICATION = "application/vnd.openxmlformats-officedocument"


def write(folder: Path, count: int) -> list[tuple[Path, str]]:
    """So many of each kind, with the text that each holds."""
    found = []
    for number in range(count):
        text = _text(number)
        for kind, made in MAKERS.items():
            path = folder / f"{number}.{kind}"
            made(path, text)
            found.append((path, "\n".join(text)))
    return found


def _text(number: int) -> list[str]:
    chance = random.Random(number)  # noqa: S311 - the same documents each time
    return [" ".join(chance.choices(WORDS, k=60)).capitalize() + "." for _ in range(PARAGRAPHS)]


def _pdf(path: Path, text: list[str]) -> None:
    pymupdf: Any = import_module("pymupdf")  # which has no types
    document = pymupdf.open()
    for begin in range(0, len(text), 8):
        some = "\n\n".join(text[begin : begin + 8])
        left = document.new_page().insert_textbox(pymupdf.Rect(60, 60, 535, 782), some)
        assert left >= 0, "the text does not fit its page"
    document.save(path)
    document.close()


def _docx(path: Path, text: list[str]) -> None:
    body = "".join(f"<w:p><w:r><w:t>{one}</w:t></w:r></w:p>" for one in text)
    main = f'<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>'
    _package(path, "word/document.xml", f"{APPLICATION}.wordprocessingml.document.main+xml", main)


def _xlsx(path: Path, text: list[str]) -> None:
    rows = "".join(
        f'<row r="{number}"><c r="A{number}" t="inlineStr"><is><t>{one}</t></is></c></row>'
        for number, one in enumerate(text, 1)
    )
    sheet = f'<worksheet xmlns="{SHEET}"><sheetData>{rows}</sheetData></worksheet>'
    book = (
        f'<workbook xmlns="{SHEET}" xmlns:r="{OFFICE}"><sheets>'
        '<sheet name="Readings" sheetId="1" r:id="rId1"/></sheets></workbook>'
    )
    kind = f"{APPLICATION}.spreadsheetml"
    _package(path, "xl/workbook.xml", f"{kind}.sheet.main+xml", book)
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", sheet)
        archive.writestr(
            "xl/_rels/workbook.xml.rels", _related("worksheet", "worksheets/sheet1.xml")
        )


def _package(path: Path, part: str, kind: str, content: str) -> None:
    types = (
        f'<Types xmlns="{TYPES}"><Default Extension="rels" ContentType="application/vnd.'
        'openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType='
        f'"application/xml"/><Override PartName="/{part}" ContentType="{kind}"/></Types>'
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", types)
        archive.writestr("_rels/.rels", _related("officeDocument", part))
        archive.writestr(part, content)


def _related(kind: str, target: str) -> str:
    return (
        f'<Relationships xmlns="{PACKAGE}"><Relationship Id="rId1" Type="{OFFICE}/{kind}"'
        f' Target="{target}"/></Relationships>'
    )


MAKERS: dict[str, Callable[[Path, list[str]], None]] = {"pdf": _pdf, "docx": _docx, "xlsx": _xlsx}
