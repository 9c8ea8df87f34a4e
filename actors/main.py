"""The command `headwater`: starts a door."""

from __future__ import annotations

import os
import sys

from headwater.kernel.environment import BadSetting, gather


def main() -> int:
    """Serve over stdio with as little as possible in between; the rest is the command line."""
    arguments = sys.argv[1:]
    if arguments in (["serve"], []) and not (not arguments and os.isatty(0)):
        try:
            from headwater.actors.doors.stdio import serve

            serve(gather(os.environ))
        except BadSetting as problem:
            sys.stderr.write(f"headwater: {problem}\n")
            return 2
    from headwater.actors.doors.cli import run

    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
