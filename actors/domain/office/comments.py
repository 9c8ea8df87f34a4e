"""What reviewers wrote beside a document's text, as a quote that says who and when."""

from __future__ import annotations


def comment(words: str, author: str = "", time: str = "", place: str = "Comment") -> str:
    """One comment on one line; nothing where there are no words."""
    said = " ".join(words.split())
    about = [f"author: {author.strip()}" if author.strip() else "", f"time: {time}" if time else ""]
    known = ", ".join(part for part in about if part)
    return f"> {place}{f' ({known})' if known else ''}: {said}" if said else ""
