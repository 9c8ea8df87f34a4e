"""Shared set-up: examples take the time they need, and shared/ is read where it is there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("headwater", deadline=None)
settings.load_profile("headwater")

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference data beside the project. CI always has it, so there nothing may be skipped."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        if os.environ.get("CI"):
            pytest.fail("shared/ is missing, and CI must not skip what reads it")
        pytest.skip("shared/ is not here")
    return folder
