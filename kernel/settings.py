"""One frozen struct of settings from what the operator has set, with every problem named."""

from __future__ import annotations

import difflib
import functools
import re
import types
import typing
from collections.abc import Iterator
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from headwater.kernel.environment import ENVIRONMENT, BadSetting, Given

Values = TypeVar("Values", bound=Struct)

_YES_NO = {"1": True, "true": True, "on": True, "yes": True}
_YES_NO |= {"0": False, "false": False, "off": False, "no": False}
_LOGIN = re.compile(r"//[^/\s]*@")  # a name and a password inside an address
_LONGEST = 60  # characters of a refused value that are shown


class Variable(Struct, frozen=True):
    """How one field is set and what it does. A secret's value is never shown."""

    name: str
    about: str
    secret: bool = False


class Setting(Struct, frozen=True):
    """One setting as it stands, for people."""

    name: str
    value: Any
    origin: str  # environment, a file's path, or default
    about: str
    secret: bool


@functools.cache
def variables(kind: type[Struct]) -> dict[str, Variable]:
    """The variable of each field."""
    hints = _hints(kind)
    return {field: _variable(hints[field]) for field in kind.__struct_fields__}


def beside(kind: type[Struct]) -> tuple[Variable, ...]:
    """The variables that have no field, because others read them: the class attribute `beside`."""
    known: tuple[Variable, ...] = getattr(kind, "beside", ())
    return known


def load(kind: type[Values], given: dict[str, Given]) -> Values:
    """The settings, or BadSetting naming the first that cannot be used."""
    for problem in _problems(kind, given):
        raise BadSetting(problem)
    hints = _hints(kind)
    found = {
        field: _read(given[variable.name], hints[field])
        for field, variable in variables(kind).items()
        if variable.name in given
    }
    return kind(**found)


def problems(kind: type[Struct], given: dict[str, Given]) -> list[str]:
    """Everything that is wrong, each with what is accepted."""
    return list(_problems(kind, given))


def describe(kind: type[Struct], given: dict[str, Given]) -> list[Setting]:
    """Every setting with its value and where that came from; secrets only as set or not."""
    values = load(kind, given)
    fields = [(variable, getattr(values, field)) for field, variable in variables(kind).items()]
    others = [(variable, _text(given.get(variable.name))) for variable in beside(kind)]
    return [
        Setting(
            name=variable.name,
            value=_shown(value, variable),
            origin=given[variable.name].origin if variable.name in given else "default",
            about=variable.about,
            secret=variable.secret,
        )
        for variable, value in fields + others
    ]


@functools.cache  # evaluating them takes milliseconds, and the start needs them several times
def _hints(kind: type[Struct]) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _text(item: Given | None) -> str:
    return "" if item is None else str(item.value).strip()


def _shown(value: Any, variable: Variable) -> Any:
    if variable.secret:
        return "set" if value else "not set"
    return _LOGIN.sub("//…@", value) if isinstance(value, str) else value


def _variable(hint: Any) -> Variable:
    if get_origin(hint) is Annotated:
        for extra in get_args(hint):
            if isinstance(extra, Variable):
                return extra
    raise TypeError(f"{hint} names no Variable")


def _problems(kind: type[Struct], given: dict[str, Given]) -> Iterator[str]:
    hints = _hints(kind)
    known = [(variable, hints[field]) for field, variable in variables(kind).items()]
    known += [(variable, str) for variable in beside(kind)]
    for variable, hint in known:
        item = given.get(variable.name)
        if item is None:
            continue
        try:
            _read(item, hint)
        except msgspec.ValidationError:
            yield _refusal(item, hint, variable)
    yield from _unknown({variable.name for variable, _ in known}, given)


def _refusal(item: Given, hint: Any, variable: Variable) -> str:
    value = _LOGIN.sub("//…@", repr(item.value))
    short = value if len(value) <= _LONGEST else value[:_LONGEST] + "…"
    shown = "its value" if variable.secret else short
    return f"{variable.name} ({item.origin}): {shown} is not accepted; use {_accepted(hint)}"


def _read(item: Given, hint: Any) -> Any:
    if isinstance(item.value, str):
        return msgspec.convert(_from_text(item.value, hint), hint, strict=False)
    return msgspec.convert(item.value, hint)


def _from_text(text: str, hint: Any) -> Any:
    kinds = list(_members(hint))
    if bool in kinds:
        return _YES_NO.get(text.strip().lower(), text)
    if any(get_origin(kind) is tuple for kind in kinds):
        return [part.strip() for part in text.split(",") if part.strip()]
    return text.strip()


def _members(hint: Any) -> Iterator[Any]:
    """The plain types of a hint, without annotations and without null."""
    if get_origin(hint) is Annotated:
        yield from _members(get_args(hint)[0])
    elif get_origin(hint) in (typing.Union, types.UnionType):
        for inner in get_args(hint):
            yield from _members(inner)
    elif hint is not types.NoneType:
        yield hint


def _accepted(hint: Any) -> str:
    return " or ".join(_worded(kind) for kind in _members(hint)) + _bounds(hint)


def _worded(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return " or ".join(str(choice) for choice in get_args(kind))
    if get_origin(kind) is tuple:
        return "names separated by commas"
    words = {bool: "true or false", int: "a whole number", float: "a number", str: "text"}
    return words.get(kind, str(kind))


def _bounds(hint: Any) -> str:
    extras = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    for extra in extras:
        if isinstance(extra, Meta) and extra.ge is not None:
            return f" from {extra.ge} to {extra.le}" if extra.le else f" of at least {extra.ge}"
        if isinstance(extra, Meta) and extra.pattern and extra.description:
            return f" that is {extra.description}"
    return ""


def _unknown(known: set[str], given: dict[str, Given]) -> Iterator[str]:
    """
    A misspelt setting does nothing, which is worse than an error.

    The environment holds names of other programs, so there only our prefix is looked at, in either
    case; in our own file every name must be known, and it cannot name another file.
    """
    for name, item in given.items():
        outside = item.origin == ENVIRONMENT
        ours = not outside or name.upper().startswith("HEADWATER_")
        if ours and name not in known and not (outside and name == "HEADWATER_CONFIG"):
            written = name if outside else name.lower()
            yield f"{written} ({item.origin}) is not a setting{_hint(name, known, item)}"


def _hint(name: str, known: set[str], item: Given) -> str:
    full = f"HEADWATER_{name}"
    close = [full] if full in known else difflib.get_close_matches(name.upper(), known, n=1)
    if not close:
        return ""
    return f"; did you mean {close[0] if item.origin == ENVIRONMENT else close[0].lower()}?"
