"""A command as a value, and what its exit code means."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from msgspec import Struct

from headwater.actors.doors.cli.console import Console

FINE = 0
FAILED = 1  # the call or a check failed
USAGE = 2  # wrong usage, or settings that cannot be used
INTERRUPTED = 130  # as shells report Ctrl-C
UNREAD = 141  # as shells report a reader that went away


class WrongUsage(Exception):
    """What was typed cannot be done; the message says why."""


class Command(Struct, frozen=True):
    """One command. `arrange` adds its arguments to a parser; `run` gives the exit code."""

    name: str
    summary: str
    run: Callable[[Namespace, Console], int]
    arrange: Callable[[ArgumentParser], None]
    examples: str = ""


def add_json(parser: ArgumentParser) -> None:
    """The option that every command with a result has."""
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
