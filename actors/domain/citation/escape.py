"""Values inside the braces of a BibTeX entry."""

from __future__ import annotations

from headwater.actors.domain.citation.text import word_set
from headwater.actors.domain.lazy import pattern

_ESCAPES = str.maketrans(
    {
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
        "{": r"\textbraceleft{}",  # \{ would count as an open brace
        "}": r"\textbraceright{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "\\": r"\textbackslash{}",
        '"': '{"}',
    }
)
_IN_ADDRESS = str.maketrans({"{": "%7B", "}": "%7D", "\\": "%5C", '"': "%22", " ": "%20"})

_SMALL = word_set(
    """
    a an and as at but by for from in into is nor of off on onto or out over per so than that the
    to up upon via vs with yet
    """
)
_LETTER = pattern(r"[^\W\d_]")


def escaped(text: str) -> str:
    """Text that LaTeX prints as it is, with as many closing braces as opening ones."""
    return text.translate(_ESCAPES)


def address(text: str) -> str:
    """An address or DOI: kept verbatim but for what would end the value early."""
    return text.translate(_IN_ADDRESS)


def protected(title: str) -> str:
    """
    A title escaped, with braces around the capitals that a style must not lower.

    Those are capitals inside a word (DNA, iPhone) and, in a title that is not in title case, every
    capital after the first word: a name, or a noun in German.
    """
    words = title.split(" ")
    names = _is_sentence_case(words)
    return " ".join(
        f"{{{escaped(word)}}}" if _is_kept(word, names=names and at > 0) else escaped(word)
        for at, word in enumerate(words)
    )


def _is_kept(word: str, *, names: bool) -> bool:
    letters = _LETTER.findall(word)
    return any(letter.isupper() for letter in letters[0 if names else 1 :])


def _is_sentence_case(words: list[str]) -> bool:
    """Whether a word that title case would raise is in lower case."""
    return any(word[:1].islower() and word not in _SMALL and len(word) > 1 for word in words[1:])
