"""Raw JSON into a tool's struct, or a refusal naming the field, the problem and the way out."""

from __future__ import annotations

import difflib
import re
from typing import Any, TypeVar

import msgspec

from headwater.kernel.faults import BadInput
from headwater.kernel.schema import schema_of

Arguments = TypeVar("Arguments", bound=msgspec.Struct)

_PLACE = re.compile(r"^(?P<problem>.*?)(?: - at `(?P<path>(?:key in )?\$.*)`)?$", re.DOTALL)
_FIELD = re.compile(r"(unknown|required) field `(.*)`$")
_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "null": "null",
    "array": "a list",
    "object": "an object",
}
_TYPES = {**_WORDS, "integer": "a whole number", "number": "a number", "string": "text"}
_TYPES |= {"boolean": "true or false"}


def decode(raw: bytes, kind: type[Arguments]) -> Arguments:
    """The arguments, or BadInput."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except msgspec.ValidationError as error:
        raise _explain(str(error), kind) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput("arguments", f"cannot be decoded: {error}", "a JSON object") from None
    except RecursionError:
        raise BadInput("arguments", "nested too deeply", _fields(schema_of(kind))) from None


def _explain(message: str, kind: type[msgspec.Struct]) -> BadInput:
    found = _PLACE.match(message)
    problem, path = (found["problem"], found["path"] or "$") if found else (message, "$")
    whole = schema_of(kind)
    named = _FIELD.search(problem)
    if named is None:
        return BadInput(_readable(path), _plain(problem), _accepted(_at(whole, path), whole))
    name = named[2]
    field = _readable(f"{path}.{name}")
    if named[1] == "required":
        return BadInput(field, "is required", _accepted(_at(whole, f"{path}.{name}"), whole))
    names = list(_at(whole, path).get("properties", {}))
    close = difflib.get_close_matches(name, names, n=1)
    hint = f", did you mean {close[0]}?" if close else ""
    return BadInput(field, f"is not a known field{hint}", ", ".join(names) or "no fields")


def _readable(path: str) -> str:
    return path.removeprefix("key in ").removeprefix("$").removeprefix(".") or "arguments"


def _plain(problem: str) -> str:
    """Msgspec's words in a caller's words."""
    plain = re.sub(r"`(\w+)(?: \| (\w+))?`", _word, problem)
    plain = plain.replace("length <=", "at most").replace("length >=", "at least")
    return plain[:1].lower() + plain[1:]


def _word(found: re.Match[str]) -> str:
    names = [name for name in found.groups() if name and name != "null"]
    return " or ".join(_WORDS.get(name, name) for name in names) or "null"


def _at(whole: dict[str, Any], path: str) -> dict[str, Any]:
    """The schema of the place that a path like $.sources[0].url names."""
    here = whole
    for step in re.findall(r"\.(\w[\w-]*)|\[(?:\d+|\.\.\.)\]", path.removeprefix("key in ")):
        here = _resolve(here, whole)
        here = here.get("properties", {}).get(step, {}) if step else here.get("items", {})
    return _resolve(here, whole)


def _resolve(schema: dict[str, Any], whole: dict[str, Any]) -> dict[str, Any]:
    name = schema.get("$ref", "").removeprefix("#/$defs/")
    found: dict[str, Any] = whole.get("$defs", {}).get(name, schema) if name else schema
    return found


def _accepted(schema: dict[str, Any], whole: dict[str, Any]) -> str:
    """What the schema takes, in a few words."""
    schema = _resolve(schema, whole)
    if "enum" in schema:
        return ", ".join(str(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(_accepted(choice, whole) for choice in schema["anyOf"])
    kind: str = schema.get("type", "")
    if "pattern" in schema:
        return str(schema.get("description") or f"text of the form {schema['pattern']}")
    if kind == "object":
        return f"an object with {_fields(schema)}"
    if kind == "array":
        return "a list of " + (_accepted(schema.get("items", {}), whole) or "anything")
    return _TYPES.get(kind, kind) + _bounds(schema)


def _bounds(schema: dict[str, Any]) -> str:
    low = schema.get("minimum", schema.get("minLength"))
    high = schema.get("maximum", schema.get("maxLength"))
    unit = " characters" if schema.get("type") == "string" else ""
    if low is not None and high is not None:
        return f" from {low} to {high}{unit}"
    if high is not None:
        return f" of at most {high}{unit}"
    return f" of at least {low}{unit}" if low is not None else ""


def _fields(schema: dict[str, Any]) -> str:
    required = schema.get("required", [])
    names = [f"{name} (required)" if name in required else name for name in schema["properties"]]
    return ", ".join(names) if names else "no fields"
