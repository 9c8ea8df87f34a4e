"""The door of a run's helper: `headwater bulk` starts one for each core but its own."""

from __future__ import annotations

import os

import trio

from headwater.actors.bulk.helper import help_out
from headwater.actors.doors.mcp.lists import Lists
from headwater.actors.packaged import Packaged
from headwater.actors.settings import Settings
from headwater.kernel.environment import gather
from headwater.kernel.settings import load

if __name__ == "__main__":
    given = gather(os.environ)
    trio.run(help_out, load(Settings, given), Packaged(Lists.load(given)))
