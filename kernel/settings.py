"""One frozen struct of settings from what the operator has set, with every problem named."""

from __future__ import annotations

import difflib
import typing
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from headwater.kernel.environment import BadSetting, Given

Values = TypeVar("Values", bound=Struct)

_YES_NO = {"1": True, "true": True, "on": True, "yes": True}
_YES_NO |= {"0": False, "false": False, "off": False, "no": False}


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


def variables(kind: type[Struct]) -> dict[str, Variable]:
    """The variable of each field."""
    hints = get_type_hints(kind, include_extras=True)
    return {field: _variable(hint) for field, hint in hints.items()}


def load(kind: type[Values], given: dict[str, Given]) -> Values:
    """The settings, or BadSetting naming the first that cannot be used."""
    hints = get_type_hints(kind)
    found: dict[str, Any] = {}
    for field, variable in variables(kind).items():
        if (item := given.get(variable.name)) is not None:
            found[field] = _read(item, hints[field], variable)
    _refuse_unknown(kind, given)
    return kind(**found)


def describe(kind: type[Struct], given: dict[str, Given]) -> list[Setting]:
    """Every setting with its value and where that came from; secrets only as set or not."""
    values = load(kind, given)
    return [
        Setting(
            name=variable.name,
            value=_shown(getattr(values, field), variable),
            origin=given[variable.name].origin if variable.name in given else "default",
            about=variable.about,
            secret=variable.secret,
        )
        for field, variable in variables(kind).items()
    ]


def _shown(value: Any, variable: Variable) -> Any:
    return ("set" if value else "not set") if variable.secret else value


def _variable(hint: Any) -> Variable:
    if get_origin(hint) is Annotated:
        for extra in get_args(hint):
            if isinstance(extra, Variable):
                return extra
    raise TypeError(f"{hint} names no Variable")


def _read(item: Given, kind: Any, variable: Variable) -> Any:
    value = item.value
    if isinstance(value, str):
        value = _from_text(value, kind)
    try:
        return msgspec.convert(value, kind, strict=not isinstance(item.value, str))
    except msgspec.ValidationError:
        shown = "its value" if variable.secret else repr(item.value)
        raise BadSetting(
            f"{variable.name} ({item.origin}): {shown} is not accepted; use {_accepted(kind)}"
        ) from None


def _from_text(text: str, kind: Any) -> Any:
    if kind is bool:
        return _YES_NO.get(text.strip().lower(), text)
    if get_origin(kind) is tuple:
        return [part.strip() for part in text.split(",") if part.strip()]
    return text.strip()


def _accepted(kind: Any) -> str:
    if kind is bool:
        return "true or false"
    if get_origin(kind) is Literal:
        return " or ".join(get_args(kind))
    if get_origin(kind) is tuple:
        return "names separated by commas"
    if get_origin(kind) is typing.Union:
        return " or ".join(_accepted(inner) for inner in get_args(kind))
    return {int: "a whole number", float: "a number", str: "text"}.get(kind, str(kind))


def _refuse_unknown(kind: type[Struct], given: dict[str, Given]) -> None:
    """
    A misspelt setting does nothing, which is worse than an error.

    The environment holds names of other programs, so there only our prefix is looked at; in our
    own file every name must be known.
    """
    known = {variable.name for variable in variables(kind).values()} | {"HEADWATER_CONFIG"}
    for name, item in given.items():
        ours = item.origin != "environment" or name.startswith("HEADWATER_")
        if ours and name not in known:
            close = difflib.get_close_matches(name, known, n=1)
            hint = f"; did you mean {close[0]}?" if close else ""
            raise BadSetting(f"{name} ({item.origin}) is not a setting{hint}")
