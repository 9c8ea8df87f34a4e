"""Files that others depend on. `make golden` rewrites them; a reviewer reads the difference."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import golden

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("path", sorted(golden.files()))
def test_the_file_says_what_the_code_says(path: str) -> None:
    kept = (ROOT / path).read_bytes()
    assert kept.decode() == golden.files()[path].decode(), "run `make golden` and read the change"
