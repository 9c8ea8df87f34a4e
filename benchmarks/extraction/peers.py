"""Other extractors behind the corpus's interface; each needs its own package."""

import trafilatura
from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.encoding import bytes_to_str, detect_encoding


def trafilatura_markdown(html: bytes, url: str) -> str:
    """Trafilatura's Markdown without comments."""
    found = trafilatura.extract(
        html, url=url or None, output_format="markdown", include_comments=False
    )
    return found or ""


def resiliparse_text(html: bytes, url: str) -> str:  # noqa: ARG001
    """The main content of resiliparse, as text."""
    page = bytes_to_str(html, detect_encoding(html))
    return str(extract_plain_text(page, main_content=True))


resiliparse_text.kind = "text"  # type: ignore[attr-defined]
