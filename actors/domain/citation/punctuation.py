"""The marks between the parts of a reference, never two where one belongs."""

from __future__ import annotations

from headwater.actors.domain.lazy import pattern

_ENDS = frozenset(".?!…。？！")  # noqa: RUF001 - full-width marks end sentences too
_QUOTES = "”’\"'»"  # noqa: RUF001 - the typographic ones are meant
_OPENING = pattern(r'(?<![^\s(\[—–-])"')  # noqa: RUF001 - dashes open a quotation as well


def joined(*parts: str) -> str:
    """The parts that exist, one space apart."""
    return " ".join(filter(None, parts))


def closed(text: str) -> str:
    """The text with a full stop, unless it already ends a sentence."""
    bare = _trimmed(text)
    return bare if not bare or _has_ended(bare) else bare + "."


def quoted(text: str, mark: str = ".") -> str:
    """In quotation marks with `mark` inside, as American styles want it; inner ones are single."""
    inner = _single(_trimmed(text))
    if mark == "," and inner.endswith(".") and not inner.endswith(".."):
        inner = inner[:-1]
    if _has_ended(inner):
        return f"“{inner}”"
    if inner.endswith("’") and "‘" in inner:  # noqa: RUF001 - a quotation inside the title ends it
        return f"“{inner[:-1]}{mark}’”"  # noqa: RUF001
    return f"“{inner}{mark}”"


def unstopped(text: str) -> str:
    """Without its full stop, for titles that go on with a bracket; an ellipsis stays."""
    return text if text.endswith("..") else text.removesuffix(".")


def _trimmed(text: str) -> str:
    return text.rstrip(" ,;:") or text


def _has_ended(text: str) -> bool:
    return text.rstrip(_QUOTES)[-1:] in _ENDS


def _single(text: str) -> str:
    """Double quotation marks as single ones; straight ones only where they come in pairs."""
    if text.count('"') % 2 == 0:
        text = _OPENING.sub("‘", text).replace('"', "’")  # noqa: RUF001
    return text.replace("“", "‘").replace("”", "’")  # noqa: RUF001
