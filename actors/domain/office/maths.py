"""Formulas of office files (OMML) as TeX."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from headwater.actors.domain.office.tex import FUNCTIONS, SYMBOLS
from headwater.actors.domain.office.tree import attribute, child, children, local

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.etree import _Element as Element

DEEPEST = 60
_ACCENTS = {
    "\u0302": "hat", "\u0303": "tilde", "\u0304": "bar", "\u0305": "overline", "\u0307": "dot",
    "\u0308": "ddot", "\u20d7": "vec", "\u030c": "check", "\u0306": "breve",
    "\u20d6": "overleftarrow",
}  # fmt: skip
_GROUPS = {"\u23de": "overbrace", "\u23df": "underbrace", "\u2192": "overrightarrow"}
_FENCES = {
    "{": "\\{", "}": "\\}", "": ".", "\u2016": "\\|", "\u27e8": "\\langle", "\u27e9": "\\rangle",
    "\u2308": "\\lceil", "\u2309": "\\rceil", "\u230a": "\\lfloor", "\u230b": "\\rfloor",
}  # fmt: skip


def formula(element: Element) -> str:
    """One formula; several in a paragraph are joined."""
    return re.sub(r"[ ]{2,}", " ", _inside(element, 0)).strip()


def _inside(element: Element | None, depth: int) -> str:
    if element is None or depth > DEEPEST:
        return ""
    return "".join(_write(inner, depth + 1) for inner in element)


def _write(element: Element, depth: int) -> str:
    name = local(element)
    writer = _WRITERS.get(name)
    if writer is not None:
        return writer(element, depth)
    return "" if name.endswith("Pr") or not name else _inside(element, depth)


def _property(element: Element, *path: str) -> str | None:
    """What a property says; None where it is not there."""
    found = child(element, local(element) + "Pr", *path)
    return None if found is None else attribute(found, "val")


def _part(element: Element, name: str, depth: int) -> str:
    return _inside(child(element, name), depth).strip()


def _run(element: Element, _: int) -> str:
    text = "".join(inner.text or "" for inner in children(element, "t"))
    written = "".join(SYMBOLS.get(character, character) for character in text)
    plain = child(element, "rPr", "nor") is not None
    if plain and text.strip():
        return f"\\text{{{text}}}"
    return "\\" + text + " " if text in FUNCTIONS else written


def _fraction(element: Element, depth: int) -> str:
    top, bottom = _part(element, "num", depth), _part(element, "den", depth)
    kind = _property(element, "type")
    if kind == "noBar":
        return f"\\genfrac{{}}{{}}{{0pt}}{{}}{{{top}}}{{{bottom}}}"
    return f"{top}/{bottom}" if kind in {"lin", "skw"} else f"\\frac{{{top}}}{{{bottom}}}"


def _scripts(element: Element, depth: int) -> str:
    base = _part(element, "e", depth)
    below, above = _part(element, "sub", depth), _part(element, "sup", depth)
    return _held(base) + _sub(below) + _sup(above)


def _before(element: Element, depth: int) -> str:
    scripts = _sub(_part(element, "sub", depth)) + _sup(_part(element, "sup", depth))
    return "{}" + scripts + _part(element, "e", depth)


def _operator(element: Element, depth: int) -> str:
    sign = _property(element, "chr")
    written = SYMBOLS.get(sign if sign is not None else "\u222b", sign or "").strip()
    scripts = _sub(_part(element, "sub", depth)) + _sup(_part(element, "sup", depth))
    return written + scripts + " " * (not scripts) + _part(element, "e", depth)


def _fenced(element: Element, depth: int) -> str:
    left, right = _property(element, "begChr"), _property(element, "endChr")
    between = _property(element, "sepChr")
    parts = [_inside(inner, depth).strip() for inner in children(element, "e")]
    open_, close = "(" if left is None else left, ")" if right is None else right
    body = ("|" if between is None else between).join(parts)
    return f"\\left{_FENCES.get(open_, open_)}{body}\\right{_FENCES.get(close, close)}"


def _root(element: Element, depth: int) -> str:
    degree = _part(element, "deg", depth)
    return f"\\sqrt{f'[{degree}]' if degree else ''}{{{_part(element, 'e', depth)}}}"


def _function(element: Element, depth: int) -> str:
    name = _part(element, "fName", depth)
    if name.isalpha():
        name = f"\\operatorname{{{name}}}" if name not in FUNCTIONS else "\\" + name + " "
    body = _part(element, "e", depth)
    return f"{name} {body}" if name[-1:].isalpha() and body[:1].isalpha() else name + body


def _limit(element: Element, depth: int) -> str:
    base, limit = _part(element, "e", depth), _part(element, "lim", depth)
    upper = local(element) == "limUpp"
    if base in {f"\\{name}" for name in FUNCTIONS} or base.startswith(
        ("\\underbrace", "\\overbrace")
    ):
        return base + (_sup(limit) if upper else _sub(limit))
    if base.isalpha() and len(base) > 1:
        return f"\\operatorname{{{base}}}" + (_sup(limit) if upper else _sub(limit))
    return f"\\{'overset' if upper else 'underset'}{{{limit}}}{{{base}}}"


def _accent(element: Element, depth: int) -> str:
    name = _ACCENTS.get(_property(element, "chr") or "\u0302", "hat")
    return f"\\{name}{{{_part(element, 'e', depth)}}}"


def _bar(element: Element, depth: int) -> str:
    name = "overline" if _property(element, "pos") == "top" else "underline"
    return f"\\{name}{{{_part(element, 'e', depth)}}}"


def _group(element: Element, depth: int) -> str:
    name = _GROUPS.get(_property(element, "chr") or "\u23df", "underbrace")
    return f"\\{name}{{{_part(element, 'e', depth)}}}"


def _matrix(element: Element, depth: int) -> str:
    rows = [
        " & ".join(_inside(cell, depth).strip() for cell in children(row, "e"))
        for row in children(element, "mr")
    ]
    return "\\begin{matrix}" + " \\\\ ".join(rows) + "\\end{matrix}"


def _lines(element: Element, depth: int) -> str:
    rows = [_inside(inner, depth).strip() for inner in children(element, "e")]
    return (
        "\\begin{array}{l}" + " \\\\ ".join(rows) + "\\end{array}"
        if len(rows) > 1
        else "".join(rows)
    )


def _sub(text: str) -> str:
    return f"_{{{text}}}" if text else ""


def _sup(text: str) -> str:
    return f"^{{{text}}}" if text else ""


def _held(base: str) -> str:
    return base if len(base) <= 1 or base.startswith("\\") else f"{{{base}}}"


_WRITERS: dict[str, Callable[[Element, int], str]] = {
    "r": _run,
    "f": _fraction,
    "sSub": _scripts,
    "sSup": _scripts,
    "sSubSup": _scripts,
    "sPre": _before,
    "nary": _operator,
    "d": _fenced,
    "rad": _root,
    "func": _function,
    "limLow": _limit,
    "limUpp": _limit,
    "acc": _accent,
    "bar": _bar,
    "groupChr": _group,
    "m": _matrix,
    "eqArr": _lines,
}
