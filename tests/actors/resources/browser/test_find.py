from __future__ import annotations

from pathlib import Path

import pytest

from headwater.actors.messages.faults import BrowserUnavailable
from headwater.actors.resources.browser.find import find


def program(path: Path) -> str:
    path.parent.mkdir(parents=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


def test_the_one_that_is_named_wins(tmp_path: Path) -> None:
    named = program(tmp_path / "named" / "browser")
    found = program(tmp_path / "bin" / "chromium")
    assert find(named, {"PATH": str(Path(found).parent)}) == named
    assert find("~/named/browser", {"HOME": str(tmp_path)}) == named


def test_it_is_looked_for_on_the_path_then_where_playwright_keeps_it(tmp_path: Path) -> None:
    kept = tmp_path / ".cache" / "ms-playwright"
    old = program(kept / "chromium-1000" / "chrome-linux" / "chrome")
    new = program(kept / "chromium-1200" / "chrome-linux64" / "chrome")
    (kept / "chromium-1200" / "chrome-linux64" / "icudtl.dat").touch()
    environ = {"HOME": str(tmp_path), "PATH": ""}
    assert find("", environ) == new != old
    elsewhere = program(
        tmp_path / "own" / "chromium_headless_shell-9" / "chrome-linux" / "headless_shell"
    )
    assert find("", {**environ, "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path / "own")}) == elsewhere
    first = program(tmp_path / "bin" / "google-chrome")
    assert find("", {**environ, "PATH": str(Path(first).parent)}) == first


def test_none_is_a_fault_with_its_fix(tmp_path: Path) -> None:
    (tmp_path / "text").touch()
    for chosen, words in (("", "installed"), (str(tmp_path / "text"), "no program at")):
        with pytest.raises(BrowserUnavailable, match=words) as caught:
            find(chosen, {"HOME": str(tmp_path), "PATH": ""})
        assert "CHROME_PATH" in caught.value.hint
