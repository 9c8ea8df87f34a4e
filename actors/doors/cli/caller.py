"""Whoever typed a call, as the tool's caller: sees progress, hears warnings, cannot be asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import trio

from headwater.actors.doors.cli.console import Console
from headwater.actors.doors.cli.render import printable
from headwater.kernel.client import Answers, Question
from headwater.kernel.faults import Fault

PATIENCE = 1.0  # seconds without news after which the time is shown
_LOUD = {"warning", "error", "critical", "alert", "emergency"}


class NobodyToAsk(Fault):
    """The tool wanted to ask back, and a command is all there is."""

    code = "client_unavailable"
    hint = "Call the tool from a client that can be asked."


class Watcher:
    """Shows how far a call is, on a terminal's status line."""

    id = 0  # it is the only request there is

    def __init__(self, name: str, console: Console) -> None:
        self.name = name
        self._console = console
        self._news = ""

    def notify(self, method: str, params: dict[str, Any]) -> None:
        """Show progress; print what the tool has to say."""
        if method == "notifications/progress":
            self._news = _progress(params)
            self._console.status(f"{self.name}: {self._news}")
        elif method == "notifications/message":
            self._console.complain(printable(f"{params['level']}: {params['data']}"))

    def offers(self, method: str) -> bool:  # noqa: ARG002
        """A command cannot be asked back."""
        return False

    async def inquire(self, questions: Mapping[str, Question]) -> Answers:
        """A command cannot be asked back."""
        asked = ", ".join(question.method for question in questions.values())
        raise NobodyToAsk(f"{asked} needs somebody to ask")

    def wants_log(self, level: str) -> bool:
        """Everything worth knowing where somebody looks, and warnings elsewhere."""
        return level in _LOUD or (self._console.watched and level != "debug")

    async def tick(self) -> None:
        """Show the time spent, so that a slow call does not look like a hanging one."""
        started = trio.current_time()
        while True:
            await trio.sleep(PATIENCE)
            spent = trio.current_time() - started
            self._console.status(f"{self.name}: {self._news or 'working'} ({spent:.0f} s)")


def _progress(params: dict[str, Any]) -> str:
    done, total = params["progress"], params.get("total")
    share = f"{done:g} of {total:g}" if total else f"{done:g}"
    return printable(f"{share} {params.get('message', '')}".replace("\n", " ").strip())
