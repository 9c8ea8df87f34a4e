"""
Questions to the client in a revision that has no requests to the client.

The request ends with the questions as its result; the client repeats it with the answers, and the
tool runs again from its start with them at hand. Nothing is kept here between the rounds: answers
of earlier rounds travel with the client as a sealed state.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import os
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec
import trio

from headwater.actors.doors.mcp import revisions
from headwater.actors.doors.mcp.greeting import SERVER
from headwater.actors.doors.mcp.params import RoundParams, decode
from headwater.actors.doors.mcp.revisions import Refusal
from headwater.kernel.client import CapabilityRequired, InputRequired

if TYPE_CHECKING:
    from headwater.actors.messages.calls import Caller
    from headwater.kernel.client import Answers, Question

METHODS = {"tools/call", "prompts/get"}
PATIENCE = 3600.0  # seconds a person may take to answer
SEAL = 32  # bytes of an SHA-256 digest


class State(msgspec.Struct, frozen=True, array_like=True):
    """What travels with the client between two rounds."""

    subject: bytes  # of which request
    until: float  # trio clock, seconds; the key dies with the process, so the clock may too
    answers: dict[str, dict[str, Any]]


class Rounds:
    """Runs requests that may need several rounds, and seals the state in between."""

    def __init__(self) -> None:
        self._key = os.urandom(32)

    async def run(
        self, method: str, raw: bytes, by: Caller, answer: Callable[[Caller], Awaitable[bytes]]
    ) -> bytes:
        """The answer, or the questions that must be answered first."""
        params = decode(raw, RoundParams)
        replay = Replay(by, self._answers(method, params))
        try:
            return await answer(replay)
        except InputRequired as required:
            state = State(_subject(method, params), trio.current_time() + PATIENCE, replay.used)
            return _encode(required.questions, self._seal(state))
        except CapabilityRequired as required:
            data = msgspec.json.encode({"requiredCapabilities": {required.capability: {}}})
            raise Refusal(revisions.CAPABILITY_REQUIRED, str(required), data) from None

    def _answers(self, method: str, params: RoundParams) -> Answers:
        if params.request_state is None:
            return params.input_responses
        state = self._open(params.request_state)
        if state.subject != _subject(method, params):
            raise Refusal(revisions.INVALID_PARAMS, "params.requestState is of another request")
        if state.until < trio.current_time():
            raise Refusal(revisions.INVALID_PARAMS, "params.requestState has expired; start anew")
        return {**params.input_responses, **state.answers}

    def _seal(self, state: State) -> str:
        body = msgspec.msgpack.encode(state)
        return base64.urlsafe_b64encode(self._sign(body) + body).decode()

    def _open(self, text: str) -> State:
        try:
            sealed = base64.b64decode(text.encode(), altchars=b"-_", validate=True)
        except (binascii.Error, UnicodeEncodeError):
            sealed = b""
        if not hmac.compare_digest(sealed[:SEAL], self._sign(sealed[SEAL:])):
            raise Refusal(revisions.INVALID_PARAMS, "params.requestState is not one that we gave")
        return msgspec.msgpack.decode(sealed[SEAL:], type=State)

    def _sign(self, body: bytes) -> bytes:
        return hmac.digest(self._key, body, "sha256")


class Replay:
    """A caller whose answers are those of the rounds so far."""

    def __init__(self, by: Caller, answers: Answers) -> None:
        self._by = by
        self._answers = answers
        self.used: Answers = {}  # what nobody asked for is not carried on
        self.id = by.id
        self.notify = by.notify
        self.wants_log = by.wants_log
        self.offers = by.offers

    async def inquire(self, questions: Mapping[str, Question]) -> Answers:
        """The answers, or InputRequired with the questions that have none yet."""
        for question in questions.values():
            if not self.offers(question.method):
                raise CapabilityRequired(question.capability)
        found = {name: self._answers[name] for name in questions if name in self._answers}
        self.used |= found
        missing = {name: asked for name, asked in questions.items() if name not in found}
        if missing:
            raise InputRequired(missing)
        return found


def _subject(method: str, params: RoundParams) -> bytes:
    """What stays the same from round to round, however its members are ordered."""
    whole = [method, params.name, params.arguments]
    return hashlib.sha256(msgspec.json.encode(whole, order="sorted")).digest()


def _encode(questions: Mapping[str, Question], state: str) -> bytes:
    return b'{"resultType":"input_required","inputRequests":%b,"requestState":"%b",%b}' % (
        msgspec.json.encode(questions),
        state.encode(),
        b'"_meta":{"%b":%b}' % (revisions.SERVER_KEY.encode(), SERVER),
    )
