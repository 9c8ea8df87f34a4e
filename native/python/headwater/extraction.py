"""Pages to Markdown, without a server."""

from headwater import _native


def to_markdown(html: bytes, url: str = "") -> str:
    """The main content of a page as Markdown; `url` makes its links absolute."""
    return _native.to_markdown(html, url)
