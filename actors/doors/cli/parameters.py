"""A tool's arguments, read from its schema, for people."""

from __future__ import annotations

from typing import Any

import msgspec


def parameters(schema: dict[str, Any]) -> list[list[str]]:
    """One row for each argument: its name, what it takes, its default, what it is."""
    required = schema.get("required", [])
    rows = []
    for name, field in schema.get("properties", {}).items():
        default = "required" if name in required else _default(field)
        rows.append([name, _takes(field, schema), default, field.get("description", "")])
    return rows


def _default(field: dict[str, Any]) -> str:
    if "default" not in field:
        return ""
    value = field["default"]
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _takes(field: dict[str, Any], schema: dict[str, Any]) -> str:
    if "$ref" in field:
        name = field["$ref"].removeprefix("#/$defs/")
        return _takes(schema.get("$defs", {}).get(name, {}), schema)
    if "enum" in field:
        return "|".join(str(value) for value in field["enum"])
    if "anyOf" in field:
        return " or ".join(_takes(choice, schema) for choice in field["anyOf"])
    kind = str(field.get("type", "anything"))
    if kind == "array":
        return f"list of {_takes(field.get('items', {}), schema)}"
    if kind == "object":
        return f"{{{', '.join(field.get('properties', {}))}}}"
    return kind + _bounds(field)


def _bounds(field: dict[str, Any]) -> str:
    low, high = field.get("minimum"), field.get("maximum")
    if low is not None and high is not None:
        return f" {low} to {high}"
    if low is not None:
        return f" from {low}"
    return f" up to {high}" if high is not None else ""
