"""The public conformance suite, run against the HTTP door."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from support import node
from support.fixture_server import fixture_server

EXPECTED = node.FOLDER / "expected-failures.yml"
VERDICT = re.compile(r"^([✓✗]) (\S+): (\d+) passed, (\d+) failed$", re.MULTILINE)


def expected() -> set[str]:
    """The scenarios that we say fail; each line gives its reason."""
    return set(re.findall(r"^  - (\S+) # \S.*$", EXPECTED.read_text(), re.MULTILINE))


def test_every_expected_failure_is_of_an_extension_and_has_a_reason() -> None:
    listed = re.findall(r"^  - (\S+)", EXPECTED.read_text(), re.MULTILINE)
    assert expected() == set(listed)
    assert all(name.startswith("tasks-") for name in listed)


@pytest.mark.slow
@pytest.mark.timeout(120)
@pytest.mark.parametrize(("revision", "fewest"), [("2025-11-25", 33), ("2026-07-28", 50)])
def test_the_suite_fails_only_where_we_say_so(revision: str, fewest: int, tmp_path: Path) -> None:
    """What a revision requires decides its exit code; we also look at what it merely reports."""
    options = ["--requirements", revision, "-o", str(tmp_path)]
    options += ["--expected-failures", str(EXPECTED)]
    with fixture_server() as server:
        done = subprocess.run(
            [*node.command(node.CONFORMANCE), "server", "--url", server.url, *options],
            capture_output=True,
            text=True,
            check=False,
        )
        verdicts = VERDICT.findall(done.stdout)
        failed = {name for mark, name, *_ in verdicts if mark == "✗"}
        assert done.returncode == 0, done.stdout[-3000:]
        assert len(verdicts) >= fewest
        assert failed == expected() & {name for _, name, *_ in verdicts}
        assert server.terminate() == 0
        assert '"event":"bug"' not in server.log.read()
