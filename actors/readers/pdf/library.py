"""The library that opens PDF files. It is loaded at first use, and has no types."""

from __future__ import annotations

from typing import Any

Book = Any
Page = Any


def library() -> Any:
    """The module."""
    import pymupdf

    return pymupdf


def failures() -> tuple[type[Exception], ...]:
    """What it raises on a file that is damaged."""
    mupdf = library()
    return (mupdf.FileDataError, mupdf.mupdf.FzErrorBase, RuntimeError, ValueError, IndexError)
