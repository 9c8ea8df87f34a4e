"""
Shared set-up: what a run finds does not depend on when, where or on how busy a machine it runs.

Examples take the time they need, CI tries the same ones each time, and shared/ is read where it
is there.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "headwater",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],  # a busy machine is no fault of the test's
)
settings.register_profile("ci", settings.get_profile("headwater"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "headwater")

ROOT = Path(__file__).parents[1]
NAMED = 60  # characters of a parameter in a test's name


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference data beside the project. CI always has it, so there nothing may be skipped."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        if os.environ.get("CI"):
            pytest.fail("shared/ is missing, and CI must not skip what reads it")
        pytest.skip("shared/ is not here")
    return folder


def pytest_make_parametrize_id(val: object) -> str | None:
    """Bytes are named by their start: a test's name is to be read, and the same in every worker."""
    if isinstance(val, bytes | str) and len(val) > NAMED:
        return repr(val[:NAMED])[:NAMED].strip("b'\"")
    return None
