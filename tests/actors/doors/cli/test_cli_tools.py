from __future__ import annotations

import json

import pytest

from headwater.actors.doors.cli import run

pytestmark = pytest.mark.usefixtures("tools")


def test_tools_are_listed_and_what_is_not_offered_says_why(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["tools"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["tool", "toolset", "summary"]
    assert ["echo", "test", "echo"] in [line.split() for line in lines]
    assert "9 offered" in lines
    assert lines[-1].split() == ["write", "test", "needs", "SOME_KEY", "or", "OTHER_KEY"]


def test_a_key_brings_its_tool(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTHER_KEY", "hush-hush")
    assert run(["tools"]) == 0
    said = capsys.readouterr().out
    assert "10 offered" in said
    assert "not offered" not in said
    assert "hush-hush" not in said


def test_json_holds_the_entries_that_clients_get(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tools", "--json", "--sizes"]) == 0
    document = json.loads(capsys.readouterr().out)
    echo = next(tool for tool in document["tools"] if tool["name"] == "echo")
    assert echo["inputSchema"]["required"] == ["text"]
    assert echo["outputSchema"]["properties"] == {"text": {"type": "string"}}
    why = "needs SOME_KEY or OTHER_KEY"
    assert document["notOffered"] == [{"name": "write", "toolset": "test", "why": why}]
    packed = json.dumps(echo, separators=(",", ":"), ensure_ascii=False)
    assert document["bytes"]["echo"] == len(packed.encode())


def test_sizes_are_those_of_the_list_that_is_served(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["tools", "--sizes", "--json"]) == 0
    full = json.loads(capsys.readouterr().out)["bytes"]
    monkeypatch.setenv("HEADWATER_OUTPUT_SCHEMAS", "no")
    assert run(["tools", "--sizes", "--json"]) == 0
    less = json.loads(capsys.readouterr().out)["bytes"]
    assert all(less[name] < full[name] for name in full)
    assert run(["tools", "--sizes"]) == 0
    assert f"9 offered, {sum(less.values()):,} bytes" in capsys.readouterr().out


def test_one_tool_is_shown_with_its_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tools", "echo"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["text", "string", "required"] in rows
    assert ["times", "integer", "1", "to", "10", "1"] in rows
    assert ["mood", "calm|loud", "calm"] in rows
    assert ["sources", "list", "of", "{url,", "weight}"] in rows


def test_a_tool_without_arguments_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tools", "sulk"]) == 0
    assert "It takes no arguments." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("ecko", "there is no tool 'ecko'; did you mean echo?"),
        ("zzz", "`headwater tools` lists what there is"),
        ("write", "write is not offered: needs SOME_KEY or OTHER_KEY"),
    ],
)
def test_a_tool_that_is_not_offered_is_wrong_usage(
    name: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("tools", "call"):
        assert run([command, name]) == 2
        assert says in capsys.readouterr().err


def test_an_unknown_toolset_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEADWATER_TOOLSETS", "cooking")
    assert run(["tools"]) == 2
    assert "no toolset 'cooking'; use all, test" in capsys.readouterr().err
