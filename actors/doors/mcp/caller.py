"""Who sent a request, as the request itself and the handshake tell it. Doors add the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import trio

from headwater._native import member
from headwater.actors.doors.mcp import revisions
from headwater.actors.doors.mcp.greeting import LEVELS
from headwater.kernel.faults import Fault

if TYPE_CHECKING:
    from collections.abc import Mapping

    from headwater.actors.doors.mcp.greeting import Greeting
    from headwater.kernel.client import Answers, Question


class ClientRefused(Fault):
    """The client answered our request with an error, or does not offer what we asked for."""

    code = "client_refused"
    hint = "Use a client that offers this, or call without it."


class RequestCaller:
    """The caller of one request; a door's subclass says how to notify and ask it."""

    def __init__(
        self, greeting: Greeting, params: bytes | None, revision: str, request: str | int
    ) -> None:
        self._greeting = greeting
        self._params = params or b"{}"
        self._revision = revision
        self._request = request

    @property
    def id(self) -> str | int:
        """The request's own name."""
        return self._request

    def notify(self, method: str, params: dict[str, Any]) -> None:
        """Send news; lost when the caller is gone."""
        raise NotImplementedError

    async def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Send a request of ours and wait for the result."""
        raise NotImplementedError

    def wants_log(self, level: str) -> bool:
        """Whether messages of this level are wanted: by the request itself, or by setLevel."""
        if self._revision in revisions.STATELESS:
            raw = member(self._params, revisions.META, revisions.LOG_LEVEL_KEY)
            floor = raw.strip(b'"').decode() if raw else ""
        else:
            floor = self._greeting.log_level or "info"
        return floor in LEVELS and LEVELS.index(level) >= LEVELS.index(floor)

    def offers(self, method: str) -> bool:
        """Whether the client declared the capability that the method belongs to."""
        if self._revision in revisions.STATELESS:
            declared = member(self._params, revisions.META, revisions.CAPABILITIES_KEY) or b"{}"
        else:
            declared = self._greeting.capabilities
        return member(declared, method.split("/", 1)[0]) is not None

    async def inquire(self, questions: Mapping[str, Question]) -> Answers:
        """Ask everything at once; the first refusal counts for all."""
        for question in questions.values():
            if not self.offers(question.method):
                raise ClientRefused(f"the client does not offer {question.capability}")
        answers: Answers = {}
        refused: list[Fault] = []

        async def ask(name: str, question: Question) -> None:
            try:
                answers[name] = await self.request(question.method, question.params)
            except Fault as fault:
                refused.append(fault)
                nursery.cancel_scope.cancel()

        async with trio.open_nursery() as nursery:
            for name, question in questions.items():
                nursery.start_soon(ask, name, question)
        if refused:
            raise refused[0]
        return answers
