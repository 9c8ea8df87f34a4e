"""What reviewers wrote beside a document's text, as a quote that says who and when."""

from __future__ import annotations

from headwater.actors.domain.lazy import pattern

_FRACTION = pattern(r"\.\d+")


def comment(words: str, author: str = "", time: str = "", place: str = "Comment") -> str:
    """One comment on one line; nothing where there are no words."""
    said = " ".join(words.split())
    moment = _FRACTION.sub(lambda found: f"{found[0]:0<4}"[:4], time)  # written to milliseconds
    about = [
        f"author: {author.strip()}" if author.strip() else "",
        f"time: {moment}" if time else "",
    ]
    known = ", ".join(part for part in about if part)
    return f"> {place}{f' ({known})' if known else ''}: {said}" if said else ""
