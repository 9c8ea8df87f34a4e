from __future__ import annotations

from msgspec import Struct
from support.tools import Echo, Nested

from headwater.kernel.schema import schema_of


def test_a_schema_carries_limits_choices_and_defaults_and_nothing_else() -> None:
    assert schema_of(Echo) == {
        "type": "object",
        "properties": {
            "text": {"type": "string", "minLength": 1, "maxLength": 100},
            "times": {"type": "integer", "minimum": 1, "maximum": 10, "default": 1},
            "mood": {"enum": ["calm", "loud"], "default": "calm"},
            "sources": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "url": {"type": "string", "maxLength": 20},
                        "weight": {"type": "integer"},
                    },
                    "required": ["url"],
                    "additionalProperties": False,
                },
            },
        },
        "required": ["text"],
        "additionalProperties": False,
    }


class Titled(Struct):
    title: str
    left: Nested
    right: Nested


def test_a_field_called_title_stays_and_a_definition_used_twice_is_shared() -> None:
    schema = schema_of(Titled)
    assert schema["properties"]["title"] == {"type": "string"}
    assert schema["properties"]["left"] == schema["properties"]["right"]
    assert list(schema["$defs"]) == ["Nested"]


class Node(Struct):
    children: list[Node]


def test_a_struct_that_holds_itself_refers_to_itself() -> None:
    schema = schema_of(Node)
    assert schema["type"] == "object"
    assert schema["properties"]["children"]["items"] == {"$ref": "#/$defs/Node"}
    assert "Node" in schema["$defs"]
