"""Jupyter notebooks: text, code and what the code printed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from headwater.actors.domain.charset import decode
from headwater.actors.domain.sanitise import sanitise
from headwater.actors.messages.faults import Unreadable
from headwater.actors.messages.web import Document, Facts
from headwater.actors.readers.reader import Given, Reader

if TYPE_CHECKING:
    from headwater.actors.domain.composer import Composer

MOST_CELLS = 5_000
MOST_OUTPUT = 4_000  # characters of what one cell printed
_HEADING = re.compile(r"^#{1,2}[ \t]+(.{1,300}?)[ \t]*#*$", re.MULTILINE)


def read(given: Given) -> Document:
    """The cells in their order; pictures are left out."""
    from headwater.actors.domain.composer import Composer

    text, _ = decode(given.body, given.content_type)
    try:
        book = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Unreadable("notebook: its JSON is damaged", reason="broken") from error
    if not isinstance(book, dict):
        raise Unreadable("notebook: its JSON is none of a notebook", reason="broken")
    cells = _cells(book)
    composer = Composer()
    language = _language(book)
    for cell in cells[:MOST_CELLS]:
        _write(cell, composer, language)
    composed = composer.compose()
    if not composed.text.strip():
        raise Unreadable(
            "notebook: its cells are empty", reason="empty", known={"cells": len(cells)}
        )
    return Document(
        text=composed.text,
        media="notebook",
        facts=_facts(book, composed.text, len(given.body)),
        quality="partial" if composed.cut or len(cells) > MOST_CELLS else "complete",
        reader="notebook",
    )


def _cells(book: dict[str, Any]) -> list[dict[str, Any]]:
    """Of the format of today, and of the one before, which had sheets."""
    found = book.get("cells")
    if not isinstance(found, list):
        sheets = book.get("worksheets")
        first = sheets[0] if isinstance(sheets, list) and sheets else {}
        found = first.get("cells", []) if isinstance(first, dict) else []
    return [cell for cell in found if isinstance(cell, dict)] if isinstance(found, list) else []


def _write(cell: dict[str, Any], composer: Composer, language: str) -> None:
    source = _joined(cell.get("source", cell.get("input", "")))
    kind = cell.get("cell_type")
    if kind == "code":
        composer.code(source, language)
        outputs = cell.get("outputs")
        for output in outputs if isinstance(outputs, list) else ():
            if isinstance(output, dict):
                _output(output, composer)
    elif kind == "heading":
        composer.heading(
            int(cell.get("level", 1)) if str(cell.get("level", 1)).isdecimal() else 1, source
        )
    else:
        composer.block(source)


def _output(output: dict[str, Any], composer: Composer) -> None:
    data = output.get("data")
    data = data if isinstance(data, dict) else output
    if output.get("output_type") == "error":
        said = f"{_joined(output.get('ename'))}: {_joined(output.get('evalue'))}"
        composer.code(sanitise(said).text[:MOST_OUTPUT])
    elif markdown := _joined(data.get("text/markdown")):
        composer.block(markdown[:MOST_OUTPUT])
    else:
        printed = _joined(data.get("text/plain")) or _joined(output.get("text"))
        shown = sanitise(printed).text
        more = (
            f"\n[{len(shown) - MOST_OUTPUT:,} more characters]" if len(shown) > MOST_OUTPUT else ""
        )
        composer.code(shown[:MOST_OUTPUT] + more, "output")


def _joined(value: Any) -> str:
    """Text is kept as one, or as a list of lines."""
    if isinstance(value, list):
        return "".join(part for part in value if isinstance(part, str))
    return value if isinstance(value, str) else ""


def _language(book: dict[str, Any]) -> str:
    meta = book.get("metadata")
    for name in ("language_info", "kernelspec"):
        about = meta.get(name) if isinstance(meta, dict) else None
        said = about.get("language", about.get("name")) if isinstance(about, dict) else None
        if isinstance(said, str) and re.fullmatch(r"[\w+#-]{1,20}", said):
            return said.lower()
    return "python"


def _facts(book: dict[str, Any], text: str, size: int) -> Facts:
    meta = book.get("metadata")
    meta = meta if isinstance(meta, dict) else {}
    title = meta.get("title")
    heading = _HEADING.search(text)
    found = meta.get("authors")
    authors = [
        author["name"]
        for author in (found if isinstance(found, list) else [])
        if isinstance(author, dict) and isinstance(author.get("name"), str)
    ]
    return Facts(
        title=title if isinstance(title, str) else heading[1] if heading else "",
        authors=tuple(authors[:20]),
        size=size,
    )


READER = Reader(media=("application/x-ipynb+json",), read=read)
