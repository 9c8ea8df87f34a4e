"""A client that does research with the real server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from support.replay import Recorded
from support.server import Server

Result = dict[str, Any]

_TEXT = (
    "<title>How rivers rise</title><h1>How rivers rise</h1>"
    + "<p>The river rose in spring and fell in summer, as rivers of this kind always do.</p>" * 6
)
ARTICLE = {"/article": Recorded(_TEXT.encode(), media="text/html; charset=utf-8")}


class Researcher:
    """A client of one server."""

    def __init__(self, server: Server) -> None:
        self.server = server
        server.shake_hands()

    def call(self, tool: str, **arguments: Any) -> Result:
        """The answer's structure."""
        result = self.raw(tool, **arguments)
        assert not result.get("isError"), result
        structured: Result = result["structuredContent"]
        return structured

    def refused(self, tool: str, **arguments: Any) -> str:
        result = self.raw(tool, **arguments)
        assert result["isError"]
        text: str = result["content"][0]["text"]
        return text

    def raw(self, tool: str, **arguments: Any) -> Result:
        answer: Result = self.server.request("tools/call", name=tool, arguments=arguments)
        result: Result = answer["result"]
        return result

    def step(self, number: int, session: str = "", **more: Any) -> Result:
        return self.call("sequential_search", **step(number, session, **more))


def step(number: int, session: str = "", **more: Any) -> Result:
    """The arguments of a step."""
    named = {"sessionId": session} if session else {}
    start = {"searchStep": f"step {number}", "stepNumber": number, "nextStepNeeded": True}
    return {**start, **named, **more}


def open_home(home: Path) -> dict[str, str]:
    """Loopback counts as private, so tests that read pages must allow it."""
    return {"HEADWATER_HOME": str(home), "ALLOW_PRIVATE_IPS": "true"}
