"""What people can see and do about the store: the work behind `headwater store …`."""

from __future__ import annotations

import base64
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from headwater.actors.messages.faults import StoreDamaged
from headwater.actors.resources.store.check import DAMAGED, DATA
from headwater.actors.resources.store.codec import Record

if TYPE_CHECKING:
    from pathlib import Path

    from headwater.actors.resources.store.shelf import Shelf
    from headwater.actors.resources.store.store import Store
    from headwater.kernel.faults import Fault


class ShelfInfo(Struct, frozen=True):
    """One shelf at a glance."""

    name: str
    folder: str
    records: dict[str, int]  # by table
    damaged: int  # records that do not open
    used: int  # bytes
    file: int  # bytes of the data file; what is free in it is used again
    cap: int | None  # bytes; None for a shelf that loses nothing
    set_aside: int  # bytes of a damaged data file that was replaced; gc removes it


class Row(Struct, frozen=True):
    """One record in a list."""

    shelf: str
    table: str
    name: str
    bytes: int
    written: float  # seconds since 1970
    expires: float  # seconds since 1970, or 0 for never


class Shown(Struct, frozen=True):
    """One record with its payloads: one, or several that were appended."""

    row: Row
    payloads: tuple[bytes, ...]


class Cleaned(Struct, frozen=True):
    """What gc removed."""

    expired: int  # records
    set_aside: int  # bytes of damaged files


def info(store: Store) -> list[ShelfInfo]:
    """Both shelves."""
    return [_info(shelf) for shelf in store.shelves]


def ls(store: Store, table: str = "", limit: int = 1000) -> list[Row]:
    """What is kept, newest first. Damaged records have no name to show; `info` counts them."""
    found = [
        _row(shelf, record)
        for shelf in store.shelves
        for record in shelf.scan(table)
        if isinstance(record, Record)
    ]
    return sorted(found, key=lambda row: row.written, reverse=True)[:limit]


def show(store: Store, table: str, name: str) -> Shown | None:
    """Everything under a name, or nothing; StoreDamaged when it does not open."""
    for shelf in store.shelves:
        found = shelf.get_all(table, name)
        sound = [record for record in found if isinstance(record, Record)]
        if found and not sound and isinstance(found[0], StoreDamaged):
            raise found[0]
        if sound:
            return Shown(_row(shelf, sound[-1]), tuple(record.payload for record in sound))
    return None


def gc(store: Store) -> Cleaned:
    """Remove what has expired, and data files that were set aside because they were damaged."""
    expired = freed = 0
    for shelf in store.shelves:
        expired += shelf.open().sweep()
        path = _folder(shelf) / DAMAGED
        if path.exists():
            freed += path.stat().st_size
            path.unlink()
    return Cleaned(expired, freed)


def rm(store: Store, table: str, name: str) -> int:
    """Remove everything under a name; how many records."""
    return sum(_remove(shelf, table, name) for shelf in store.shelves)


def export(store: Store, table: str = "") -> Iterator[dict[str, Any]]:
    """Every record as plain values, payloads in base64; for a file of JSON lines."""
    for shelf in store.shelves:
        for record in shelf.scan(table):
            if isinstance(record, Record):
                yield {
                    "shelf": shelf.place.name,
                    "table": record.table,
                    "name": record.name,
                    "written": record.written,
                    "expires": record.expires,
                    "payload": base64.b64encode(record.payload).decode(),
                }


def _info(shelf: Shelf) -> ShelfInfo:
    opened = shelf.open()
    tables: dict[str, int] = {}
    damaged = 0
    for record in shelf.scan():
        if isinstance(record, Record):
            tables[record.table] = tables.get(record.table, 0) + 1
        else:
            damaged += 1
    folder = _folder(shelf)
    aside = folder / DAMAGED
    return ShelfInfo(
        name=shelf.place.name,
        folder=str(folder),
        records=tables,
        damaged=damaged,
        used=opened.environment.read(opened.environment.pages),
        file=(folder / DATA).stat().st_size,
        cap=shelf.place.cap,
        set_aside=aside.stat().st_size if aside.exists() else 0,
    )


def _row(shelf: Shelf, record: Record) -> Row:
    return Row(
        shelf=shelf.place.name,
        table=record.table,
        name=record.name,
        bytes=len(record.payload),
        written=record.written,
        expires=record.expires,
    )


def _folder(shelf: Shelf) -> Path:
    return shelf.place.home / shelf.place.name


def _remove(shelf: Shelf, table: str, name: str) -> int:
    settled = threading.Event()
    outcome: list[Any] = []

    def done(result: Any, fault: Fault | None) -> None:
        outcome[:] = [result, fault]
        settled.set()

    shelf.submit_delete(table, name, done=done)
    settled.wait()
    if outcome[1] is not None:
        raise outcome[1]
    return int(outcome[0])
