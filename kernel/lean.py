"""
What the event loop is loaded without, until somebody uses it.

Trio's package loads all that there is in Trio, and with it sixty modules that reading a page does
not need. Here each of its names loads the part that it is in. The table is checked against Trio.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from headwater.kernel.later import postpone

# Imported whole by Trio, attrs, msgspec or us; used when something is out of the ordinary.
_LATE = (
    "base64 ctypes difflib hashlib hmac html idna pkgutil secrets shutil ssl subprocess tempfile "
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
_MODULES = "abc from_thread lowlevel socket to_thread"


def _by_name(table: dict[str, str]) -> dict[str, str]:
    return {name: f"trio.{part}" for part, names in table.items() for name in names.split()}


PACKAGES = {
    "trio": _by_name(_TRIO) | {name: f"trio.{name}" for name in _MODULES.split()},
    "trio.lowlevel": _by_name(_LOWLEVEL),
}


def install(late: Iterable[str] = ()) -> None:
    """
    Before Trio and msgspec are imported for the first time; later it does nothing.

    Modules named in `late` wait for their first use as well.
    """
    if "trio" not in sys.modules and "msgspec" not in sys.modules:
        postpone([*_LATE.split(), *late], PACKAGES)
