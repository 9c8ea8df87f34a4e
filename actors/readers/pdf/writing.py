"""Lines as Markdown text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from headwater.actors.domain.composer import BREAK
from headwater.actors.domain.markdown import Emphasis, Span, escape, inline
from headwater.actors.readers.pdf.shapes import Line, Piece

_WORDS = re.compile(r"[^\W\d_]{3}")
_HYPHEN = re.compile(r"(\w+)[-\u2010\u00ad]\Z")
_UNSPACED = re.compile("[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\ufe30-\ufe4f]")
_NEXT = re.compile(r"\s*([a-z\u00df-\u00ff\u0430-\u044f]\w*)")


def written(
    lines: Sequence[Line], known: frozenset[str] = frozenset(), *, plain: bool = False
) -> str:
    """
    Lines as one paragraph; words that were broken at the end of a line are whole again.

    `known` are words of the document: they decide whether a hyphen was the printer's.
    """
    pieces: list[Piece] = []
    page = lines[0].page if lines else 0
    for line in lines:
        turned = Piece(BREAK * (line.page - page)) if line.page > page else None
        page = max(page, line.page)
        if pieces:
            _join(pieces, line, known)
        pieces += [turned] if turned else []
        pieces += line.pieces
    if plain:
        return " ".join("".join(piece.text for piece in pieces).split())
    return _squeezed(inline([_span(piece) for piece in _settled(pieces)]))


def _join(pieces: list[Piece], line: Line, known: frozenset[str]) -> None:
    """Mend the word that the last line ended in, or put a space."""
    while len(pieces) > 1 and not pieces[-1].text.strip():
        pieces.pop()
    last = pieces[-1]
    broken = _HYPHEN.search(last.text.rstrip())
    begins = _NEXT.match(line.text)
    if broken is None or begins is None:
        if not last.text.endswith(" ") and not _is_unspaced(last.text[-1:], line.text[:1]):
            pieces.append(Piece(" ", last.bold, last.italic, last.code))
        return
    left, right = broken[1].lower(), begins[1].lower()
    keeps = left + right not in known and f"{left}-{right}" in known
    last.text = last.text.rstrip() if keeps else last.text.rstrip()[:-1]
    if line.pieces and line.pieces[0].text[:1] == " ":
        line.pieces[0].text = line.pieces[0].text.lstrip()


def _is_unspaced(before: str, after: str) -> bool:
    """Whether both are of a script that is written without spaces."""
    return bool(_UNSPACED.match(before) and _UNSPACED.match(after))


def _settled(pieces: list[Piece]) -> list[Piece]:
    """Manners that cover no word, such as a formula's letters, are dropped."""
    groups: list[list[Piece]] = []
    for piece in pieces:
        if groups and (not piece.text.strip() or _manner(piece) == _manner(groups[-1][0])):
            groups[-1].append(piece)
        else:
            groups.append([piece])
    runs = [Piece("".join(piece.text for piece in group), *_manner(group[0])) for group in groups]
    for place, run in enumerate(runs):
        before = runs[place - 1].text[-1:] if place else " "
        after = runs[place + 1].text[:1] if place + 1 < len(runs) else " "
        inside_word = (before.isalnum() and run.text[:1].isalnum()) or (
            after.isalnum() and run.text[-1:].isalnum()
        )
        if inside_word or not _WORDS.search(run.text):
            run.bold = run.italic = run.code = False
    return runs


def _manner(piece: Piece) -> tuple[bool, bool, bool, str]:
    return piece.bold, piece.italic, piece.code, piece.target


def _span(piece: Piece) -> Span:
    manner: set[Emphasis] = set()
    if piece.code:
        return Span(piece.text, frozenset({"code"}), piece.target)
    if piece.bold:
        manner.add("bold")
    if piece.italic:
        manner.add("italic")
    return Span(escape(piece.text), frozenset(manner), piece.target)


def _squeezed(text: str) -> str:
    return re.sub(r"[ ]{2,}", " ", text).strip()
