from __future__ import annotations

from typing import Any

import msgspec
import pytest

from headwater.actors.tools.citation.format_bibliography import TOOL
from headwater.kernel.faults import BadInput
from headwater.kernel.schema import schema_of

PAGE = {"url": "https://example.com/a", "title": "A page", "author": "Doe, Jane", "date": "2024"}
NO_DESK: Any = None  # the tool asks nothing


async def call(arguments: dict[str, Any]) -> dict[str, Any]:
    given = msgspec.json.decode(msgspec.json.encode(arguments), type=TOOL.takes)
    answer: dict[str, Any] = msgspec.json.decode(
        msgspec.json.encode(await TOOL.run(given, NO_DESK))
    )
    return answer


async def test_the_answer_has_the_promised_fields_and_no_empty_ones() -> None:
    assert await call({"sources": [PAGE]}) == {
        "style": "apa",
        "entryCount": 1,
        "bibliography": "Doe, J. (2024). A page. example.com. https://example.com/a",
        "trust": "untrusted-external-content",
    }


async def test_what_was_skipped_or_left_out_is_in_the_answer() -> None:
    answer = await call({"sources": [PAGE, PAGE, {"url": ""}, {"url": "x:y", "doi": "none"}]})
    assert answer["entryCount"] == 2
    assert answer["skipped"] == [
        {"index": 1, "reason": "same url as sources[0]"},
        {"index": 2, "reason": "no url"},
    ]
    assert answer["notes"] == [{"index": 3, "reason": "doi not recognised, left out"}]


@pytest.mark.parametrize(
    ("style", "start"),
    [
        ("apa", "Doe, J. (2024)."),
        ("mla", "Doe, Jane. “A page.”"),
        ("chicago", "Doe, Jane. “A page.” example.com, 2024."),
        ("vancouver", "1. Doe J. A page [Internet]."),
        ("ieee", "[1] J. Doe. “A page.”"),
        ("bibtex", "@misc{doe2024page,"),
        ("ris", "TY  - ELEC\nAU  - Doe, Jane\n"),
        ("csl-json", '[{"id":"doe2024page","type":"webpage"'),
    ],
)
async def test_every_style_is_offered(style: str, start: str) -> None:
    answer = await call({"style": style, "sources": [PAGE]})
    assert answer["style"] == style
    assert answer["bibliography"].startswith(start)


@pytest.mark.parametrize(
    ("field", "value", "change"),
    [
        ("title", "Other", "Other."),
        ("author", "Roe, Max", "Roe, M."),
        ("site", "Example", "Example."),
        ("date", "2023", "(2023)."),
        ("doi", "10.1234/x", "https://doi.org/10.1234/x"),
        ("accessed", "2024-06-01", "Retrieved June 1, 2024, from"),
    ],
)
async def test_every_field_of_a_source_changes_the_entry(
    field: str, value: str, change: str
) -> None:
    source = {**PAGE, field: value}
    if field == "accessed":
        del source["date"]
    assert change in (await call({"sources": [source]}))["bibliography"]


async def test_null_counts_as_left_out() -> None:
    answer = await call({"style": "apa", "sessionId": None, "sources": [{**PAGE, "doi": None}]})
    assert answer["entryCount"] == 1


@pytest.mark.parametrize(
    ("arguments", "field", "problem"),
    [
        ({}, "sources", "nothing to cite"),
        ({"sources": []}, "sources", "nothing to cite"),
        ({"sessionId": "s", "sources": [PAGE]}, "sources", "given together with sessionId"),
    ],
)
async def test_a_call_without_usable_sources_says_what_to_do(
    arguments: dict[str, Any], field: str, problem: str
) -> None:
    with pytest.raises(BadInput, match=problem) as caught:
        await call(arguments)
    assert caught.value.field == field
    assert caught.value.accepted


@pytest.mark.parametrize(
    "arguments",
    [
        {"style": "harvard", "sources": [PAGE]},
        {"sources": [{"title": "no url"}]},
        {"sources": [{**PAGE, "publisher": "unknown field"}]},
        {"sources": [PAGE], "format": "unknown field"},
        {"sources": [PAGE] * 501},
        {"sources": [{**PAGE, "title": "x" * 1001}]},
    ],
)
async def test_what_the_schema_does_not_allow_is_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        await call(arguments)


def test_the_schema_names_what_the_contract_names() -> None:
    schema = schema_of(TOOL.takes)
    assert set(schema["properties"]) == {"style", "sessionId", "sources"}
    assert "required" not in schema
    assert schema["properties"]["style"]["default"] == "apa"
    source = schema["properties"]["sources"]["items"]
    assert source["required"] == ["url"]
    assert {"url", "title", "author", "site", "date", "doi"} <= set(source["properties"])
    assert {"style", "entryCount", "bibliography", "trust"} == set(
        schema_of(TOOL.gives)["required"]
    )


def test_the_tool_reads_only_what_it_is_given() -> None:
    assert TOOL.read_only
    assert TOOL.idempotent
    assert not TOOL.open_world
    assert TOOL.errors == "web"
    assert len(TOOL.summary) < 200
