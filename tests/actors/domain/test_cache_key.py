"""Every argument of every tool is in its key, unless the tool says that it changes nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from support.tools import TOOLS, Echo, Nested

import headwater.actors.tools
from headwater.actors.domain.cache_key import page_key, tool_key
from headwater.kernel.discovery import discover
from headwater.kernel.schema import schema_of
from headwater.kernel.tool import Tool

ALL = [*discover(headwater.actors.tools, "TOOL", Tool).values(), *TOOLS.values()]
ECHO = next(tool for tool in ALL if tool.takes is Echo)


def values(schema: dict[str, Any], whole: dict[str, Any]) -> Iterator[Any]:
    """A few values that the schema takes, all different."""
    if "$ref" in schema:
        schema = whole["$defs"][schema["$ref"].removeprefix("#/$defs/")]
    if "const" in schema:
        yield schema["const"]
    elif "enum" in schema:
        yield from schema["enum"]
    elif "anyOf" in schema:
        for choice in schema["anyOf"]:
            yield from values(choice, whole)
    else:
        yield from _OF_TYPE[schema.get("type", "string")](schema, whole)


def _texts(schema: dict[str, Any], _: dict[str, Any]) -> Iterator[Any]:
    least, most = schema.get("minLength", 0), schema.get("maxLength", 1000)
    samples = [
        "a",
        "b",
        "https://a.test/",
        "https://b.test/",
        "10.1000/a",
        "2020-01-01",
        "2021",
        "en",
        "de",
    ]
    for sample in samples:
        text = sample.ljust(least, "x")[:most]
        if re.search(schema.get("pattern", ""), text):
            yield text


def _numbers(schema: dict[str, Any], _: dict[str, Any]) -> Iterator[Any]:
    low = schema.get("minimum", schema.get("exclusiveMinimum", 0) + 1)
    yield from (low, schema.get("maximum", low + 1))


def _lists(schema: dict[str, Any], whole: dict[str, Any]) -> Iterator[Any]:
    least, most = schema.get("minItems", 0), schema.get("maxItems", 1000)
    items = list(values(schema.get("items", {}), whole))
    for length in {max(least, 1), min(least + 1, most)}:
        yield from ([item] * length for item in items)


def _objects(schema: dict[str, Any], whole: dict[str, Any]) -> Iterator[Any]:
    properties = schema.get("properties", {})
    base = {name: first(properties[name], whole) for name in schema.get("required", [])}
    yield base
    for name, inner in properties.items():
        yield from ({**base, name: value} for value in values(inner, whole))
    if not properties:
        yield {"a": "b"}


_OF_TYPE = {
    "string": _texts,
    "integer": _numbers,
    "number": _numbers,
    "boolean": lambda *_: iter([True, False]),
    "null": lambda *_: iter([None]),
    "array": _lists,
    "object": _objects,
}


def first(schema: dict[str, Any], whole: dict[str, Any]) -> Any:
    return next(values(schema, whole))


def properties() -> Iterator[Any]:
    for tool in ALL:
        for name in schema_of(tool.takes).get("properties", {}):
            yield pytest.param(tool, name, id=f"{tool.name}-{name}")


def key(tool: Tool, arguments: dict[str, Any]) -> str:
    return tool_key(tool, msgspec.json.decode(msgspec.json.encode(arguments), type=tool.takes))


@pytest.mark.parametrize(("tool", "name"), list(properties()))
def test_each_argument_that_changes_the_result_changes_the_key(tool: Tool, name: str) -> None:
    whole = schema_of(tool.takes)
    base = first(whole, whole)
    tried = [{**base, name: value} for value in values(whole["properties"][name], whole)]
    decoded = {repr(msgspec.convert(arguments, tool.takes)) for arguments in tried}
    keys = {key(tool, arguments) for arguments in tried}
    assert len(decoded) > 1, "the test found no two values to compare; teach it some"
    assert len(keys) == (1 if name in tool.unkeyed else len(decoded))


@pytest.mark.parametrize("tool", ALL, ids=lambda tool: tool.name)
def test_what_a_tool_leaves_out_of_its_key_is_one_of_its_arguments(tool: Tool) -> None:
    assert set(tool.unkeyed) <= set(schema_of(tool.takes).get("properties", {}))


def test_a_default_is_the_same_given_or_not_and_order_does_not_matter() -> None:
    assert key(ECHO, {"text": "a"}) == key(ECHO, {"mood": "calm", "times": 1, "text": "a"})
    assert key(ECHO, {"text": "a"}) != key(ECHO, {"text": "a", "sources": []})


def test_a_raised_shape_or_another_tool_changes_the_key() -> None:
    others = [
        msgspec.structs.replace(ECHO, shape=2),
        msgspec.structs.replace(ECHO, name="another"),
    ]
    assert len({key(tool, {"text": "a"}) for tool in [ECHO, *others]}) == 3


def test_an_argument_that_changes_nothing_can_be_left_out() -> None:
    tool = msgspec.structs.replace(ECHO, unkeyed=("mood",))
    assert key(tool, {"text": "a", "mood": "loud"}) == key(tool, {"text": "a"})


ECHOES = st.builds(
    Echo,
    text=st.text(min_size=1, max_size=100),
    times=st.integers(1, 10),
    mood=st.sampled_from(["calm", "loud"]),
    sources=st.none()
    | st.lists(
        st.builds(Nested, url=st.text(max_size=20), weight=st.none() | st.integers()), max_size=3
    ),
)


@given(ECHOES, ECHOES)
def test_keys_are_equal_exactly_when_arguments_are(one: Struct, other: Struct) -> None:
    assert (tool_key(ECHO, one) == tool_key(ECHO, other)) == (one == other)


def test_a_page_and_its_bytes_have_keys_of_their_own() -> None:
    assert page_key("page", "http://a.test/") != page_key("raw", "http://a.test/")
