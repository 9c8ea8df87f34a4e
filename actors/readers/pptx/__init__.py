"""Presentations."""

from __future__ import annotations

from headwater.actors.messages.web import Document
from headwater.actors.readers.reader import Given, Reader


def read(given: Given) -> Document:
    """Slide by slide, with tables, charts, notes and comments."""
    from headwater.actors.readers.pptx.presentation import read_pptx

    return read_pptx(given.body)


READER = Reader(
    media=("application/vnd.openxmlformats-officedocument.presentationml.presentation",),
    read=read,
    foreign=("lxml.etree", "headwater.actors.readers.pptx.presentation"),
)
