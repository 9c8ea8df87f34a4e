"""What `headwater sessions` does once the server's inside is running."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from headwater.actors.doors.cli import records
from headwater.actors.doors.cli.caller import Watcher
from headwater.actors.doors.cli.command import FAILED, FINE
from headwater.actors.doors.cli.console import Console
from headwater.actors.doors.cli.render import printable, render
from headwater.actors.messages.artifacts import LOCAL, ReadArtifact
from headwater.actors.messages.calls import CallTool, Text
from headwater.actors.messages.sessions import SOLE, ListSessions, RemoveSession, SessionSummary
from headwater.actors.service import serving
from headwater.kernel.faults import Fault

if TYPE_CHECKING:
    from headwater.actors.settings import Settings
    from headwater.kernel.actor import Pipe
    from headwater.kernel.inventory import Inventory


class Done:
    """What is to be said, when nothing else can be printed in between any more."""

    def __init__(self, say: Callable[[Console], None], code: int = FINE) -> None:
        self._say = say
        self._code = code

    def show(self, console: Console) -> int:
        """Say it; the exit code."""
        self._say(console)
        return self._code


async def act(
    settings: Settings, inventory: Inventory, options: Namespace, console: Console
) -> Done:
    """One action, from opening the store to closing it."""
    quiet = msgspec.structs.replace(settings, audit=False)
    async with serving(quiet, inventory) as service:
        pipe = service.kernel
        try:
            if options.what == "ls":
                return _list(await _sessions(pipe), options)
            identity = _find(await _sessions(pipe), options.id)
            if options.what == "rm":
                await pipe.ask(RemoveSession(owner=SOLE, id=identity))
                return _say(f"removed {identity}", {"removed": identity}, options)
            if options.what == "show":
                return await _show(pipe, identity, options, console)
            return await _export(pipe, identity, options, console)
        except Fault as fault:
            said = printable(f"headwater: {fault}")
            return Done(lambda console: console.complain(said), FAILED)


async def _sessions(pipe: Pipe) -> tuple[SessionSummary, ...]:
    return (await pipe.ask(ListSessions(owner=SOLE))).sessions


def _find(sessions: tuple[SessionSummary, ...], start: str) -> str:
    """The session whose id starts so; one whose list entry is damaged is found by its whole id."""
    found = [session.id for session in sessions if session.id.startswith(start)]
    if len(found) > 1:
        raise Fault(f"{start} names {len(found)} sessions; write more of the ID")
    return found[0] if found else start


def _list(sessions: tuple[SessionSummary, ...], options: Namespace) -> Done:
    if options.json:
        rows = [
            {"id": one.id, "goal": one.goal, "started": one.started, "lastUsed": one.last_used}
            for one in sessions
        ]
        return Done(lambda console: console.json({"sessions": rows}))
    if not sessions:
        return Done(lambda console: console.say("there are no sessions"))
    cells = [
        [one.id, records.moment(one.started), records.moment(one.last_used), records.line(one.goal)]
        for one in sessions
    ]
    return Done(lambda console: console.table(["id", "started", "last used", "goal"], cells))


async def _show(pipe: Pipe, identity: str, options: Namespace, console: Console) -> Done:
    step = {"stepId": options.step} if options.step is not None else {}
    watcher = Watcher("get_research_session", console)
    view = await _call(pipe, watcher, {"sessionId": identity, **step})
    if options.json:
        return Done(lambda console: console.json(view))
    return Done(lambda console: console.say(*render(view, console.width)))


async def _export(pipe: Pipe, identity: str, options: Namespace, console: Console) -> Done:
    arguments = {"sessionId": identity, "format": options.format}
    arguments |= {"verify_links": options.verify_links}
    view = await _call(pipe, Watcher("research_export", console), arguments)
    body = await _body(pipe, view)
    if not options.output:
        return Done(lambda console: console.raw(body.rstrip(b"\n")))
    _write(options.output, body)
    told = {"written": options.output, "bytes": len(body)}
    return _say(f"wrote {options.output}, {records.size(len(body))}", told, options)


def _write(path: str, body: bytes) -> None:
    try:
        Path(path).write_bytes(body)
    except OSError as problem:
        raise Fault(f"cannot write {path}: {problem.strerror}") from None


async def _body(pipe: Pipe, view: dict[str, Any]) -> bytes:
    """The report, wherever it is."""
    if view.get("linked"):
        name = view["resource"].rpartition("/")[2]
        return (await pipe.ask(ReadArtifact(owner=LOCAL, id=name))).body
    document = view["document"]
    return document.encode() if isinstance(document, str) else msgspec.json.encode(document)


async def _call(pipe: Pipe, watcher: Watcher, arguments: dict[str, Any]) -> dict[str, Any]:
    """What a tool gives; what it refuses is a fault."""
    name = watcher.name
    result = await pipe.ask(CallTool(name, msgspec.json.encode(arguments), watcher, progress=name))
    if result.failed:
        texts = [block.text for block in result.blocks if isinstance(block, Text)]
        raise Fault(texts[0].partition("\n\n")[0] if texts else "the call failed")
    view: dict[str, Any] = msgspec.json.decode(result.structured)
    return view


def _say(words: str, document: dict[str, Any], options: Namespace) -> Done:
    if options.json:
        return Done(lambda console: console.json(document))
    return Done(lambda console: console.say(printable(words)))
