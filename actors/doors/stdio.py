"""
MCP over standard input and output.

A client waits for the first answer with nothing else to do, so that answer does not wait for the
event loop: this module answers handshake and lists from pre-encoded bytes with blocking reads,
while a thread imports trio, msgspec and the kernel. The first request that needs them moves the
conversation into the loop (`stream.py`), with everything said so far.
"""

from __future__ import annotations

import _thread
import gc
import os
import select
import sys
import time

from headwater._native import read_frame, share_memory
from headwater.actors.doors.mcp import frames
from headwater.actors.doors.mcp.frames import Lines
from headwater.actors.doors.mcp.greeting import Greeting
from headwater.actors.doors.mcp.lists import Lists
from headwater.actors.doors.mcp.revisions import Refusal
from headwater.kernel.environment import BadSetting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType
    from typing import NoReturn

    from headwater.kernel.environment import Given

INPUT = 0
CHUNK = 65_536  # bytes; the size of a pipe
SOON = 0.1  # seconds without a call after which an ordinary page is prepared for
QUIET = 2.0  # seconds more after which there is time to load what no one has asked for
# What an ordinary page loads besides.
FIRST = (
    "headwater.actors.tools.scrape.scrape_page",
    "headwater.actors.readers.html.reader",
    "headwater.actors.resources.store.opened",
)
# What is imported whole and waits for its first use, which an ordinary page is not.
LATE = (
    "headwater.actors.domain.scrape.raw",
    "headwater.actors.domain.session.events",
    "headwater.actors.domain.session.rules",
    "headwater.actors.domain.session.trail",
    "headwater.actors.resources.browser.find",
    "headwater.actors.resources.browser.line",
    "headwater.actors.resources.browser.page",
    "headwater.actors.resources.browser.process",
    "headwater.actors.resources.browser.proxy",
    "headwater.actors.resources.lenses",
)
# Seconds of a turn while two threads share the interpreter. In short ones the other can answer.
SHORT, USUAL = 0.000_02, 0.005
PAUSE = 0.002  # seconds; loading competes for the interpreter, so it waits for the client to pause


def serve(given: dict[str, Given]) -> NoReturn:
    """
    Serve one client until it goes away, and exit.

    The end is immediate: the loader's thread may be in the middle of an import, and there is
    nothing left that an orderly end of the interpreter would do for anybody.
    """
    share_memory()
    output = claim_output()
    _quit_on_term()
    greeting = Greeting(Lists.load(given), output_schemas=_flag(given, "HEADWATER_OUTPUT_SCHEMAS"))
    lines = Lines()
    loader = Loader(given, [row.module for row in greeting.lists.tools])
    unanswered = _greet(greeting, lines, output, loader)
    code = 0
    if unanswered is not None:
        code = loader.wait().run(given, greeting, lines, unanswered, output)
    sys.stderr.flush()
    os._exit(code)


def claim_output() -> int:
    """
    A descriptor of our own for frames; descriptor 1 becomes standard error.

    Whatever a library prints, in Python or below it, cannot end up between frames.
    """
    output = os.dup(1)
    os.dup2(2, 1)
    return output


class Loader:
    """
    Imports the event loop's side and checks the settings, in a thread.

    Then it imports what an ordinary page needs, and the other tools once the client has paused for
    long: while calls come, a tool that is not called would only take time from those that are.
    """

    def __init__(self, given: dict[str, Given], tools: list[str]) -> None:
        self._given = given
        self._tools = tools
        self._done = _thread.allocate_lock()
        self.started = False
        self._wanted = False
        self._module: ModuleType | None = None
        self._error: BaseException | None = None

    def start(self) -> None:
        """Begin, if it has not begun."""
        if not self.started:
            self.started = True
            self._done.acquire()
            _thread.start_new_thread(self._load, ())

    def wait(self) -> ModuleType:
        """The loaded module."""
        self._wanted = True
        self.start()
        self._done.acquire()
        if self._error is not None:
            raise self._error
        assert self._module is not None  # noqa: S101 - one of the two is set
        return self._module

    def _load(self) -> None:
        sys.setswitchinterval(SHORT)
        gc.disable()  # what is imported stays; looking for garbage in it takes a tenth of the time
        try:
            from headwater.kernel import lean

            lean.install(LATE)
            from headwater.actors.doors import stream

            stream.check(self._given)
            self._module = stream
        except BadSetting as problem:
            # The other thread waits for input; the operator should not have to wait for it too.
            sys.stderr.write(f"headwater: {problem}\n")
            os._exit(2)
        except BaseException as error:  # noqa: BLE001 - raised again where somebody waits
            self._error = error
        finally:
            gc.freeze()
            gc.enable()
            self._done.release()
            sys.setswitchinterval(USUAL)
        self._warm(SOON, FIRST)
        self._warm(QUIET, self._tools)

    def _warm(self, pause: float, modules: Iterable[str]) -> None:
        """Import before somebody calls, as long as nobody does."""
        time.sleep(pause)
        sys.setswitchinterval(SHORT)
        for module in modules:
            if self._module is None or self._wanted:
                break
            self._module.warm(module)
        sys.setswitchinterval(USUAL)


def _greet(
    greeting: Greeting, lines: Lines, output: int, loader: Loader
) -> list[bytes | None] | None:
    """Answer what needs no kernel. The lines that do are returned; None at the end of input."""
    while True:
        if not loader.started and not select.select([INPUT], [], [], PAUSE)[0]:
            loader.start()
        data = os.read(INPUT, CHUNK)
        if not data:
            waiting: list[bytes | None] = [rest] if (rest := lines.rest()).strip() else []
            return _answer_all(greeting, waiting, output) or None
        if unanswered := _answer_all(greeting, lines.feed(data), output):
            return unanswered


def _answer_all(greeting: Greeting, lines: list[bytes | None], output: int) -> list[bytes | None]:
    for place, line in enumerate(lines):
        answer = None if line is None else _answer(greeting, line)
        if answer is None:
            return lines[place:]
        if answer:
            _write(output, answer + b"\n")
    return []


def _answer(greeting: Greeting, line: bytes) -> bytes | None:
    """A frame to send, nothing to send, or None: not without the kernel."""
    frame = read_frame(line)
    if frame.kind == "blank" or (
        frame.kind == "notification" and frame.method == "notifications/initialized"
    ):
        return b""
    if frame.kind != "request" or frame.id is None or frame.method is None:
        return None
    try:
        body = greeting.answer(frame.method, frame.params)
    except Refusal as refusal:
        return frames.error(frame.id, refusal.code, refusal.message, refusal.data)
    return None if body is None else frames.result(frame.id, body)


def _write(output: int, data: bytes) -> None:
    while data:
        data = data[os.write(output, data) :]


def _flag(given: dict[str, Given], name: str) -> bool:
    """A yes or no before the settings can be loaded; they refuse what is neither."""
    item = given.get(name)
    return item is None or str(item.value).strip().lower() not in {"0", "false", "off", "no"}


def _quit_on_term() -> None:
    """Nothing is in flight before the loop runs, so the end may come at once."""
    import _signal  # type: ignore[import-not-found]  # `signal` adds enums, and 4 ms

    _signal.signal(_signal.SIGTERM, lambda *_: os._exit(0))
