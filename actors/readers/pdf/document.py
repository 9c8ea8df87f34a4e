"""A PDF file: opened, read page by page within its time, put together."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import msgspec

from headwater.actors.domain.composer import Composer
from headwater.actors.messages.faults import Unreadable
from headwater.actors.messages.web import Document, PageStart
from headwater.actors.readers.pdf.facts import facts_of, labels_of, outline_of
from headwater.actors.readers.pdf.furniture import without_furniture
from headwater.actors.readers.pdf.headings import Headings
from headwater.actors.readers.pdf.library import Book, failures, library
from headwater.actors.readers.pdf.links import link_lines
from headwater.actors.readers.pdf.loose import loose_tables
from headwater.actors.readers.pdf.order import ordered
from headwater.actors.readers.pdf.page import sheet_of
from headwater.actors.readers.pdf.paragraphs import Paragraphs
from headwater.actors.readers.pdf.shapes import Item, Sheet

LOADING = 9.0  # seconds of work for taking pages apart
WRITING = 15.0  # and for all of it; the pages that come after are left out, and it is said
MOST_PAGES = 5_000
_WORD = re.compile(r"\w+(?:-\w+)*")


def read_pdf(body: bytes) -> Document:
    """The document, or why it cannot be read."""
    book = _open(body)
    count = book.page_count
    if count < 1:
        raise Unreadable("PDF: it has no pages", reason="broken", known={"pages": 0})
    begun = time.process_time()
    sheets = list(_sheets(book, count, begun + LOADING))
    _refuse_textless(sheets, count)
    without_furniture(sheets)
    _forget_code(sheets)
    composer = Composer()
    done = _write(composer, sheets, book, begun + WRITING)
    if done < count:
        composer.leave_out(f"pages {done + 1} to {count}, which take too long to read,")
    composed = composer.compose()
    facts = facts_of(book, len(body), sheets)
    labels = labels_of(book, count)
    pages = [
        PageStart(page.page, page.offset, labels.get(page.page, "")) for page in composed.pages
    ]
    hidden = sum(sheet.hidden for sheet in sheets)
    return Document(
        text=composed.text,
        media="pdf",
        facts=msgspec.structs.replace(facts, page_count=count),
        pages=tuple(pages),
        removed={"hidden": hidden} if hidden else {},
        quality="partial" if composed.cut else "complete",
        reader="pdf",
    )


def _open(body: bytes) -> Book:
    pymupdf = library()
    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    try:
        book = pymupdf.open(stream=body, filetype="pdf")
        if book.needs_pass and not book.authenticate(""):
            raise Unreadable(
                "PDF: it is encrypted and needs a password",
                reason="encrypted",
                known=_counted(book),
            )
    except failures() as error:
        _pass_memory(error)
        if b"/Encrypt" in body:
            raise Unreadable(
                "PDF: it is encrypted in a way that is not known", reason="encrypted"
            ) from error
        raise Unreadable("PDF: its structure is damaged", reason="broken") from error
    return book


def _counted(book: Book) -> dict[str, int]:
    """The number of pages, which also an encrypted file may tell."""
    pymupdf = library()
    try:
        return {"pages": int(pymupdf.mupdf.fz_count_pages(book.this))}
    except failures():
        return {}


def _sheets(book: Book, count: int, until: float) -> Iterator[Sheet]:
    """The pages, as many as there is time for; one that is damaged is empty."""
    for number in range(min(count, MOST_PAGES)):
        if time.process_time() > until:
            return
        try:
            page = book.load_page(number)
            sheet = sheet_of(page, number + 1)
            link_lines(page, sheet)
        except failures() as error:
            _pass_memory(error)
            sheet = Sheet(number + 1, 1.0, 1.0)
        yield sheet


def _refuse_textless(sheets: list[Sheet], count: int) -> None:
    if any(sheet.has_text for sheet in sheets):
        return
    known = {"pages": count}
    if any(sheet.scanned for sheet in sheets):
        raise Unreadable(
            f"PDF: it is scanned, {_pages(count)} of images without text, and would need OCR",
            reason="scanned",
            known=known,
        )
    if any(sheet.hidden for sheet in sheets):
        raise Unreadable(
            f"PDF: {_pages(count)} with no text that is shown", reason="empty", known=known
        )
    raise Unreadable(f"PDF: {_pages(count)} without any text", reason="empty", known=known)


def _forget_code(sheets: list[Sheet]) -> None:
    """Where most is set in a typewriter's letters, these mean nothing."""
    lines = [line for sheet in sheets for line in sheet.lines]
    if 2 * sum(1 for line in lines if line.is_all("code")) > len(lines):
        for line in lines:
            for piece in line.pieces:
                piece.code = False


def _write(composer: Composer, sheets: list[Sheet], book: Book, until: float) -> int:
    """Write as many pages as there is time and room for; how many that are."""
    headings = Headings(sheets, outline_of(book))
    paragraphs = Paragraphs(composer, headings, _vocabulary(sheets))
    for sheet in sheets:
        if composer.full or time.process_time() > until:
            paragraphs.end()
            return sheet.number - 1
        tables = [*sheet.tables, *loose_tables(sheet)]
        items: list[Item] = [*sheet.lines, *tables]
        paragraphs.page(ordered(items))
        paragraphs.page([*sheet.turned])
        if sheet.scanned:
            paragraphs.end()
            paragraphs.note(sheet.number, f"[page {sheet.number} is an image without text]")
    paragraphs.end()
    return len(sheets)


def _vocabulary(sheets: list[Sheet]) -> frozenset[str]:
    """The words of the document, with those that have hyphens within a line."""
    return frozenset(
        word
        for sheet in sheets
        for line in sheet.lines
        for word in _WORD.findall(line.text.lower())
    )


def _pages(count: int) -> str:
    return f"{count} page{'s' if count != 1 else ''}"


def _pass_memory(error: Exception) -> None:
    """What the library says when memory ends is an error of its own."""
    if "malloc" in str(error) or "memory" in str(error):
        raise MemoryError(str(error)) from error
