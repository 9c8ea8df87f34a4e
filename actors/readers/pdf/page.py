"""From a page of the library to ours: lines that are seen, and what is ruled on the page."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Any

from headwater.actors.domain.composer import BREAK
from headwater.actors.readers.pdf.grids import ruled_tables
from headwater.actors.readers.pdf.library import Page, library
from headwater.actors.readers.pdf.seen import is_ghost, is_seen, is_white
from headwater.actors.readers.pdf.shapes import (
    Area,
    Box,
    Line,
    Piece,
    Sheet,
    runs_left,
    same_height,
)

_BOLD, _ITALIC, _MONO = 16, 2, 8  # bits of a span's flags
_THIN = 3.0  # points; a filled area as thin as this is a ruled line
_SHORT = 8.0  # points; shorter ruled lines are ticks and dashes
_GAP = 1.0  # sizes; parts of a line that are closer belong together
_SPACE = 0.12  # sizes; a gap as wide as this is a space
_MOST_RULES = 4_000
_COVERS = 0.4  # share of a page from which on an image is the page
_FORMS = re.compile(
    "[\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc]+"
)  # ligatures
_ARABIC = re.compile("[\u0622\u0623\u0625\u0627]\u0644")  # alef before lam
_REPLACED = str.maketrans({BREAK: "", "\n": " ", "\r": " ", "\t": " ", "\u00a0": " "})


def sheet_of(page: Page, number: int) -> Sheet:
    """Everything that matters of a page."""
    pymupdf = library()
    flags = (
        pymupdf.TEXT_PRESERVE_WHITESPACE
        | pymupdf.TEXT_PRESERVE_LIGATURES  # of Arabic ones it would turn the parts around
        | pymupdf.TEXT_MEDIABOX_CLIP
        | pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE
        | pymupdf.TEXT_COLLECT_VECTORS
    )
    found: dict[str, Any] = page.get_text("dict", flags=flags)
    if any(_ARABIC.search(span["text"]) for span in _spans(found)):
        found = page.get_text("rawdict", flags=flags)
        for span in _spans(found):
            span["text"] = letters_of(span["chars"])
    sheet = Sheet(number, found["width"], found["height"])
    areas = _rules(found["blocks"], sheet)
    lines = _lines(found["blocks"])
    ghosts = [line for line in lines if is_ghost(line)]
    if ghosts and len(ghosts) == len(lines) and _image_share(page, sheet) > _COVERS:
        ghosts = []  # an image of the page under text that was recognised in it
    sheet.hidden += len(ghosts)
    unseen = {id(ghost) for ghost in ghosts}
    for line in lines:
        if id(line) not in unseen:
            _add(sheet, line, areas, keep=not ghosts and is_ghost(line))
    sheet.tables = ruled_tables(sheet)  # before parts are joined over the lines between cells
    sheet.lines = _mended(sheet.lines)
    sheet.scanned = not sheet.has_text and _image_share(page, sheet) > _COVERS
    return sheet


def _lines(blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Lines with text, each with its place among all that is painted."""
    found = []
    for order, block in enumerate(blocks):
        for line in block.get("lines", ()):
            if any(span["text"].strip() for span in line["spans"]):
                line["order"] = order
                found.append(line)
    return found


def _spans(found: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for block in found["blocks"]:
        for line in block.get("lines", ()):
            yield from line["spans"]


def letters_of(characters: list[dict[str, Any]]) -> str:
    """
    The text of a span.

    Where one sign stands for lam and alef, the library gives these the wrong way round; it is
    known by the first taking no room.
    """
    letters = [character["c"] for character in characters]
    for place, character in enumerate(characters[:-1]):
        narrow = character["bbox"][2] - character["bbox"][0] < 0.05
        if narrow and _ARABIC.fullmatch(letters[place] + letters[place + 1]):
            letters[place], letters[place + 1] = letters[place + 1], letters[place]
    return "".join(letters)


def _add(sheet: Sheet, found: dict[str, Any], areas: list[Area], *, keep: bool) -> None:
    order = found["order"]
    spans = [span for span in found["spans"] if keep or is_seen(span, order, areas, sheet)]
    if not any(span["text"].strip() for span in spans):
        return
    sizes: Counter[float] = Counter()
    for span in spans:
        sizes[round(span["size"], 1)] += len(span["text"].strip())
    left, top = (min(span["bbox"][side] for span in spans) for side in (0, 1))
    right, bottom = (max(span["bbox"][side] for span in spans) for side in (2, 3))
    pieces = [_piece(span) for span in spans]
    line = Line(left, top, right, bottom, sizes.most_common(1)[0][0], pieces, sheet.number)
    across = abs(found["dir"][0]) > 0.9
    (sheet.lines if across and not found.get("wmode") else sheet.turned).append(line)


def _piece(span: dict[str, Any]) -> Piece:
    flags = span["flags"]
    text = _FORMS.sub(_plain, span["text"].translate(_REPLACED))
    bold = bool(flags & _BOLD) or "bold" in span["font"].lower()
    return Piece(text, bold, bool(flags & _ITALIC), bool(flags & _MONO))


def _plain(found: re.Match[str]) -> str:
    """Letters in place of a ligature or of the form they have inside a word."""
    return unicodedata.normalize("NFKC", found[0])


def _rules(blocks: list[dict[str, Any]], sheet: Sheet) -> list[Area]:
    """Ruled lines go to the sheet; what is painted comes back, with its colour."""
    areas: list[Area] = []
    for order, block in enumerate(blocks):
        if block["type"] != 3 or len(sheet.across) + len(sheet.down) > _MOST_RULES:
            continue
        box: Box = block["bbox"]
        wide, high = box[2] - box[0], box[3] - box[1]
        if high <= _THIN and wide >= _SHORT:
            sheet.across.append(box)
        elif wide <= _THIN and high >= _SHORT:
            sheet.down.append(box)
        elif wide > _THIN and high > _THIN:
            color = block["color"] if block["alpha"] else 0xFFFFFF
            filled = block["isrect"] and not block["stroked"] and block["alpha"] == 255
            areas.append(Area(box, color, filled and is_white(color), order))
            if block["isrect"]:
                _edges(box, sheet)
    return areas


def _edges(box: Box, sheet: Sheet) -> None:
    left, top, right, bottom = box
    sheet.across += [(left, top, right, top), (left, bottom, right, bottom)]
    sheet.down += [(left, top, left, bottom), (right, top, right, bottom)]


def _mended(lines: list[Line]) -> list[Line]:
    """Parts that the library took apart at gaps no wider than a letter, whole again."""
    mended: list[Line] = []
    for line in lines:
        last = mended[-1] if mended else None
        gap = _gap(last, line) if last is not None else _GAP
        if last is not None and -0.5 <= gap < _GAP and same_height(last, line):
            if not last.text.endswith(" ") and gap > _SPACE:
                last.pieces.append(Piece(" "))
            last.pieces += line.pieces
            last.left, last.right = min(last.left, line.left), max(last.right, line.right)
            last.top, last.bottom = min(last.top, line.top), max(last.bottom, line.bottom)
        else:
            mended.append(line)
    return mended


def _gap(last: Line, line: Line) -> float:
    """In sizes, in the direction of reading."""
    forward = line.left - last.right
    backward = last.left - line.right
    if backward > forward and runs_left(last.text + line.text):
        return backward / max(line.size, 1.0)
    return forward / max(line.size, 1.0)


def _image_share(page: Page, sheet: Sheet) -> float:
    """The share of the page that its largest image covers."""
    areas = [
        max(0.0, min(box[2], sheet.width) - max(box[0], 0))
        * max(0.0, min(box[3], sheet.height) - max(box[1], 0))
        for box in (image["bbox"] for image in page.get_image_info())
    ]
    return max(areas, default=0.0) / max(1.0, sheet.width * sheet.height)
