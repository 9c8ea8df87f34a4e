"""A list of authors, however it is punctuated."""

from __future__ import annotations

import re

from msgspec import Struct

from headwater.actors.domain.citation.names import (
    Name,
    inverted,
    is_beyond_latin,
    is_degree,
    is_initials,
    is_suffix,
    natural,
    starts_with_particle,
)
from headwater.actors.domain.citation.organisations import (
    is_acronym,
    is_company_form,
    is_organisation,
    stands_alone,
)
from headwater.actors.domain.lazy import pattern


class Authors(Struct, frozen=True):
    """Names in their order; `more` when the list itself ended in "et al."."""

    names: tuple[Name, ...] = ()
    more: bool = False


_ET_AL = pattern(r"[\s,;]{0,3}(?:\bet al\b\.?|\band others\b\.?)", re.IGNORECASE)
_BYLINE = pattern(r"^(?:written |posted )?by:? ", re.IGNORECASE)
_FEED = pattern(r"[^\s@]{1,64}@[^\s@]{1,255} \(([^()]{1,200})\)")  # RSS: address (name)
_MARKS = pattern(r" ?(?:<[^<>]*>|[*†‡§¶¹²³])")
_ASIDE = pattern(r" ?\([^()]*\)")
_LISTED = pattern(r" ?[;；|] ?")  # noqa: RUF001 - full-width marks in East Asian lists
_AND = pattern(r",? (?:and|und|et|&) ", re.IGNORECASE)
_COMPANY_OF_TWO = pattern(r"\S+ & \S+")
_COMMAS = str.maketrans({"，": ", ", "、": ", "})  # noqa: RUF001


def read_authors(text: str) -> Authors:
    """
    The authors in a list split by semicolons, commas, "and" or "&".

    "A. Smith, B. Jones" is two people and "Smith, A." is one: a comma joins a family name to a
    given name where the first piece can only be the one or the second only the other. Two pieces
    of two words each, such as "García Márquez, Gabriel José", cannot be told from two people and
    are taken as two; a known gap. Organisations stay whole.
    """
    feed = _FEED.fullmatch(text) if "@" in text else None
    plain = _MARKS.sub("", feed[1] if feed else text).translate(_COMMAS)
    listed = _ET_AL.sub(";", plain)
    items = _LISTED.split(_BYLINE.sub("", listed))
    names = [name for item in items for name in _item(_trimmed(item))]
    return Authors(tuple(names), listed != plain)


def _trimmed(item: str) -> str:
    """Without a comma or an "and" that joins nothing."""
    item = item.strip(" ,")
    while item.endswith((" and", " und", " et", " &")):
        item = item.rpartition(" ")[0].rstrip(" ,")
    while item.startswith(("and ", "und ", "et ", "& ")):
        item = item.partition(" ")[2].lstrip(" ,")
    return "" if item in {"and", "und", "et"} else item


def _item(item: str) -> list[Name]:
    """What stands between two semicolons: usually one name, sometimes a whole list."""
    if "://" in item or not any(map(str.isalnum, item)):
        return []
    bare = _ASIDE.sub("", item) if "(" in item else item
    pieces = _pieces(bare)
    if (len(pieces) == 1 or " " in pieces[0]) and is_organisation(pieces[0]):
        return _organisations(item)
    if _COMPANY_OF_TWO.fullmatch(bare) or (len(pieces) > 1 and is_company_form(pieces[1])):
        return [Name(item)]
    halves = _AND.split(bare)
    return _run(pieces) if len(halves) == 1 else _people(halves)


def _organisations(item: str) -> list[Name]:
    """Centers for Disease Control and Prevention is one; University A and University B are two."""
    halves = _AND.split(item)
    for parts in ([piece for half in halves for piece in _pieces(half)], halves):
        if len(parts) > 1 and all(map(stands_alone, parts)):
            return [Name(part) for part in parts]
    return [Name(item)]


def _people(halves: list[str]) -> list[Name]:
    """What "and" joins; family names alone, as in "Smith, Jones, and Brown", are kept alone."""
    parts = [_pieces(half) for half in halves]
    words = [piece for part in parts for piece in part]
    if len(parts[-1]) == 1 and not any(" " in word or is_initials(word) for word in words):
        return [Name(word) for word in words]
    return [name for part in parts for name in _run(part)]


def _run(pieces: list[str]) -> list[Name]:
    """The people in what commas separate, from left to right."""
    names: list[Name] = []
    at = 0
    while at < len(pieces):
        taken, name = _next(pieces[at : at + 3])
        names.append(name)
        at += taken
        while at < len(pieces) and name.family and is_degree(pieces[at]):
            at += 1
    return names


def _next(pieces: list[str]) -> tuple[int, Name]:
    """How many pieces the first name takes, and the name."""
    first, second, third = (*pieces, "", "")[:3]
    if is_suffix(second):
        if third and " " not in first:  # King, Jr., Martin Luther
            return 3, inverted(first, third, second)
        return 2, natural(first, second)
    if not second or not _is_family_name(first, second):
        return 1, natural(first)
    if is_suffix(third):
        return 3, inverted(first, second, third)
    return 2, inverted(first, second)


def _is_family_name(first: str, second: str) -> bool:
    """Whether the comma between the two divides one name and not two people."""
    if is_beyond_latin(first + second):
        return len(first) == 1 or " " in second
    if " " not in first:
        if is_acronym(first) and is_acronym(second):
            return False
        return is_initials(second) or not is_organisation(second)
    if starts_with_particle(first):
        return True
    if is_degree(second) or any(map(is_initials, first.split())):
        return False  # "J. Smith" and "Smith J" are complete
    return is_initials(second) or not (" " in second or is_organisation(second))


def _pieces(text: str) -> list[str]:
    return [piece for piece in map(str.strip, text.split(",")) if piece] or [text]
