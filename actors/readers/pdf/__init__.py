"""PDF files."""

from __future__ import annotations

from headwater.actors.messages.web import Document
from headwater.actors.readers.reader import Given, Reader


def read(given: Given) -> Document:
    """The text as Markdown in reading order, page by page."""
    from headwater.actors.readers.pdf.document import read_pdf

    return read_pdf(given.body)


READER = Reader(
    media=("application/pdf",),
    read=read,
    foreign=("pymupdf", "headwater.actors.readers.pdf.document"),
)
