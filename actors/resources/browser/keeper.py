"""
Keeps the browser no longer than the server lives. Run as a program, with nothing but Python.

The server holds one end of a pipe, and the system closes it however the server ends, also by
`kill -9`. Then every process that the browser started is killed and reaped here: the browser's
helpers are adopted by this process (a child subreaper, on Linux), so none is left to anybody else.

    keeper.py LIFE COMMANDS EVENTS PROGRAM ARGUMENT...

The first three are descriptors: the pipe, and the two ends that the browser is spoken to with.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import select
import signal
import sys
from pathlib import Path

_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER
_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG
_LOOK = 1.0  # seconds; a parent that is gone is noticed even if somebody else holds the pipe


def main(life: int, commands: int, events: int, command: list[str]) -> None:
    """Start it, wait until it ends or nobody wants it any more, and leave nothing behind."""
    _control(_SUBREAPER, 1)
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    for ending in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(ending, signal.SIG_IGN)  # the pipe says when
    server = os.getppid()
    browser = _start(life, commands, events, command)
    os.close(commands)
    os.close(events)
    while os.getppid() == server:
        ready, _, _ = select.select([life, reader], [], [], _LOOK)
        if life in ready:
            break
        if reader in ready:
            os.read(reader, 4096)
            if browser in _reap():
                break
    _end(browser)


def _start(life: int, commands: int, events: int, command: list[str]) -> int:
    child = os.fork()
    if child:
        return child
    try:
        os.setsid()
        _control(_DEATH_SIGNAL, signal.SIGKILL)
        for ending in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGCHLD):
            signal.signal(ending, signal.SIG_DFL)
        # Chromium reads commands from 3 and writes events to 4; the ends may be in their way.
        high = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in (commands, events)]
        for end in (life, commands, events):
            os.set_inheritable(end, False)
        for end, place in zip(high, (3, 4), strict=True):
            os.dup2(end, place)
        os.execv(command[0], command)  # noqa: S606 - a program and its arguments
    finally:
        os._exit(127)


def _end(browser: int) -> None:
    """Kill its group, then whatever was adopted, until there is nothing left."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(browser, signal.SIGKILL)
    while True:
        for child in _children():
            os.kill(child, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def _reap() -> set[int]:
    gone: set[int] = set()
    while True:
        try:
            child, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return gone
        if not child:
            return gone
        gone.add(child)


def _children() -> list[int]:
    """Those that this process has now; elsewhere than on Linux the group is all there is."""
    path = Path(f"/proc/self/task/{os.getpid()}/children")
    return [int(word) for word in path.read_text().split()] if path.exists() else []


def _control(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])
