from __future__ import annotations

from collections import Counter
from pathlib import Path

TESTS = Path(__file__).parents[1]


def test_every_file_of_tests_has_a_name_of_its_own() -> None:
    """Tests are no package, so two files of one name cannot both be loaded."""
    names = Counter(path.name for path in TESTS.rglob("test_*.py"))
    assert [name for name, count in names.items() if count > 1] == []
