"""A machine of its own for every test: no settings, no keys, an empty home, no colours."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support import offered

from headwater.actors import lists

KEPT = {"PATH", "PYTHONPATH", "PYTEST_CURRENT_TEST", "LANG"}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home folder, and a working folder inside it."""
    for name in list(os.environ):
        if name not in KEPT:
            monkeypatch.delenv(name)
    folder = tmp_path / "home"
    (folder / "project").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.chdir(folder / "project")
    return folder


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests' own tools instead of the packaged ones."""
    folder = tmp_path / "lists"
    folder.mkdir()
    monkeypatch.setattr(lists, "FOLDER", str(offered.write(folder)))
    monkeypatch.syspath_prepend(folder)
