"""What a lens file may say, and what is told to whoever wrote something else."""

from __future__ import annotations

import difflib
import re
from typing import Any

from headwater.actors.domain.lazy import pattern
from headwater.actors.messages.lenses import Lens

FIELDS = ("name", "description", "cx", "goggle", "domains")
_NAME = pattern(r"[a-z0-9][a-z0-9_-]{0,63}")
_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_DOMAIN = pattern(rf"(?:{_LABEL}\.)+{_LABEL}(?:/[^\s?#\"]{{0,200}})?", re.IGNORECASE)
_MOST = 500  # domains


class BadLens(Exception):
    """A lens file that cannot be used; the message says what to write instead."""


def read_lens(table: dict[str, Any], stem: str, *, own: bool = False) -> Lens:
    """The lens of a file; it is named for the file unless it names itself."""
    for field in table:
        if field not in FIELDS:
            close = difflib.get_close_matches(field, FIELDS, n=1)
            known = f"did you mean {close[0]}?" if close else f"there are {', '.join(FIELDS)}"
            raise BadLens(f"has the unknown field {field!r}; {known}")
    name = _text(table, "name") or stem.lower()
    if not _NAME.fullmatch(name):
        raise BadLens(f"is named {name!r}; use small letters, digits, - and _")
    lens = Lens(
        name=name,
        description=_text(table, "description"),
        domains=_domains(table.get("domains", [])),
        cx=_text(table, "cx"),
        goggle=_goggle(_text(table, "goggle")),
        own=own,
    )
    if not (lens.domains or lens.cx or lens.goggle):
        raise BadLens("names no place to search; give domains, cx or goggle")
    return lens


def _text(table: dict[str, Any], field: str) -> str:
    value = table.get(field, "")
    if not isinstance(value, str):
        raise BadLens(f"{field} is {value!r}; write a text in quotes")
    return value.strip()


def _goggle(address: str) -> str:
    if address and not address.startswith("https://"):
        raise BadLens(f"goggle is {address!r}; give an https address")
    return address


def _domains(values: Any) -> tuple[str, ...]:
    if not isinstance(values, list):
        raise BadLens(f"domains is {values!r}; write a list of texts")
    if len(values) > _MOST:
        raise BadLens(f"has {len(values)} domains; {_MOST} are the most")
    return tuple(dict.fromkeys(_domain(value) for value in values))


def _domain(value: Any) -> str:
    if not isinstance(value, str) or not _DOMAIN.fullmatch(value):
        raise BadLens(
            f"has the domain {value!r}; write a host or host/path, as in example.org/news, "
            "without https://"
        )
    host, slash, path = value.partition("/")
    return host.lower().removeprefix("www.") + slash + path.rstrip("/")
