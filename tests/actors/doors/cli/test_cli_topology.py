from __future__ import annotations

import json
from pathlib import Path

import pytest

from headwater.actors.doors.cli import run

GOLDEN = Path(__file__).parents[3] / "golden" / "topology.txt"


def test_the_topology_is_the_golden_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["topology"]) == 0
    assert capsys.readouterr().out == GOLDEN.read_text()


def test_json_holds_one_row_per_handler(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["topology", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {"actor": "router", "takes": "CallTool", "gives": ["CallResult"]} in rows
