"""What `headwater store` does once the store is open."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from typing import Any

import msgspec

from headwater.actors.doors.cli import records
from headwater.actors.doors.cli.command import FAILED, FINE
from headwater.actors.doors.cli.console import Console
from headwater.actors.resources.pages import CONTENTS, PAGES
from headwater.actors.resources.store import inspect
from headwater.actors.resources.store.inspect import Row, ShelfInfo, Shown
from headwater.actors.resources.store.store import Store


def info(store: Store, options: Namespace, console: Console) -> int:
    """Both shelves at a glance."""
    shelves = inspect.info(store)
    if options.json:
        console.json({"shelves": [_camel(shelf) for shelf in shelves]})
        return FINE
    headers = ["shelf", "records", "damaged", "used", "at most", "file", "set aside"]
    console.table(headers, [_shelf_cells(shelf) for shelf in shelves])
    console.say("", *(f"{shelf.name}: {shelf.folder}" for shelf in shelves))
    return FINE


def ls(store: Store, options: Namespace, console: Console) -> int:
    """The newest records."""
    rows = inspect.ls(store, options.table, options.limit + 1)
    more, rows = len(rows) > options.limit, rows[: options.limit]
    if options.json:
        console.json({"records": rows, "more": more})
        return FINE
    if rows:
        headers = ["table", "name", "size", "written", "until"]
        console.table(headers, [records.cells(row) for row in rows])
        console.say("")
    counted = f"{len(rows):,} record{'' if len(rows) == 1 else 's'}"
    console.say(f"the newest {counted}; --limit shows more" if more else counted)
    return FINE


def show(store: Store, options: Namespace, console: Console) -> int:
    """One record: what is known about it, and what it holds."""
    found = inspect.show(store, options.table, options.name)
    if found is None:
        return _absent(options, console)
    payloads = [*found.payloads, *_content(store, found)]
    if options.json:
        shown = [records.for_programs(payload) for payload in payloads]
        console.json({"record": found.row, "payloads": shown})
        return FINE
    console.say(*_head(found.row))
    for payload in payloads:
        console.say("", *records.for_people(payload, console.width))
    return FINE


def _content(store: Store, found: Shown) -> tuple[bytes, ...]:
    """Of a page, the content that its entry points at."""
    entry = records.read(found.payloads[-1]) if found.row.table == PAGES else None
    identity = entry.get("content_id") if isinstance(entry, dict) else None
    content = inspect.show(store, CONTENTS, str(identity)) if identity else None
    return () if content is None else content.payloads


def gc(store: Store, options: Namespace, console: Console) -> int:
    """Remove what nobody needs."""
    cleaned = inspect.gc(store)
    if options.json:
        console.json(_camel(cleaned))
        return FINE
    aside = records.size(cleaned.set_aside)
    console.say(f"removed {cleaned.expired:,} expired and {aside} of damaged files")
    return FINE


def rm(store: Store, options: Namespace, console: Console) -> int:
    """Remove one record."""
    removed = inspect.rm(store, options.table, options.name)
    if not removed:
        return _absent(options, console)
    console.json({"removed": removed}) if options.json else console.say(f"removed {removed:,}")
    return FINE


def export(store: Store, options: Namespace, console: Console) -> int:
    """Every record, one line each."""
    for record in inspect.export(store, options.table):
        console.raw(msgspec.json.encode(record))
    return FINE


def _absent(options: Namespace, console: Console) -> int:
    named = f"{records.line(options.table)} {records.line(options.name)}"
    console.complain(f"headwater: nothing is kept under {named}; `headwater store ls` lists names")
    return FAILED


def _shelf_cells(shelf: ShelfInfo) -> list[str]:
    counted = [f"{records.line(table)} {count:,}" for table, count in shelf.records.items()]
    cap = "no limit" if shelf.cap is None else records.size(shelf.cap)
    sizes = [records.size(shelf.used), cap, records.size(shelf.file), records.size(shelf.set_aside)]
    return [shelf.name, ", ".join(counted) or "none", f"{shelf.damaged:,}", *sizes]


def _head(row: Row) -> list[str]:
    times = f"written {records.moment(row.written)}, expires {records.until(row)}"
    named = f"{records.line(row.table)} {records.line(row.name)}"
    return [named, f"{times}, {records.size(row.bytes)}"]


def _camel(value: msgspec.Struct) -> dict[str, Any]:
    """Names as in every other document for programs."""
    fields = msgspec.structs.asdict(value)
    return {"setAside" if name == "set_aside" else name: item for name, item in fields.items()}


ACTIONS: dict[str, Callable[[Store, Namespace, Console], int]] = {
    "info": info,
    "ls": ls,
    "show": show,
    "gc": gc,
    "rm": rm,
    "export": export,
}
