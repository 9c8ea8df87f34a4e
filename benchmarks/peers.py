"""Other servers, measured in the same run. Each lives in an environment of its own."""

from __future__ import annotations

import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path

from benchmarks.case import Case, Measured
from benchmarks.cases import stdio

FOLDER = Path(__file__).parents[1] / "build" / "peers"
PINNED = {"web-researcher-mcp": "1.50.4", "mcp-server-fetch": "2026.10.24"}


def cases() -> list[Case]:
    """Start to the first answer, ours against each peer's: a ratio below one is ours ahead."""
    found = []
    for name in PINNED:
        command = _install(name)
        found.append(Case(f"start/{name}"[:30], f"our start against {name}", _start(command, name)))
    binary = _bundled(_install("web-researcher-mcp"))
    if binary is not None:
        about = "our start against web-researcher-mcp's bare binary"
        found.append(Case("start/bare", about, _start(binary, "the bare binary")))
    return found


def _start(command: list[str], name: str) -> Callable[[], Measured]:
    return lambda: Measured(stdio.first_answer(), stdio.first_answer(command), name)


def _install(name: str) -> list[str]:
    folder = FOLDER / name
    program = folder / "bin" / name
    if not program.exists():
        venv.create(folder, with_pip=True, clear=True)
        pinned = f"{name}=={PINNED[name]}"
        install = [str(folder / "bin/python"), "-m", "pip", "install", "--quiet", pinned]
        subprocess.run(install, check=True, stdout=sys.stderr)
    return [str(program)]


def _bundled(command: list[str]) -> list[str] | None:
    """The program inside the peer's wheel, without the Python that starts it."""
    environment = Path(command[0]).parents[1]
    found = sorted(environment.glob("lib/python*/site-packages/web_researcher_mcp/bin/*"))
    return [str(found[0])] if found else None
