"""The command line: the same kernel, for people and scripts."""

from __future__ import annotations

import os
import sys

from headwater.actors.doors.cli import parser
from headwater.actors.doors.cli.command import INTERRUPTED, UNREAD, USAGE, WrongUsage
from headwater.actors.doors.cli.console import Console
from headwater.kernel.environment import BadSetting


def run(arguments: list[str]) -> int:
    """Do what was typed; the exit code."""
    console = Console(sys.stdout, sys.stderr, os.environ)
    try:
        command, options = parser.parse(arguments)
        return command.run(options, console)
    except SystemExit as leaving:  # how argparse ends, after help and after a mistake
        return leaving.code if isinstance(leaving.code, int) else USAGE
    except (BadSetting, WrongUsage) as problem:
        console.complain(f"headwater: {problem}")
        return USAGE
    except KeyboardInterrupt:
        console.complain("headwater: interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has enough; Python must not complain when it closes the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNREAD
