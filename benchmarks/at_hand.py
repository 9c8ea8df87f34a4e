"""What other libraries make of the same pages, where they are installed beside us."""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib.util import find_spec

Pages = list[tuple[bytes, str]]


def parsing(pages: Pages) -> float | None:
    """The floor of extraction: pages per second of a fast parser that does nothing else."""
    if find_spec("selectolax") is None:
        return None
    from selectolax.lexbor import LexborHTMLParser

    return _rate(pages, lambda html: LexborHTMLParser(html).body is not None)


def extracting(pages: Pages) -> dict[str, float]:
    """Pages per second of an extractor that needs no environment of its own."""
    if find_spec("resiliparse") is None:
        return {}
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import detect_encoding

    def extract(html: bytes) -> bool:
        text = html.decode(detect_encoding(html), errors="replace")
        extract_plain_text(text, main_content=True)
        return True

    return {"resiliparse": _rate(pages, extract)}


def _rate(pages: Pages, work: Callable[[bytes], bool]) -> float:
    begun = time.process_time()
    for html, _ in pages:
        assert work(html)
    return len(pages) / (time.process_time() - begun)
