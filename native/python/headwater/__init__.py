"""Headwater: a research server for agents."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from headwater.extraction import Document, extract, to_markdown

__version__ = "0.1.0"
__all__ = ["Document", "__version__", "extract", "to_markdown"]


def __getattr__(name: str) -> Any:
    """Extraction is loaded at first use: the server's start path imports this package too."""
    if name in {"Document", "extract", "to_markdown"}:
        from headwater import extraction

        return getattr(extraction, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
