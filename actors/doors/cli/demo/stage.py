"""How a demonstration goes: steps in order, each timed, each checking its own result."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from headwater.actors.doors.cli.client import Answer, Client, ServerSilent
from headwater.actors.doors.cli.demo.site import BROKEN, ENGINE, Site, serving

# The site is on loopback, which is private; its address is the only one that is allowed.
CONFINED = {"ALLOW_PRIVATE_IPS": "true", "ALLOWED_DOMAINS": "127.0.0.1"}

State = Literal["ok", "off", "not offered"]


class Off(Exception):
    """A result that is not what it should be; the message says in what."""


class Shown(Struct, frozen=True):
    """What a step has to show; `seconds` where the step's own time says more than its whole."""

    lines: Sequence[str]
    seconds: float | None = None


class Stage:
    """What steps work with: the server, the site, and what happened so far."""

    def __init__(self, client: Client, site: Site) -> None:
        self.client = client
        self.site = site
        self.offered: set[str] = set()
        self.called: dict[str, int] = {}
        self.session = ""  # that steps share

    def call(self, tool: str, arguments: dict[str, Any]) -> Answer:
        """Call a tool; calls are counted, because the server says that it counts them too."""
        self.called[tool] = self.called.get(tool, 0) + 1
        return self.client.request("tools/call", {"name": tool, "arguments": arguments})


class Step(Struct, frozen=True):
    """One thing to show. A step that needs a tool is left out where the tool is not offered."""

    title: str
    act: Callable[[Stage], Shown]
    tool: str = ""


class Outcome(Struct, frozen=True, rename="camel"):
    """How a step went."""

    title: str
    state: State
    milliseconds: float
    lines: Sequence[str]


def perform(
    steps: Sequence[Step], command: Sequence[str], environ: Mapping[str, str]
) -> Iterator[Outcome]:
    """
    Each step's outcome as it comes. A server that falls silent ends the demonstration.

    What the server keeps is gone afterwards, and it may read nothing beyond loopback.
    """
    with (
        tempfile.TemporaryDirectory(prefix="headwater-demo-") as home,
        serving() as site,
        Client(
            command, {**environ, **CONFINED, **_engines(site), "HEADWATER_HOME": home}
        ) as client,
    ):
        stage = Stage(client, site)
        for step in steps:
            outcome, ended = _try(step, stage)
            yield outcome
            if ended:
                return


def _engines(site: Site) -> dict[str, str]:
    """Two search engines, both at the site, of which the first one is broken; and no other."""
    return {
        "SEARCH_ROUTING": "brave,searxng",
        "SEARCH_PROVIDER": "",
        "BRAVE_API_KEY": "demonstration",
        "HEADWATER_BRAVE_URL": site.origin + BROKEN,
        "SEARXNG_URL": site.origin + ENGINE,
    }


def _try(step: Step, stage: Stage) -> tuple[Outcome, bool]:
    if step.tool and step.tool not in stage.offered:
        lines = [f"{step.tool} is not offered in this build"]
        return Outcome(step.title, "not offered", 0.0, lines), False
    started = time.perf_counter()
    try:
        shown = step.act(stage)
    except (Off, ServerSilent, KeyError, TypeError) as error:
        spent = _milliseconds(time.perf_counter() - started)
        return Outcome(step.title, "off", spent, [_reason(error)]), isinstance(error, ServerSilent)
    spent = time.perf_counter() - started if shown.seconds is None else shown.seconds
    return Outcome(step.title, "ok", _milliseconds(spent), shown.lines), False


def _reason(error: Exception) -> str:
    ours = isinstance(error, Off | ServerSilent)
    return str(error) if ours else f"the answer has another shape: {error!r}"


def _milliseconds(seconds: float) -> float:
    return round(seconds * 1000, 3)
