from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from headwater.kernel.discovery import Listed, discover, index_of


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    (tmp_path / "found" / "inner").mkdir(parents=True)
    for path in ("found/__init__.py", "found/inner/__init__.py", "found/nothing.py"):
        (tmp_path / path).touch()
    (tmp_path / "found/inner/b.py").write_text("THING = 'b'")
    (tmp_path / "found/a.py").write_text("THING = 'a'")
    monkeypatch.syspath_prepend(tmp_path)
    import found  # type: ignore[import-not-found]  # made just now

    module: ModuleType = found
    return module


def test_a_file_is_all_it_takes_to_add_a_thing(package: ModuleType) -> None:
    assert discover(package, "THING", str) == {"found.a": "a", "found.inner.b": "b"}


def test_a_thing_of_another_kind_is_a_mistake(package: ModuleType) -> None:
    with pytest.raises(TypeError, match=r"found\.a\.THING is not a int"):
        discover(package, "THING", int)


def test_what_is_below_a_package_that_is_a_thing_is_not_loaded(package: ModuleType) -> None:
    folder = Path(package.__path__[0])
    (folder / "whole").mkdir()
    (folder / "whole/__init__.py").write_text("THING = 'whole'")
    (folder / "whole/part.py").write_text("raise AssertionError")
    found = discover(package, "THING", str)
    assert found == {"found.a": "a", "found.inner.b": "b", "found.whole": "whole"}


def test_a_listed_thing_is_imported_when_it_is_wanted(package: ModuleType) -> None:
    folder = Path(package.__path__[0])
    (folder / "never.py").write_text("raise AssertionError")
    list_ = folder / "list.tsv"
    list_.write_bytes(index_of({"found.a": ["one", "two words"], "found.never": ["three"]}))
    listed = Listed(str(list_), "THING", str)
    assert list(listed) == ["one", "two words", "three"]
    assert len(listed) == 3
    assert "three" in listed
    assert "four" not in listed
    assert listed["two words"] == "a"
    with pytest.raises(TypeError, match=r"found\.a\.THING is not a int"):
        _ = Listed(str(list_), "THING", int)["one"]
