"""What keeping costs: the store beside bare files of the same content."""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import trio

from headwater.actors.cache import Cache
from headwater.actors.messages.web import Document, Fetch, Keep, Page, ReadPage, Response, Url
from headwater.actors.resources.store.store import Store
from headwater.benchmarks.case import Case, Measured, per_turn

WORDS = b"Headwater keeps what it has read, once for everybody who asks. "
PAGE = WORDS * 800  # 50 kB, an article's length
STEP = WORDS * 16  # 1 kB, a session's step
ADDRESS = "http://site.test/"


def _with_store(work: Callable[[Store, int], Awaitable[None]]) -> Callable[[int], Awaitable[None]]:
    async def run(turns: int) -> None:
        with tempfile.TemporaryDirectory() as home:
            store = Store(home)
            await store.prepare()
            await work(store, turns)
            store.close()

    return run


def _with_folder(work: Callable[[Path, int], None]) -> Callable[[int], Awaitable[None]]:
    async def run(turns: int) -> None:
        with tempfile.TemporaryDirectory() as home:
            await trio.to_thread.run_sync(work, Path(home), turns)

    return run


async def _steps(store: Store, turns: int) -> None:
    for number in range(turns):
        assert await store.sessions.append("steps", "session", STEP) == number + 1


def _synced_files(folder: Path, turns: int) -> None:
    for number in range(turns):
        descriptor = os.open(folder / str(number), os.O_WRONLY | os.O_CREAT, 0o600)
        os.write(descriptor, STEP)
        os.fsync(descriptor)
        os.close(descriptor)


async def _crowd(store: Store, turns: int) -> None:
    async with trio.open_nursery() as nursery:
        for _ in range(turns):
            nursery.start_soon(store.sessions.append, "steps", "session", STEP)
    assert len(await store.sessions.get_all("steps", "session")) == turns


async def _puts(store: Store, turns: int) -> None:
    written = threading.Semaphore(0)

    def done(_: Any, fault: Any) -> None:
        assert fault is None
        written.release()

    shelf = store.artifacts.blocking
    for number in range(turns):
        shelf.submit_put("pages", str(number), PAGE, done=done)
    for _ in range(turns):
        await trio.to_thread.run_sync(written.acquire)


def _files(folder: Path, turns: int) -> None:
    for number in range(turns):
        (folder / str(number)).write_bytes(PAGE)


async def _gets(store: Store, turns: int) -> None:
    await store.artifacts.put_durable("pages", "page", PAGE)
    for _ in range(turns):
        found = await store.artifacts.get("pages", "page")
        assert found is not None
        assert found.payload == PAGE


async def _file_reads(turns: int) -> None:
    with tempfile.TemporaryDirectory() as home:
        path = Path(home) / "page"
        path.write_bytes(PAGE)
        for _ in range(turns):
            assert await trio.to_thread.run_sync(path.read_bytes) == PAGE


async def _hits(store: Store, turns: int) -> None:
    url = Url(ADDRESS, "http", "site.test", 80, "/")
    cache = Cache(store=store, parse=lambda _: url, normalise=str)
    want = await cache.read_page(ReadPage(ADDRESS))
    assert isinstance(want, Fetch)
    response = Response(ADDRESS, 200, (), b"", fetched_at=cache._clock())  # noqa: SLF001 - its time
    await cache.keep(Keep(want, response, Document(PAGE.decode(), "html")))
    for _ in range(turns):
        page = await cache.read_page(ReadPage(ADDRESS))
        assert isinstance(page, Page)


def step() -> Measured:
    """A session's step, safe on the disk before it is answered."""
    floor = per_turn(_with_folder(_synced_files), 100)
    return Measured(per_turn(_with_store(_steps), 400, rounds=3), floor, "a synced file each")


def crowd() -> Measured:
    """Each of 500 steps at once: they share commits."""
    floor = per_turn(_with_folder(_synced_files), 100)
    return Measured(per_turn(_with_store(_crowd), 500, rounds=3), floor, "a synced file each")


def put() -> Measured:
    """A page compressed, encrypted, committed."""
    floor = per_turn(_with_folder(_files), 300)
    return Measured(per_turn(_with_store(_puts), 300, rounds=5), floor, "an unsynced file each")


def get() -> Measured:
    """A page from the disk layer."""
    return Measured(per_turn(_with_store(_gets), 300), per_turn(_file_reads, 300), "reading a file")


def hit() -> Measured:
    """A page from the memory layer."""
    return Measured(per_turn(_with_store(_hits), 2000))


CASES = [
    Case("store/step", "1 kB appended, synced before it is answered", step),
    Case("store/crowd", "each of 500 such at once", crowd),
    Case("store/put", "50 kB kept, until it is committed", put),
    Case("store/get", "50 kB read from the disk layer", get),
    Case("cache/hit", "a page answered from memory", hit),
]
