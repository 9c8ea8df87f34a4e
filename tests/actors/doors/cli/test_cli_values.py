from __future__ import annotations

import io
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct

from headwater.actors.doors.cli.command import WrongUsage
from headwater.actors.doors.cli.values import read
from headwater.kernel.schema import schema_of


class Source(Struct):
    url: str


class Sample(Struct):
    text: str = ""
    short: str | None = None
    mood: Literal["calm", "loud"] = "calm"
    count: Annotated[int, Meta(ge=1)] = 1
    share: float = 0.0
    flag: bool = False
    names: list[str] = []
    numbers: list[int] = []
    source: Source | None = None
    sources: list[Source] | None = None
    either: int | str = 0
    many: str | list[str] = ""


SCHEMA = schema_of(Sample)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("text=hello", {"text": "hello"}),
        ("text=", {"text": ""}),
        ("text=a=b", {"text": "a=b"}),
        ("text=http://a.test/?q=1", {"text": "http://a.test/?q=1"}),
        ("text=12", {"text": "12"}),
        ("text=true", {"text": "true"}),
        ("text=[1]", {"text": "[1]"}),
        ("text=one\ntwo", {"text": "one\ntwo"}),
        ("short=12", {"short": "12"}),
        ("mood=loud", {"mood": "loud"}),
        ("count=3", {"count": 3}),
        ("count=three", {"count": "three"}),
        ("share=0.5", {"share": 0.5}),
        ("share=-1e3", {"share": -1000.0}),
        ("flag=true", {"flag": True}),
        ("flag=No", {"flag": False}),
        ("flag=1", {"flag": True}),
        ("flag=perhaps", {"flag": "perhaps"}),
        ("names=a,b , c", {"names": ["a", "b", "c"]}),
        ("names=", {"names": []}),
        ('names=["a,b"]', {"names": ["a,b"]}),
        ("numbers=1,2", {"numbers": [1, 2]}),
        ('source={"url": "x"}', {"source": {"url": "x"}}),
        ('sources=[{"url": "x"}]', {"sources": [{"url": "x"}]}),
        ("sources=[not json", {"sources": "[not json"}),
        ("either=3", {"either": 3}),
        ("either=x", {"either": "x"}),
        ("many=a,b", {"many": "a,b"}),
        ('many=["a"]', {"many": ["a"]}),
        ("unknown=12", {"unknown": "12"}),
        ("text:=12", {"text": 12}),
        ('sources:=[{"url": "x"}]', {"sources": [{"url": "x"}]}),
        ("flag:=null", {"flag": None}),
    ],
)
def test_a_value_is_read_as_the_schema_says(typed: str, expected: dict[str, Any]) -> None:
    assert read(None, [typed], SCHEMA) == expected


def test_a_list_may_be_given_piece_by_piece() -> None:
    assert read(None, ["names=a", "names=b,c"], SCHEMA) == {"names": ["a", "b", "c"]}


def test_single_values_go_on_top_of_the_whole() -> None:
    arguments = read('{"text": "a", "count": 1, "names": ["x"]}', ["count=2", "names=y"], SCHEMA)
    assert arguments == {"text": "a", "count": 2, "names": ["y"]}


def test_the_whole_may_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "arguments.json"
    file.write_text('{"text": "é"}', encoding="utf-8")
    assert read(f"@{file}", [], SCHEMA) == {"text": "é"}


def test_the_whole_may_come_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO('{"text": "a"}'))
    assert read("-", [], SCHEMA) == {"text": "a"}


@pytest.mark.parametrize(
    ("whole", "typed", "says"),
    [
        (None, ["text"], "'text' is no argument; write key=value"),
        (None, ["=x"], "is no argument"),
        (None, ["text=a", "text=b"], "text is given twice"),
        (None, ["text:=oops"], "text:= takes JSON"),
        ("[1]", [], "--args takes a JSON object"),
        ("{oops", [], "--args cannot be read"),
        ("@/no/such/file", [], "--args cannot be read"),
    ],
)
def test_what_cannot_be_an_argument_is_wrong_usage(
    whole: str | None, typed: list[str], says: str
) -> None:
    with pytest.raises(WrongUsage) as caught:
        read(whole, typed, SCHEMA)
    assert says in str(caught.value)


def test_without_a_schema_everything_is_text() -> None:
    assert read(None, ["a=1"], {}) == {"a": "1"}
