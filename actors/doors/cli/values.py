"""What was typed after a tool's name, as the arguments its schema asks for."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from headwater.actors.doors.cli.command import WrongUsage

_TYPED = re.compile(r"(?P<key>[^=:\s][^=]*?)(?P<raw>:?)=(?P<value>.*)", re.DOTALL)
_NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][+-]?\d+)?")
_YES_NO = {"true": True, "yes": True, "on": True, "1": True}
_YES_NO |= {"false": False, "no": False, "off": False, "0": False}


def read(whole: str | None, typed: Sequence[str], schema: dict[str, Any]) -> dict[str, Any]:
    """
    The arguments of a call: `whole` is JSON for all of them, `typed` sets single ones on top.

    Values are read as the schema says; one that does not fit stays text, so that the tool itself
    says what it takes, in the words every client gets.
    """
    arguments = {} if whole is None else _whole(whole)
    given: set[str] = set()
    for item in typed:
        key, value = _one(item, schema)
        if key in given and not (isinstance(value, list) and isinstance(arguments[key], list)):
            raise WrongUsage(f"{key} is given twice")
        arguments[key] = arguments[key] + value if key in given else value
        given.add(key)
    return arguments


def _whole(text: str) -> dict[str, Any]:
    try:
        if text == "-":
            text = sys.stdin.read()
        elif text.startswith("@"):
            text = Path(text[1:]).read_text(encoding="utf-8")
        value = msgspec.json.decode(text)
    except (OSError, UnicodeDecodeError, msgspec.DecodeError, RecursionError) as error:
        raise WrongUsage(f"--args cannot be read: {error}") from None
    if not isinstance(value, dict):
        raise WrongUsage('--args takes a JSON object, as in {"key": "value"}')
    return value


def _one(item: str, schema: dict[str, Any]) -> tuple[str, Any]:
    found = _TYPED.fullmatch(item)
    if found is None:
        raise WrongUsage(f"{item!r} is no argument; write key=value, or key:=JSON")
    key, value = found["key"], found["value"]
    if not found["raw"]:
        return key, _fit(value, schema.get("properties", {}).get(key, {}), schema)
    try:
        return key, msgspec.json.decode(value)
    except (msgspec.DecodeError, RecursionError) as error:
        raise WrongUsage(f"{key}:= takes JSON: {error}") from None


def _fit(text: str, wanted: dict[str, Any], schema: dict[str, Any]) -> Any:
    kinds = _kinds(wanted, schema)
    if text[:1] in ("[", "{") and kinds.keys() & {"array", "object"}:
        return _json(text)
    if "array" in kinds and "string" not in kinds:
        items = kinds["array"].get("items", {})
        return [_fit(part.strip(), items, schema) for part in text.split(",") if part.strip()]
    if kinds.keys() & {"integer", "number"} and _NUMBER.fullmatch(text):
        return _json(text)
    if "boolean" in kinds and text.lower() in _YES_NO:
        return _YES_NO[text.lower()]
    return text


def _kinds(wanted: dict[str, Any], schema: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The types a value may have, each with its schema."""
    if "$ref" in wanted:
        name = wanted["$ref"].removeprefix("#/$defs/")
        return _kinds(schema.get("$defs", {}).get(name, {}), schema)
    kinds: dict[str, dict[str, Any]] = {}
    for choice in wanted.get("anyOf", []):
        kinds |= _kinds(choice, schema)
    named = wanted.get("type", [])
    return kinds | dict.fromkeys([named] if isinstance(named, str) else named, wanted)


def _json(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return text
