from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.shelves import put, wait

from headwater.actors.doors.cli import records, run
from headwater.actors.resources.store.check import DAMAGED
from headwater.actors.resources.store.store import Store

ADDRESS = "page/1/https://river.test/a"
ENTRY = msgspec.msgpack.encode({"final_url": "https://river.test/a", "content_id": "c1"})
DOCUMENT = msgspec.msgpack.encode({"text": "# Rivers\n\nbegin \x1b[2Jin moss", "media": "html"})
EVERY = (["info"], ["ls"], ["show", "t", "n"], ["gc"], ["rm", "t", "n", "--yes"], ["export"])
Document = Callable[..., Any]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "kept"
    monkeypatch.setenv("HEADWATER_HOME", str(path))
    monkeypatch.setenv("HEADWATER_STORE_MB", "16")
    return path


@pytest.fixture
def kept(folder: Path) -> Path:
    """Two pages with one content, and a session of two steps."""
    store = Store(str(folder), megabytes=16)
    artifacts, sessions = store.shelves
    put(artifacts, "c1", DOCUMENT, table="contents")
    put(artifacts, ADDRESS, ENTRY, table="pages")
    put(artifacts, "a\x1b]0;owned\x07\nb", b"\xff\xfe\x00", table="pages")
    wait(sessions.submit_append, "steps", "s1", b"one")
    wait(sessions.submit_append, "steps", "s1", b"two\r\x9b31m")
    store.close()
    return folder


@pytest.fixture
def document(capsys: pytest.CaptureFixture[str]) -> Document:
    """What a command prints for programs."""

    def printed(*arguments: str) -> Any:
        assert run(["store", *arguments, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    return printed


@pytest.mark.parametrize("arguments", EVERY, ids=lambda arguments: arguments[0])
@pytest.mark.parametrize("form", [[], ["--json"]], ids=["people", "programs"])
def test_without_a_store_nothing_is_wrong_and_none_is_made(
    folder: Path, arguments: list[str], form: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["store", *arguments, *form]) == 0
    said = capsys.readouterr()
    if not form:
        assert "nothing is kept yet" in said.out + said.err
    elif said.out:
        json.loads(said.out)
    assert not folder.exists()


def test_info_counts_records_by_table(
    kept: Path, capsys: pytest.CaptureFixture[str], document: Document
) -> None:
    assert run(["store", "info"]) == 0
    said = capsys.readouterr().out
    assert "contents 1, pages 2" in said
    assert "16.0 MiB" in said
    assert str(kept / "sessions") in said
    artifacts, sessions = document("info")["shelves"]
    assert artifacts["records"] == {"contents": 1, "pages": 2}
    assert sessions["records"] == {"steps": 2}
    assert (artifacts["setAside"], sessions["cap"]) == (0, None)


@pytest.mark.usefixtures("kept")
def test_ls_lists_the_newest_first_and_says_when_there_are_more(
    capsys: pytest.CaptureFixture[str], document: Document
) -> None:
    found = document("ls")
    assert [row["table"] for row in found["records"]] == [
        "steps",
        "steps",
        "pages",
        "pages",
        "contents",
    ]
    assert found["more"] is False
    assert [row["name"] for row in document("ls", "contents")["records"]] == ["c1"]
    assert document("ls", "--limit", "2")["more"] is True
    assert run(["store", "ls", "--limit", "2"]) == 0
    assert "the newest 2 records; --limit shows more" in capsys.readouterr().out


@pytest.mark.usefixtures("kept")
def test_a_name_stays_one_line_and_is_not_obeyed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["store", "ls", "pages"]) == 0
    said = capsys.readouterr().out
    assert r"a\x1b]0;owned\x07\nb" in said
    assert "\x1b" not in said


@pytest.mark.usefixtures("kept")
def test_a_page_is_shown_with_its_text_and_without_its_control_characters(
    capsys: pytest.CaptureFixture[str], document: Document
) -> None:
    assert run(["store", "show", "pages", ADDRESS]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"pages {ADDRESS}\nwritten ")
    assert "expires never" in said
    assert "final_url: https://river.test/a" in said
    assert r"begin \x1b[2Jin moss" in said
    assert "\x1b" not in said
    entry, content = document("show", "pages", ADDRESS)["payloads"]
    assert entry["value"]["content_id"] == "c1"
    assert content["value"]["text"] == "# Rivers\n\nbegin \x1b[2Jin moss"


@pytest.mark.usefixtures("kept")
def test_everything_that_was_appended_is_shown_in_order(
    capsys: pytest.CaptureFixture[str], document: Document
) -> None:
    shown = document("show", "steps", "s1")
    assert shown["record"]["shelf"] == "sessions"
    assert [payload.get("text") for payload in shown["payloads"]] == ["one", None]
    assert run(["store", "show", "steps", "s1"]) == 0
    said = capsys.readouterr().out
    assert said.endswith("\n\none\n\n8 bytes that are no text; --json prints them in base64\n")


@pytest.mark.parametrize(
    ("payload", "value"),
    [
        (b"plain", "plain"),
        ("π".encode(), "π"),
        (msgspec.msgpack.encode(("text/plain", b"body")), ["text/plain", "body"]),
        (msgspec.msgpack.encode({1: b"\xff\xfe"}), {"1": "2 bytes that are no text"}),
        (b"\xff\xd8\xff", b"\xff\xd8\xff"),
        (b"\x91" * 40 + b"\xc0", b"\x91" * 40 + b"\xc0"),
        (b"\x91" * 100_000, b"\x91" * 100_000),
        (b"\x81\x90\xc0", {"()": None}),
        (b"\x91\xc7\x00\x05", b"\x91\xc7\x00\x05"),
    ],
    ids=["text", "utf8", "packed", "inside", "image", "deep", "deeper", "odd key", "odd kind"],
)
def test_a_payload_is_read_as_what_it_is(payload: bytes, value: object) -> None:
    assert records.read(payload) == value


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (0, "0 bytes"),
        (1023, "1,023 bytes"),
        (1024, "1.0 KiB"),
        (5 * 1024**2, "5.0 MiB"),
        (3 * 1024**4, "3072.0 GiB"),
    ],
)
def test_sizes_have_units(count: int, words: str) -> None:
    assert records.size(count) == words


def test_gc_says_what_it_removed(
    kept: Path, capsys: pytest.CaptureFixture[str], document: Document
) -> None:
    (kept / "sessions" / DAMAGED).write_bytes(b"12345")
    assert run(["store", "gc"]) == 0
    assert capsys.readouterr().out == "removed 0 expired and 5 bytes of damaged files\n"
    assert document("gc") == {"expired": 0, "setAside": 0}


@pytest.mark.usefixtures("kept")
def test_rm_removes_only_with_yes(capsys: pytest.CaptureFixture[str], document: Document) -> None:
    assert run(["store", "rm", "steps", "s1"]) == 2
    assert "--yes" in capsys.readouterr().err
    assert len(document("ls", "steps")["records"]) == 2
    assert document("rm", "steps", "s1", "--yes") == {"removed": 2}
    assert document("ls", "steps")["records"] == []


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("arguments", [["show", "pages", "b"], ["rm", "pages", "b", "--yes"]])
def test_a_name_that_is_not_there_fails(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["store", *arguments]) == 1
    assert "nothing is kept under pages b" in capsys.readouterr().err


@pytest.mark.usefixtures("kept")
def test_export_prints_one_line_for_each_record(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["store", "export", "steps"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [base64.b64decode(line["payload"]) for line in lines] == [b"one", b"two\r\x9b31m"]
    assert {line["table"] for line in lines} == {"steps"}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["show", "pages"], "needs a table and a name"),
        (["ls", "pages", "a"], "takes no name"),
        (["info", "pages"], "takes no table"),
        (["ls", "--limit", "0"], "--limit is at least 1"),
        (["burn"], "invalid choice"),
        ([], "required"),
    ],
)
def test_wrong_usage_says_what_is_wrong(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["store", *arguments]) == 2
    assert says in capsys.readouterr().err


@pytest.mark.usefixtures("kept")
def test_another_key_is_a_setting_that_cannot_be_used(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("key", "key.copy"):
        (folder / name).unlink()
    monkeypatch.setenv("CACHE_ENCRYPTION_KEY", "ab" * 32)
    assert run(["store", "ls"]) == 2
    assert "key" in capsys.readouterr().err


def test_a_file_in_the_place_of_the_data_fails_with_its_reason(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "artifacts" / "data.mdb").mkdir(parents=True)
    assert run(["store", "info"]) == 1
    assert "headwater: " in capsys.readouterr().err
