"""
What the event loop is loaded without, until somebody uses it.

Trio's package loads all that there is in Trio, and with it sixty modules that reading a page does
not need. Here each of its names loads the part that it is in. The table is checked against Trio.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType

from headwater.kernel.later import Waiting, postpone
from headwater.kernel.remember import remembering

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

# Imported whole by Trio, attrs, msgspec or us; used when something is out of the ordinary.
_LATE = (
    "base64 ctypes difflib hashlib hmac html idna logging pkgutil platform secrets shutil ssl "
    "subprocess tempfile "
    "attr.filters attrs.converters attrs.exceptions attrs.filters attrs.setters attrs.validators "
    "msgspec.inspect msgspec.toml msgspec.yaml"
)

_TRIO = {
    "_core": "BrokenResourceError BusyResourceError Cancelled CancelScope ClosedResourceError "
    "EndOfChannel Nursery RunFinishedError TASK_STATUS_IGNORED TaskStatus TrioInternalError "
    "WouldBlock current_effective_deadline current_time open_nursery run",
    "_channel": "MemoryChannelStatistics MemoryReceiveChannel MemorySendChannel as_safe_channel "
    "open_memory_channel",
    "_file_io": "open_file wrap_file",
    "_highlevel_generic": "StapledStream aclose_forcefully",
    "_highlevel_open_tcp_listeners": "open_tcp_listeners serve_tcp",
    "_highlevel_open_tcp_stream": "open_tcp_stream",
    "_highlevel_serve_listeners": "serve_listeners",
    "_highlevel_socket": "SocketListener SocketStream",
    "_signals": "open_signal_receiver",
    "_ssl": "NeedHandshakeError SSLListener SSLStream",
    "_subprocess": "Process run_process",
    "_sync": "CapacityLimiter Condition Event Lock Semaphore StrictFIFOLock",
    "_timeouts": "TooSlowError fail_after fail_at move_on_after move_on_at sleep sleep_forever "
    "sleep_until",
}
_LOWLEVEL = {
    "_core": "Abort ParkingLot ParkingLotStatistics RaiseCancelT RunStatistics RunVar RunVarToken "
    "Task TrioToken UnboundedQueue UnboundedQueueStatistics add_instrument add_parking_lot_breaker "
    "cancel_shielded_checkpoint checkpoint checkpoint_if_cancelled current_clock current_root_task "
    "current_statistics current_task current_trio_token currently_ki_protected "
    "disable_ki_protection enable_ki_protection in_trio_run in_trio_task notify_closing "
    "permanently_detach_coroutine_object reattach_detached_coroutine_object remove_instrument "
    "remove_parking_lot_breaker reschedule spawn_system_task start_guest_run start_thread_soon "
    "temporarily_detach_coroutine_object wait_readable wait_task_rescheduled wait_writable",
    "_socket": "encode_hostname",
    "_subprocess": "open_process",
    "_unix_pipes": "FdStream",
}
_IMPLEMENTATION = "PyPy" if sys.implementation.name == "pypy" else "CPython"
_MODULES = "abc from_thread lowlevel socket to_thread"


def _by_name(table: dict[str, str]) -> dict[str, str]:
    return {name: f"trio.{part}" for part, names in table.items() for name in names.split()}


PACKAGES = {
    "inspect": {"iscoroutine": "headwater.kernel.coroutine"},  # asked of all that a thread returns
    "trio": _by_name(_TRIO) | {name: f"trio.{name}" for name in _MODULES.split()},
    "trio.lowlevel": _by_name(_LOWLEVEL),
}


@contextmanager
def loading(late: Iterable[str] = ()) -> Iterator[None]:
    """
    Load Trio and msgspec lean; the block may import what builds on them.

    Modules named in `late` wait for their first use. Where Trio or msgspec are loaded already, it
    does nothing.
    """
    if "trio" in sys.modules or "msgspec" in sys.modules:
        yield
        return
    postpone([*_LATE.split(), *late], PACKAGES)
    with remembering():
        _load()
        yield


def _load() -> None:
    """
    Import msgspec and Trio's core without what they only ask one question.

    Python has what msgspec looks for in typing_extensions. Trio names its threads for the operating
    system: to find out how, it loads ctypes, and that starts a program to look for a library. attrs
    looks at one signature and does without where that fails.
    """
    named = {"system": lambda: os.uname().sysname, "python_implementation": lambda: _IMPLEMENTATION}
    ctypes = _no_libraries()
    with (
        _meanwhile("platform", **named),
        _meanwhile("inspect", signature=_refuse),
        _meanwhile("logging", getLogger=_Logger),
        _instead(typing_extensions=None, **{"ctypes": ctypes, "ctypes.util": ctypes}),
    ):
        import_module("msgspec")
        import_module("trio._core")


@contextmanager
def _meanwhile(name: str, **values: object) -> Iterator[None]:
    """Let a module that waits have these, until it is loaded or the block ends."""
    module = import_module(name)
    if not isinstance(module, Waiting):
        yield
        return
    vars(module).update(values)
    try:
        yield
    finally:
        if type(module) is Waiting:
            for key in values:
                delattr(module, key)


@contextmanager
def _instead(**modules: ModuleType | None) -> Iterator[None]:
    """Let what is imported meanwhile find these; None is a module that is not installed."""
    ours = {name: module for name, module in modules.items() if name not in sys.modules}
    sys.modules |= ours  # type: ignore[arg-type]  # None has a meaning here
    try:
        yield
    finally:
        for name in ours:
            del sys.modules[name]


def _no_libraries() -> ModuleType:
    """A ctypes, and its util, that finds nothing."""
    found = ModuleType("ctypes")
    vars(found).update(util=found, find_library=lambda _: None, CDLL=_refuse)
    return found


def _refuse(what: object) -> NoReturn:
    raise ValueError(f"{what} is not looked at while loading")


class _Logger:
    """A logger that is made when it is used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> object:
        """As the logger has it."""
        found: object = getattr(import_module("logging").getLogger(self._name), name)
        return found
