"""`headwater serve`: the server, for a client that starts it, or over HTTP."""

from __future__ import annotations

import importlib
import os
from argparse import ArgumentParser, Namespace

from headwater.actors.doors.cli.command import Command, WrongUsage
from headwater.actors.doors.cli.console import Console
from headwater.kernel.environment import Given, gather

EXAMPLES = """\
examples:
  headwater serve                          over standard input and output, as clients start it
  headwater serve --http 127.0.0.1:8080    over streamable HTTP
  headwater serve --toolsets citation      only some of the tools
"""


def arrange(parser: ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("--http", metavar="ADDR", help="serve over HTTP at this address")
    parser.add_argument(
        "--toolsets", metavar="A,B", help="offer these toolsets, whatever the settings say"
    )


def run(options: Namespace, _: Console) -> int:
    """Serve until the client goes away."""
    given = gather(os.environ)
    if options.toolsets is not None:
        if not options.toolsets.strip(" ,"):
            raise WrongUsage("--toolsets takes names separated by commas, or all")
        given["HEADWATER_TOOLSETS"] = Given(options.toolsets, "--toolsets")
    if options.http is not None:
        return _serve_http(given, options.http)
    from headwater.actors.doors.stdio import serve

    return serve(given)


def _serve_http(given: dict[str, Given], address: str) -> int:
    try:
        http = importlib.import_module("headwater.actors.doors.http")
    except ModuleNotFoundError as error:
        if error.name != "headwater.actors.doors.http":
            raise
        raise WrongUsage("this build serves over standard input and output only") from None
    code: int = http.run(given, address)
    return code


COMMAND = Command(
    name="serve",
    summary="Serve a client over standard input and output, or over HTTP.",
    arrange=arrange,
    run=run,
    examples=EXAMPLES,
)
