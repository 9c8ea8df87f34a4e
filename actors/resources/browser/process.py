"""The browser's process, with all of its children."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

import trio

from headwater.actors.messages.faults import BrowserUnavailable
from headwater.actors.resources.browser import keeper
from headwater.actors.resources.browser.flags import flags
from headwater.actors.resources.browser.line import Gone, Line

START = 15.0  # seconds for the first answer
END = 3.0  # seconds for the last of its processes to be gone
PREFIX = "headwater-browser-"
LOG = "log"  # what it says while it starts, in its profile
INHERITED = ("PATH", "LANG", "LC_ALL", "TZ", "FONTCONFIG_PATH", "XDG_RUNTIME_DIR")  # and no key


@asynccontextmanager
async def running(program: str, proxy: tuple[str, int]) -> AsyncIterator[Line | BrowserUnavailable]:
    """A browser that answers, or why there is none. At the end of the block nothing is left."""
    with _profile() as profile:
        life, commands, events = os.pipe(), os.pipe(), os.pipe()
        ours = _Ends(life[1], commands[1], events[0])
        with closing(ours):
            theirs = (life[0], commands[0], events[1])
            try:
                process = await _start([program, *flags(profile, proxy)], theirs, profile)
            finally:
                for end in theirs:
                    os.close(end)
            try:
                async with trio.open_nursery() as nursery:
                    line = Line(ours.commands, ours.events)
                    nursery.start_soon(line.run)
                    yield await _greet(line, profile)
                    nursery.cancel_scope.cancel()
            finally:
                await _end(process, ours)


class _Ends:
    """Our ends of the three pipes."""

    def __init__(self, life: int, commands: int, events: int) -> None:
        self._life = life
        self.commands = trio.lowlevel.FdStream(commands)
        self.events = trio.lowlevel.FdStream(events)

    def release(self) -> None:
        """Tell the keeper that it is over."""
        if self._life >= 0:
            os.close(self._life)
            self._life = -1

    def close(self) -> None:
        self.release()
        self.commands.close()
        self.events.close()


async def _start(command: list[str], ends: tuple[int, int, int], profile: str) -> trio.Process:
    log = os.open(Path(profile, LOG), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        return await trio.lowlevel.open_process(
            [sys.executable, "-I", "-S", keeper.__file__, *map(str, ends), *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=log,
            pass_fds=ends,
            env=_environment(os.environ, profile),
        )
    finally:
        os.close(log)


async def _greet(line: Line, profile: str) -> Line | BrowserUnavailable:
    """Wait for its first answer."""
    try:
        with trio.fail_after(START):
            await line.greet()
    except Gone:
        said = f"chrome launch failed: {_last_words(profile)}"
    except trio.TooSlowError:
        said = f"chrome did not answer in {START:g} s"
    else:
        return line
    return BrowserUnavailable(said, reason="launch")


async def _end(process: trio.Process, ours: _Ends) -> None:
    """The keeper kills and reaps them all; should it be stuck, it is killed, and they with it."""
    ours.release()
    with trio.move_on_after(END, shield=True):
        await process.wait()
        return
    process.kill()
    with trio.CancelScope(shield=True):
        await process.wait()


@contextmanager
def _profile() -> Iterator[str]:
    """An own folder, gone afterwards; what a killed server left is removed at the next start."""
    _sweep(Path(tempfile.gettempdir()))
    path = tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-")
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def _sweep(folder: Path) -> None:
    for path in folder.glob(f"{PREFIX}*"):
        owner = path.name.removeprefix(PREFIX).partition("-")[0]
        if owner.isdigit() and not _is_running(int(owner)):
            shutil.rmtree(path, ignore_errors=True)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def _last_words(profile: str) -> str:
    """The last line that it wrote, without where in its source it was written."""
    lines = Path(profile, LOG).read_text(errors="replace").strip().splitlines()
    return lines[-1].rpartition("] ")[2][:200] if lines else "it ended at once"


def _environment(environ: Mapping[str, str], profile: str) -> dict[str, str]:
    kept = {name: environ[name] for name in INHERITED if name in environ}
    return {**kept, "HOME": profile, "TMPDIR": profile}
