"""Modules that wait for their first use."""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from headwater.kernel.later import Waiting, postpone


class Folder:
    """A folder of modules that say when they are run."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.runs: list[str] = []

    def write(self, name: str, text: str) -> None:
        file = self._path / (name.replace(".", "/") + ".py")
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"import folder_of_modules as folder\nfolder.runs.append({name!r})\n{text}")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Folder]:
    found = Folder(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    monkeypatch.setitem(sys.modules, "folder_of_modules", found)
    before = set(sys.modules)
    yield found
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_a_module_waits_until_something_in_it_is_used(folder: Folder) -> None:
    folder.write("waiting_one", "value = 3\n")
    postpone(["waiting_one"])
    module = importlib.import_module("waiting_one")
    assert folder.runs == []
    assert type(module) is Waiting

    assert module.value == 3
    assert folder.runs == ["waiting_one"]
    assert type(module) is ModuleType
    assert module is sys.modules["waiting_one"]
    assert module.__file__ is not None
    assert module.__loader__ is not None
    assert module.__loader__.get_source("waiting_one").endswith("value = 3\n")  # type: ignore[attr-defined]


def test_a_name_that_a_module_does_not_have_is_an_attribute_error(folder: Folder) -> None:
    folder.write("waiting_two", "")
    postpone(["waiting_two"])
    module = importlib.import_module("waiting_two")
    for _ in range(2):
        with pytest.raises(AttributeError, match="missing"):
            _ = module.missing
    assert folder.runs == ["waiting_two"]


def test_a_name_taken_from_a_module_uses_it_at_once(folder: Folder) -> None:
    folder.write("waiting_three", "__all__ = ['value']\nvalue = 3\n")
    postpone(["waiting_three"])
    found: dict[str, object] = {}
    exec("from waiting_three import *", found)  # noqa: S102 - as a module would
    assert found["value"] == 3


def test_a_module_that_was_loaded_before_stays_as_it_is(folder: Folder) -> None:
    folder.write("waiting_four", "value = 3\n")
    module = importlib.import_module("waiting_four")
    postpone(["waiting_four"])
    assert importlib.import_module("waiting_four") is module
    assert folder.runs == ["waiting_four"]


def test_threads_that_come_at_once_find_a_module_whole(folder: Folder) -> None:
    text = "import threading\nfirst = 1\nfolder.here.set()\nfolder.go.wait(10)\nlast = 2\n"
    folder.write("waiting_five", text)
    here, go = threading.Event(), threading.Event()
    folder.here, folder.go = here, go  # type: ignore[attr-defined]
    postpone(["waiting_five"])
    module = importlib.import_module("waiting_five")
    seen: list[int] = []
    threads = [threading.Thread(target=lambda: seen.append(module.last)) for _ in range(4)]
    threads[0].start()
    assert here.wait(10)
    for thread in threads[1:]:
        thread.start()
    go.set()
    for thread in threads:
        thread.join(10)
    assert seen == [2] * 4
    assert folder.runs == ["waiting_five"]


def test_modules_that_use_each_other_are_loaded_as_ever(folder: Folder) -> None:
    folder.write(
        "waiting_six", "early = 1\nimport waiting_seven\nvalue = waiting_seven.value + 1\n"
    )
    folder.write("waiting_seven", "import waiting_six\nvalue = waiting_six.early + 1\n")
    postpone(["waiting_six", "waiting_seven"])
    assert importlib.import_module("waiting_six").value == 3
    assert folder.runs == ["waiting_six", "waiting_seven"]


def test_a_module_that_fails_says_so_to_each_who_uses_it(folder: Folder) -> None:
    folder.write("waiting_eight", "raise OSError('no luck')\n")
    postpone(["waiting_eight"])
    module = importlib.import_module("waiting_eight")
    for _ in range(2):
        with pytest.raises(OSError, match="no luck"):
            _ = module.value


def test_a_package_of_parts_loads_the_part_a_name_is_in(folder: Folder) -> None:
    folder.write("waiting_nine.__init__", "from ._left import left\nfrom ._right import right\n")
    folder.write("waiting_nine._left", "from . import _common\nleft = _common.value\n")
    folder.write("waiting_nine._right", "right = 2\n")
    folder.write("waiting_nine._common", "value = 1\n")
    postpone([], {"waiting_nine": {"left": "waiting_nine._left"}})
    package = importlib.import_module("waiting_nine")
    assert package.left == 1
    assert folder.runs == ["waiting_nine._left", "waiting_nine._common"]

    assert package.right == 2  # not in the table: the package itself has to say
    assert package.left == 1
    assert folder.runs[2:] == ["waiting_nine.__init__", "waiting_nine._right"]
