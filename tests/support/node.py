"""The JavaScript programs that test us from outside; `npm ci` in tests/conformance brings them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "conformance"
MODULES = FOLDER / "node_modules" / "@modelcontextprotocol"
CONFORMANCE = MODULES / "conformance/dist/index.js"
INSPECTOR = MODULES / "inspector/clients/launcher/build/index.js"
OLDEST = 22


def command(program: Path) -> list[str]:
    """How to run one of them. CI must not skip; elsewhere the test says what is missing."""
    if not program.is_file():
        _missing(f"{program.name} of {program.parents[1].name} is not installed")
    for node in (os.environ.get("HEADWATER_NODE"), FOLDER / "node_modules/.bin/node", "node"):
        found = shutil.which(node) if node else None
        if found and _version(found) >= OLDEST:
            return [found, str(program)]
    _missing(f"there is no Node of version {OLDEST} or later")
    return []


def _version(node: str) -> int:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)", said)
    return int(found[1]) if found else 0


def _missing(what: str) -> None:
    text = f"{what}: run `npm ci` in tests/conformance"
    if os.environ.get("CI"):
        pytest.fail(text)
    pytest.skip(text)
