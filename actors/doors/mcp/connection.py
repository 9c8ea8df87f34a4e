"""One client's conversation over a stream of lines: ids, cancellation, batches, order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import trio

from headwater._native import member, read_frame
from headwater.actors.doors.mcp import frames, revisions
from headwater.actors.doors.mcp.caller import ClientRefused, RequestCaller
from headwater.actors.doors.mcp.revisions import Refusal
from headwater.actors.doors.mcp.watchers import UPDATED
from headwater.kernel.trace import log

if TYPE_CHECKING:
    from collections.abc import Callable

    from headwater._native import Frame
    from headwater.actors.doors.mcp.greeting import Greeting
    from headwater.actors.doors.mcp.methods import Methods

Id = str | int


class Connection:
    """
    Takes lines, sends lines. `send` never waits; it takes a whole frame and adds the line's end.

    Requests that need the kernel run as tasks of `nursery`, so that answers come in the order in
    which they are ready.
    """

    def __init__(
        self,
        greeting: Greeting,
        methods: Methods,
        send: Callable[[bytes], None],
        nursery: trio.Nursery,
    ) -> None:
        self.greeting = greeting
        self._methods = methods
        self._send = send
        self._nursery = nursery
        self._running: dict[Id, trio.CancelScope] = {}
        self._asked: dict[Id, _Question] = {}
        self._questions = 0
        self._idle = trio.Event()
        methods.watchers.watch(greeting.watched, self._changed)

    def receive(self, line: bytes | None) -> None:
        """Deal with one line; None is a line that was too long to keep."""
        if line is None:
            text = f"a line may have at most {frames.LONGEST} bytes"
            self._send(frames.error(None, revisions.INVALID_REQUEST, text))
            return
        frame = read_frame(line)
        if frame.kind == "batch":
            self._receive_batch(frame)
        else:
            self._receive_one(frame, self._reply)

    async def drain(self, seconds: float) -> None:
        """Let what is in flight finish for a while; answer what does not with an error."""
        with trio.move_on_after(seconds):
            while self._running:
                self._idle = trio.Event()
                await self._idle.wait()
        for scope in self._running.values():
            scope.cancel()

    def _reply(self, answer: bytes) -> None:
        """Send an answer; an empty one stands for a request that was cancelled."""
        if answer:
            self._send(answer)

    def _receive_one(self, frame: Frame, reply: Callable[[bytes], None]) -> None:
        if frame.kind == "request":
            self._receive_request(frame, reply)
        elif frame.kind == "notification":
            self._receive_news(frame)
        elif frame.kind in {"response", "failure"}:
            self._receive_answer(frame)
        elif frame.kind == "invalid":
            reply(frames.error(frame.id, frame.code, frame.problem))

    def _receive_batch(self, frame: Frame) -> None:
        """Only one revision has batches; its answers go out together, as it says."""
        if self.greeting.revision != "2025-03-26":
            text = "batches are part of revision 2025-03-26 only; send one frame per line"
            self._send(frames.error(None, revisions.INVALID_REQUEST, text))
            return
        parts = [read_frame(part) for part in frame.parts]
        batch = _Batch(sum(part.kind in {"request", "invalid"} for part in parts), self._send)
        for part in parts:
            self._receive_one(part, batch.add)

    def _receive_request(self, frame: Frame, reply: Callable[[bytes], None]) -> None:
        request, method = frame.id or b"null", frame.method or ""
        try:
            body = self.greeting.answer(method, frame.params)
            if body is None:
                self._start(frame, reply)
            else:
                reply(frames.result(request, body))
        except Refusal as refusal:
            reply(frames.error(request, refusal.code, refusal.message, refusal.data))

    def _start(self, frame: Frame, reply: Callable[[bytes], None]) -> None:
        key = _key(frame.id)
        if key is None or key in self._running:
            raise Refusal(revisions.INVALID_REQUEST, "the id is in use, or is no id at all")
        revision = self.greeting.revision_of(frame.method or "", frame.params or b"{}")
        self._running[key] = trio.CancelScope()
        self._nursery.start_soon(self._run, key, frame, revision, reply)

    async def _run(
        self,
        key: Id,
        frame: Frame,
        revision: str,
        reply: Callable[[bytes], None],
    ) -> None:
        """Answer one request; a cancelled one is not answered, unless it is we who go away."""
        request = frame.id or b"null"
        caller = _Caller(self, frame.params, revision, key)
        answer = frames.error(request, revisions.INTERNAL_ERROR, "the server is shutting down")
        with self._running[key] as scope:
            try:
                body = await self._methods.answer(
                    frame.method or "", frame.params, revision, caller
                )
                answer = frames.result(request, body)
            except Refusal as refusal:
                answer = frames.error(request, refusal.code, refusal.message, refusal.data)
        cancelled = self._running.get(key) is not scope  # by the client, which took it out
        reply(b"" if cancelled else answer)
        if not cancelled:
            del self._running[key]
        if not self._running:
            self._idle.set()

    def _receive_news(self, frame: Frame) -> None:
        if frame.method != "notifications/cancelled":
            return  # initialized, progress, roots: nothing of ours depends on them
        key = _key(member(frame.params or b"{}", "requestId"))
        scope = None if key is None else self._running.pop(key, None)
        if scope is not None:
            scope.cancel()

    def _receive_answer(self, frame: Frame) -> None:
        key = _key(frame.id)
        question = None if key is None else self._asked.pop(key, None)
        if question is None:
            log("stray_answer")
        else:
            question.answer(frame.params or b"{}", failed=frame.kind == "failure")

    def _changed(self, uri: str) -> None:
        self.notify(UPDATED, {"uri": uri})

    def notify(self, method: str, params: dict[str, Any]) -> None:
        """Send a notification."""
        body = {"jsonrpc": "2.0", "method": method, "params": params}
        self._send(msgspec.json.encode(body))

    async def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Ask the client and wait for its answer."""
        self._questions += 1
        key = f"headwater-{self._questions}"
        question = self._asked[key] = _Question()
        body = {"jsonrpc": "2.0", "id": key, "method": method, "params": params}
        self._send(msgspec.json.encode(body))
        try:
            return await question.wait()
        finally:
            self._asked.pop(key, None)


class _Caller(RequestCaller):
    """The way back to the client from one request."""

    def __init__(
        self, connection: Connection, params: bytes | None, revision: str, request: Id
    ) -> None:
        super().__init__(connection.greeting, params, revision, request)
        self._connection = connection

    def notify(self, method: str, params: dict[str, Any]) -> None:
        self._connection.notify(method, params)

    async def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        return await self._connection.request(method, params)


class _Question:
    """A request of ours that the client has not answered yet."""

    def __init__(self) -> None:
        self._answered = trio.Event()
        self._payload: Any = None
        self._failed = False

    def answer(self, payload: bytes, *, failed: bool) -> None:
        try:
            self._payload = msgspec.json.decode(payload)
        except (msgspec.DecodeError, RecursionError):
            failed = True
        self._failed = failed
        self._answered.set()

    async def wait(self) -> dict[str, Any]:
        await self._answered.wait()
        if self._failed or not isinstance(self._payload, dict):
            raise ClientRefused("the client refused the request")
        return self._payload


class _Batch:
    """Collects the answers of a batch and sends them as one array."""

    def __init__(self, expected: int, send: Callable[[bytes], None]) -> None:
        self._left = expected
        self._answers: list[bytes] = []
        self._send = send

    def add(self, answer: bytes) -> None:
        """One answer; an empty one stands for a request that was cancelled."""
        self._left -= 1
        if answer:
            self._answers.append(answer)
        if not self._left and self._answers:
            self._send(b"[" + b",".join(self._answers) + b"]")


def _key(raw: bytes | None) -> Id | None:
    """An id as a value, because the same id may be written in more than one way."""
    try:
        value = msgspec.json.decode(raw or b"null")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return value if isinstance(value, Id) else None
