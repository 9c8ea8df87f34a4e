"""Documentation keeps its word: commands run, code runs, links lead somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.server import own_environment

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")


def blocks(kind: str) -> Iterator[object]:
    for page in PAGES:
        for number, (language, body) in enumerate(FENCE.findall(page.read_text())):
            if language == kind:
                yield pytest.param(body, id=f"{page.relative_to(ROOT)}:{number}")


def commands(body: str) -> Iterator[tuple[str, list[str]]]:
    """Each `$ command` with the lines of output shown below it."""
    for piece in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        command, *shown = piece.strip().splitlines()
        yield command, [line.strip() for line in shown if line.strip(" …")]


@pytest.mark.slow
@pytest.mark.parametrize("body", list(blocks("console")))
def test_commands_run_and_print_what_the_page_shows(body: str, tmp_path: Path) -> None:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    home = {**own_environment(), "HOME": str(tmp_path), "PATH": path, "LANG": "C.UTF-8"}
    for command, shown in commands(body):
        done = subprocess.run(
            ["bash", "-c", command],  # noqa: S607 - the shell of whoever reads the page
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=home,
            check=False,
        )
        printed = done.stdout + done.stderr
        assert done.returncode == 0, f"$ {command}\n{printed}"
        for line in shown:
            assert line in printed, f"$ {command}\n{printed}"


@pytest.mark.parametrize("body", list(blocks("python")))
def test_code_runs(body: str) -> None:
    exec(compile(body, "docs", "exec"), {"__name__": "docs"})  # noqa: S102 - our own pages


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_something(page: Path) -> None:
    broken = [link for link in LINK.findall(page.read_text()) if not (page.parent / link).exists()]
    assert broken == []
