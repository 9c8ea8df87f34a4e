"""A struct as the JSON Schema object that MCP wants: terse, self-contained, closed."""

from __future__ import annotations

from typing import Any

import msgspec


def schema_of(kind: type[Any]) -> dict[str, Any]:
    """The schema with its root inlined; definitions used by several fields stay shared."""
    whole = msgspec.json.schema(kind)
    definitions = whole.get("$defs", {})
    root = whole.get("$ref", "").removeprefix("#/$defs/")
    if root:
        whole = dict(definitions.pop(root)) if not _uses(definitions, root) else definitions[root]
    whole = dict(_terse(whole))
    kept = {name: _terse(value) for name, value in sorted(definitions.items())}
    if kept:
        whole["$defs"] = kept
    return whole


def _uses(definitions: dict[str, Any], name: str) -> bool:
    """Whether a definition is referred to from inside, as in a tree of nodes."""
    return f'"#/$defs/{name}"' in msgspec.json.encode(definitions).decode()


def _terse(value: Any) -> Any:
    """Without class names, which say nothing a client needs, and without null."""
    if isinstance(value, list):
        return [_terse(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    named = isinstance(value.get("title"), str)  # a property may be called title; that is a dict
    kept = {key: _terse(inner) for key, inner in value.items() if not (named and key == "title")}
    return _without_null(kept)


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """
    An optional field is one that may be left out.

    Null is taken as left out, because some clients send it, but offering it invites more of it.
    """
    if schema.get("default", 0) is None:
        del schema["default"]
    choices = schema.get("anyOf", [])
    if {"type": "null"} in choices:
        choices = [choice for choice in choices if choice != {"type": "null"}]
        rest = {key: value for key, value in schema.items() if key != "anyOf"}
        schema = {**choices[0], **rest} if len(choices) == 1 else {"anyOf": choices, **rest}
    return schema
