"""Headwater: a research server for agents, and its extraction as a library."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from headwater.extraction import Document, extract, to_markdown

__version__ = "0.1.0"
__all__ = ["Document", "__version__", "extract", "to_markdown"]


def __getattr__(name: str) -> object:
    """Extraction is loaded at first use: the server's start path imports this package too."""
    if name in {"Document", "extract", "to_markdown"}:
        from headwater import extraction

        found: object = getattr(extraction, name)
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
