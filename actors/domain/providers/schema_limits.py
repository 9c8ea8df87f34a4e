"""Whether a provider will take a JSON Schema, found out before it costs anything."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from headwater.kernel.faults import BadInput

_PRIMITIVE = {"string", "number", "integer", "boolean", "null"}


class Limits(Struct, frozen=True):
    """What a provider takes."""

    properties: int  # of the root
    depth: int  # of objects in objects; the root is the first


def check_schema(schema: Any, limits: Limits, provider: str) -> None:
    """Nothing, or BadInput that says what to change."""
    if not isinstance(schema, dict) or schema.get("type") != "object":
        raise BadInput("schema", f"{provider} needs an object at the root", '{"type": "object", …}')
    properties = schema.get("properties")
    if not isinstance(properties, dict) or not properties:
        raise BadInput("schema", "names no fields", 'at least one in "properties"')
    if len(properties) > limits.properties:
        raise BadInput(
            "schema",
            f"has {len(properties)} properties",
            f"at most {limits.properties} ({provider})",
        )
    for name, part in properties.items():
        _check_part(part, name, 2, limits, provider)


def _check_part(part: Any, path: str, depth: int, limits: Limits, provider: str) -> None:
    if not isinstance(part, dict):
        raise BadInput("schema", f"{path} is no schema", 'an object such as {"type": "string"}')
    if "properties" in part or part.get("type") == "object":
        if depth > limits.depth:
            raise BadInput(
                "schema", f"{path} is nested too deeply", f"{limits.depth} levels ({provider})"
            )
        inside = part.get("properties", {})
        for name, below in inside.items() if isinstance(inside, dict) else ():
            _check_part(below, f"{path}.{name}", depth + 1, limits, provider)
    if part.get("type") == "array" and not _is_plain(part.get("items", {})):
        raise BadInput("schema", f"{path} is a list of other than plain values", "primitive items")


def _is_plain(items: Any) -> bool:
    kinds = items.get("type", "string") if isinstance(items, dict) else None
    named = kinds if isinstance(kinds, list) else [kinds]
    return all(kind in _PRIMITIVE for kind in named)
