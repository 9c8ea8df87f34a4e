"""A struct as the JSON Schema object that MCP wants: terse, self-contained, closed."""

from __future__ import annotations

from typing import Any

import msgspec

_PREFIX = "#/$defs/"


def schema_of(kind: type[Any]) -> dict[str, Any]:
    """The schema with its root inlined; a definition used more than once stays shared."""
    whole = msgspec.json.schema(kind)
    definitions = {name: _terse(value) for name, value in whole.pop("$defs", {}).items()}
    root = _name(whole)
    uses = _count(definitions) if root else _count([definitions, whole])
    once = {name for name in definitions if uses.get(name, 0) == 1}
    start = definitions[root] if root else _terse(whole)
    inlined: dict[str, Any] = dict(_inline(start, definitions, once))
    kept = {
        name: _inline(value, definitions, once)
        for name, value in sorted(definitions.items())
        if uses.get(name, 0) > 1 or (name == root and name in uses)
    }
    return {**inlined, "$defs": kept} if kept else inlined


def _name(schema: dict[str, Any]) -> str:
    reference: str = schema.get("$ref", "")
    return reference.removeprefix(_PREFIX)


def _count(value: Any) -> dict[str, int]:
    """How often each definition is referred to."""
    uses: dict[str, int] = {}
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            if name := _name(item):
                uses[name] = uses.get(name, 0) + 1
            stack.extend(item.values())
        elif isinstance(item, list):
            stack.extend(item)
    return uses


def _inline(value: Any, definitions: dict[str, Any], once: set[str]) -> Any:
    if isinstance(value, list):
        return [_inline(item, definitions, once) for item in value]
    if not isinstance(value, dict):
        return value
    name = _name(value)
    if name in once and name not in _count(definitions[name]):
        rest = {key: inner for key, inner in value.items() if key != "$ref"}
        value = {**definitions[name], **rest}
    return {key: _inline(inner, definitions, once) for key, inner in value.items()}


def _terse(value: Any) -> Any:
    """Without what a client does not need: class names, docstrings, null, empty defaults."""
    if isinstance(value, list):
        return [_terse(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    return _without_null(
        {key: _terse(inner) for key, inner in value.items() if not _is_noise(key, inner, value)}
    )


def _is_noise(key: str, inner: Any, schema: dict[str, Any]) -> bool:
    if key == "title":
        return isinstance(inner, str)  # a property may be called title; that is a dict
    if key == "description":  # an object's is its class's docstring, written for readers of code
        return isinstance(inner, str) and "properties" in schema
    return (key == "required" and inner == []) or (key == "default" and inner in ("", [], (), {}))


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
