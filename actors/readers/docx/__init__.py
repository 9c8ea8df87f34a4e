"""Word documents."""

from __future__ import annotations

from headwater.actors.messages.web import Document
from headwater.actors.readers.reader import Given, Reader


def read(given: Given) -> Document:
    """The text as Markdown, with notes, comments and formulas."""
    from headwater.actors.readers.docx.document import read_docx

    return read_docx(given.body)


READER = Reader(
    media=("application/vnd.openxmlformats-officedocument.wordprocessingml.document",),
    read=read,
    foreign=("lxml.etree", "headwater.actors.readers.docx.document"),
)
