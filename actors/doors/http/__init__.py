"""
MCP over streamable HTTP, on loopback only.

The `mcp` package carries the messages and hypercorn the bytes; what is said comes from the same
core as over stdio (`doors/mcp`), in every revision.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from headwater.kernel.environment import BadSetting

if TYPE_CHECKING:
    from headwater.kernel.environment import Given


def run(given: dict[str, Given], address: str) -> int:
    """Serve at `address` until a signal ends it; the exit code."""
    from headwater.actors.doors.http import address as addresses
    from headwater.actors.doors.http import process

    try:
        return process.run(given, addresses.parse(address))
    except BadSetting as problem:
        sys.stderr.write(f"headwater: {problem}\n")
        return 2
