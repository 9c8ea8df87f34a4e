"""Code that was compiled before is not compiled again."""

from __future__ import annotations

import builtins
import subprocess
import sys
from pathlib import Path

import pytest

from headwater.kernel.remember import remembering

NAME = "<attrs generated methods some.Class>"


class Counted:
    """The usual compiler, with what it was given."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seen: list[str] = []
        self._usual = compile
        monkeypatch.setattr(builtins, "compile", self)
        monkeypatch.setattr(sys, "dont_write_bytecode", False)

    def __call__(self, source: str, filename: str, mode: str, *rest: int) -> object:
        self.seen.append(source)
        return self._usual(source, filename, mode, *rest)


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Counted:
    return Counted(monkeypatch)


def value(source: str, filename: str = NAME) -> object:
    found: dict[str, object] = {}
    exec(compile(source, filename, "exec"), found)  # noqa: S102 - as attrs does
    return found["value"]


def test_the_same_text_is_compiled_once(tmp_path: Path, compiler: Counted) -> None:
    file = str(tmp_path / "kept")
    for _ in range(3):
        with remembering(file):
            assert value("value = 3") == 3
    assert compiler.seen == ["value = 3"]


def test_another_text_of_the_same_name_is_compiled(tmp_path: Path, compiler: Counted) -> None:
    file = str(tmp_path / "kept")
    for source, expected in (("value = 3", 3), ("value = 4", 4), ("value = 4", 4)):
        with remembering(file):
            assert value(source) == expected
    assert compiler.seen == ["value = 3", "value = 4"]


def test_a_hash_may_begin_with_any_number(tmp_path: Path, compiler: Counted) -> None:
    file = str(tmp_path / "kept")
    for number in (-123, 456):
        with remembering(file):
            assert value(f"value = hash((\n        {number},\n        5,\n    ))") == hash(
                (-123, 5)
            )
    assert len(compiler.seen) == 1


def test_what_attrs_did_not_write_is_compiled_as_ever(tmp_path: Path, compiler: Counted) -> None:
    for _ in range(2):
        with remembering(str(tmp_path / "kept")):
            assert value("value = 3", "<string>") == 3
            assert eval(compile("5", NAME, "eval")) == 5  # noqa: S307
    assert compiler.seen == ["value = 3", "5"] * 2


def test_after_the_block_the_compiler_is_the_usual_one(tmp_path: Path, compiler: Counted) -> None:
    with pytest.raises(LookupError), remembering(str(tmp_path / "kept")):
        raise LookupError
    assert builtins.compile is compiler
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize("data", [b"", b"damaged", b"headwater 1 another Python\n\xe3"])
def test_a_file_that_cannot_be_used_is_written_anew(
    tmp_path: Path, compiler: Counted, data: bytes
) -> None:
    file = tmp_path / "kept"
    file.write_bytes(data)
    for _ in range(2):
        with remembering(str(file)):
            assert value("value = 3") == 3
    assert compiler.seen == ["value = 3"]


def test_a_file_that_was_cut_off_is_written_anew(tmp_path: Path, compiler: Counted) -> None:
    file = tmp_path / "kept"
    with remembering(str(file)):
        value("value = 3")
    file.write_bytes(file.read_bytes()[:-20])
    with remembering(str(file)):
        assert value("value = 3") == 3
    assert compiler.seen == ["value = 3"] * 2


def test_where_nothing_may_be_written_nothing_is(
    tmp_path: Path, compiler: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    with remembering(str(tmp_path / "no" / "such" / "folder")):
        assert value("value = 3") == 3
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    with remembering(str(tmp_path / "kept")):
        assert value("value = 3") == 3
    assert list(tmp_path.iterdir()) == []
    assert compiler.seen == ["value = 3"] * 2


def test_a_second_start_compiles_nothing_for_the_event_loop(tmp_path: Path) -> None:
    script = """
import builtins, sys
usual, seen = builtins.compile, []
def compile(source, filename, mode, *rest, **options):
    seen.append(filename)
    return usual(source, filename, mode, *rest, **options)
builtins.compile = compile
from headwater.kernel import lean
with lean.loading():
    import trio
    trio.CapacityLimiter
print(sum(str(name).startswith("<attrs") for name in seen), repr(trio.CapacityLimiter(3))[:25])
"""
    command = [sys.executable, "-X", f"pycache_prefix={tmp_path}", "-c", script]
    environment = {"PYTHONPATH": ":".join(sys.path)}
    counts = []
    for _ in range(2):  # each with its own seed of hashes
        done = subprocess.run(command, capture_output=True, check=True, env=environment, text=True)
        number, shown = done.stdout.split(" ", 1)
        counts.append(int(number))
        assert shown.startswith("<trio.CapacityLimiter")
    assert counts[0] > 20
    assert counts[1] == 0
