"""Workbooks: Excel, old and new, and OpenDocument."""

from __future__ import annotations

from headwater.actors.messages.web import Document
from headwater.actors.readers.reader import Given, Reader


def read(given: Given) -> Document:
    """Each sheet as tables under its name."""
    from headwater.actors.readers.sheets.workbook import read_workbook

    return read_workbook(given.body, given.media)


READER = Reader(
    media=(
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "application/vnd.oasis.opendocument.spreadsheet",
        "application/vnd.ms-excel",
    ),
    read=read,
    foreign=("lxml.etree", "python_calamine", "headwater.actors.readers.sheets.workbook"),
)
