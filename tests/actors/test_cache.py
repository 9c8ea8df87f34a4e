from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import trio
from support.shelves import get, put, run
from trio.testing import MockClock

from headwater.actors.cache import Cache
from headwater.actors.messages.artifacts import ArtifactGone, PutArtifact, ReadArtifact
from headwater.actors.messages.faults import (
    NotFound,
    RateLimited,
    Refused,
    StoreUnavailable,
    Unreachable,
    Upstream,
)
from headwater.actors.messages.sources import Gather
from headwater.actors.messages.web import (
    Document,
    Fetch,
    Keep,
    Page,
    PageFailed,
    RawPage,
    ReadPage,
    ReadRaw,
    Response,
    Url,
    Validators,
)
from headwater.actors.resources.pages import CONTENTS, PAGES
from headwater.actors.resources.store.store import Store

ADDRESS = "http://site.test/a?b=c"
ETAG = (("content-type", "text/html"), ("etag", '"1"'), ("last-modified", "yesterday"))


class Wall:
    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def parse(text: str) -> Url:
    if not text.startswith("http://site.test"):
        raise Refused("not this one")
    return Url(text, "http", "site.test", 80, text.removeprefix("http://site.test"))


def normalise(url: Url) -> str:
    return url.href.split("#", maxsplit=1)[0].replace("utm_source=x", "")


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
async def cache(tmp_path: Path, wall: Wall) -> AsyncIterator[Cache]:
    made = fresh(tmp_path, wall)
    yield made
    made._store.close()


def fresh(home: Path, wall: Wall, **options: Any) -> Cache:
    store = Store(str(home), clock=wall)
    return Cache(store=store, parse=parse, normalise=normalise, clock=wall, **options)


async def fetch(cache: Cache, want: ReadPage | ReadRaw) -> Fetch:
    if isinstance(want, ReadPage):
        found: Page | RawPage | Fetch | Gather = await cache.read_page(want)
    else:
        found = await cache.read_raw(want)
    assert isinstance(found, Fetch)
    return found


def answer(
    want: Fetch, wall: Wall, text: str = "text", headers: tuple[tuple[str, str], ...] = ETAG
) -> Keep:
    response = Response(want.url.href, 200, headers, text.encode(), fetched_at=wall.now)
    return Keep(want, response, None if want.raw else Document(text, "html"))


async def read(cache: Cache, wall: Wall, text: str = "text", url: str = ADDRESS) -> None:
    await cache.keep(answer(await fetch(cache, ReadPage(url)), wall, text))


async def test_a_page_is_fetched_once_an_hour(cache: Cache, wall: Wall) -> None:
    want = await fetch(cache, ReadPage(ADDRESS))
    assert (want.asked, want.url.target, want.validators) == (ADDRESS, "/a?b=c", Validators())
    first = await cache.keep(answer(want, wall))
    assert isinstance(first, Page)
    assert (first.cached, first.age, first.max_age, first.tier) == (False, 0.0, 3600.0, "html")

    wall.now += 3599
    again = await cache.read_page(ReadPage(ADDRESS))
    assert isinstance(again, Page)
    assert (again.cached, again.age, again.content_id) == (True, 3599.0, first.content_id)

    wall.now += 1
    stale = await fetch(cache, ReadPage(ADDRESS))
    assert stale.validators == Validators('"1"', "yesterday", ADDRESS)


async def test_an_unchanged_page_is_fresh_again(cache: Cache, wall: Wall) -> None:
    await read(cache, wall, "first")
    wall.now += 4000
    want = await fetch(cache, ReadPage(ADDRESS))
    same = Response(ADDRESS, 304, (), b"", fetched_at=wall.now, not_modified=True)
    page = await cache.keep(Keep(want, same, None))
    assert isinstance(page, Page)
    assert (page.document.text, page.cached, page.age) == ("first", True, 0.0)
    wall.now += 3000
    assert isinstance(await cache.read_page(ReadPage(ADDRESS)), Page)


async def test_an_unchanged_page_that_is_gone_is_fetched_whole(cache: Cache, wall: Wall) -> None:
    want = await fetch(cache, ReadPage(ADDRESS))
    asked = msgspec.structs.replace(want, validators=Validators('"1"'))
    same = Response(ADDRESS, 304, (), b"", fetched_at=wall.now, not_modified=True)
    again = await cache.keep(Keep(asked, same, None))
    assert again == want
    with pytest.raises(Upstream):
        await cache.keep(Keep(want, same, None))


async def test_refresh_goes_to_the_server_whatever_is_held(cache: Cache, wall: Wall) -> None:
    await read(cache, wall)
    cache.learn(PageFailed(f"page/1/{ADDRESS}", "not_found", "gone"))
    want = await fetch(cache, ReadPage(ADDRESS, refresh=True))
    assert want.validators == Validators()


async def test_the_key_is_the_normalised_address_and_the_request_the_one_given(
    cache: Cache, wall: Wall
) -> None:
    want = await fetch(cache, ReadPage("http://site.test/?utm_source=x#part"))
    assert want.url.href == "http://site.test/?utm_source=x#part"
    await cache.keep(answer(want, wall))
    page = await cache.read_page(ReadPage("http://site.test/?"))
    assert isinstance(page, Page)
    assert page.url == "http://site.test/?"


async def test_a_refused_address_is_refused_before_anything_is_looked_up(cache: Cache) -> None:
    with pytest.raises(Refused):
        await cache.read_page(ReadPage("ftp://elsewhere.test"))


@pytest.mark.parametrize(
    ("code", "asked", "fault", "seconds"),
    [
        ("not_found", None, NotFound, 600),
        ("network", None, Unreachable, 30),
        ("rate_limited", 20.0, RateLimited, 20),
        ("rate_limited", 5000.0, RateLimited, 90),
        ("upstream_unavailable", None, Upstream, 30),
    ],
)
async def test_a_failure_is_repeated_for_a_while(  # noqa: PLR0917 - a row of the table
    cache: Cache,
    mock_clock: MockClock,
    code: str,
    asked: float | None,
    fault: type[Exception],
    seconds: float,
) -> None:
    want = await fetch(cache, ReadPage(ADDRESS))
    cache.learn(PageFailed(want.key, code, "it failed", asked, ("html: 404",)))
    mock_clock.jump(seconds - 1)
    with pytest.raises(fault, match="it failed") as caught:
        await cache.read_page(ReadPage(ADDRESS))
    assert caught.value.retry_after == (None if asked is None else pytest.approx(1.0))  # type: ignore[attr-defined]  # each is a WebFault
    mock_clock.jump(1)
    await fetch(cache, ReadPage(ADDRESS))


@pytest.mark.parametrize("code", ["validation", "browser_unavailable", "deadline", "internal"])
async def test_what_says_nothing_about_the_page_is_not_remembered(cache: Cache, code: str) -> None:
    cache.learn(PageFailed(f"page/1/{ADDRESS}", code, "it failed"))
    await fetch(cache, ReadPage(ADDRESS))


async def test_raw_bytes_are_served_up_to_what_is_held(cache: Cache, wall: Wall) -> None:
    want = await fetch(cache, ReadRaw(ADDRESS, limit=4))
    response = Response(ADDRESS, 200, ETAG, b"abcd", truncated=True, fetched_at=wall.now)
    await cache.keep(Keep(want, response, None))
    less = await cache.read_raw(ReadRaw(ADDRESS, limit=2))
    assert isinstance(less, RawPage)
    assert (less.body, less.truncated, less.cached) == (b"ab", True, True)
    more = await fetch(cache, ReadRaw(ADDRESS, limit=6))
    assert more.validators == Validators()  # what we hold would not be enough if it is unchanged


async def test_what_is_kept_outlives_the_process_and_is_seen_by_others(
    tmp_path: Path, wall: Wall
) -> None:
    first = fresh(tmp_path, wall)
    await read(first, wall, "kept")
    first._store.close()
    second = fresh(tmp_path, wall)
    page = await second.read_page(ReadPage(ADDRESS))
    assert isinstance(page, Page)
    assert (page.document.text, page.cached) == ("kept", True)
    second._store.close()


async def test_memory_is_bounded_and_the_store_answers_for_the_rest(
    tmp_path: Path, wall: Wall
) -> None:
    cache = fresh(tmp_path, wall, memory=5000)
    for number in range(10):
        await read(cache, wall, f"{number}" * 1000, f"{ADDRESS}{number}")
    assert cache._pages._recent.size <= 5000
    for number in range(10):
        page = await cache.read_page(ReadPage(f"{ADDRESS}{number}"))
        assert isinstance(page, Page)
        assert page.document.text == f"{number}" * 1000
    cache._store.close()


async def test_a_damaged_record_is_a_page_to_fetch_again(tmp_path: Path, wall: Wall) -> None:
    cache = fresh(tmp_path, wall)
    await read(cache, wall)
    cache._store.close()
    store = Store(str(tmp_path), clock=wall)
    shelf = store.artifacts.blocking
    entry = msgspec.msgpack.decode(get(shelf, f"page/1/{ADDRESS}", PAGES) or b"")
    put(shelf, f"page/1/{ADDRESS}", msgspec.msgpack.encode(entry), table=PAGES)
    shelf.submit_delete(CONTENTS, entry["content_id"], done=lambda *_: None)
    store.close()
    again = fresh(tmp_path, wall)
    await fetch(again, ReadPage(ADDRESS))
    await read(again, wall)
    assert isinstance(await again.read_page(ReadPage(ADDRESS)), Page)
    again._store.close()


async def test_without_a_store_pages_are_still_held_in_memory(
    tmp_path: Path, wall: Wall, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    cache = fresh(tmp_path / "file", wall)
    for _ in range(3):
        await read(cache, wall, url=f"{ADDRESS}{_}")
    assert isinstance(await cache.read_page(ReadPage(ADDRESS + "1")), Page)
    with pytest.raises(StoreUnavailable):
        await cache.put_artifact(PutArtifact("local", b"body"))
    cache._store.close()
    assert capsys.readouterr().err.count("store_trouble") == 1


async def test_an_artifact_lives_half_an_hour_and_only_for_its_owner(
    cache: Cache, wall: Wall
) -> None:
    kept = await cache.put_artifact(PutArtifact("local", b"body", "text/html"))
    assert kept.id == hashlib.sha256(b"body").hexdigest()
    assert kept.uri == f"research://artifact/{kept.id}"
    found = await cache.read_artifact(ReadArtifact("local", kept.id))
    assert (found.body, found.mime_type) == (b"body", "text/html")
    with pytest.raises(ArtifactGone):
        await cache.read_artifact(ReadArtifact("somebody else", kept.id))
    wall.now += 1800
    with pytest.raises(ArtifactGone):
        await cache.read_artifact(ReadArtifact("local", kept.id))


async def test_a_clock_that_went_back_makes_pages_stale_and_nothing_worse(
    cache: Cache, wall: Wall
) -> None:
    await read(cache, wall)
    wall.now -= 86_400
    await fetch(cache, ReadPage(ADDRESS))


@pytest.mark.slow
async def test_what_another_process_removes_is_not_answered_from_memory(
    tmp_path: Path, wall: Wall
) -> None:
    cache = fresh(tmp_path, wall)
    await read(cache, wall)
    await cache._store.artifacts.put_durable("other", "record", b"")  # so the page is written too
    assert isinstance(await cache.read_page(ReadPage(ADDRESS)), Page)
    script = f"""
artifacts = shelf(Path(sys.argv[1]), "artifacts")
wait(artifacts.submit_delete, "pages", "page/1/{ADDRESS}")
artifacts.close()
"""
    await trio.to_thread.run_sync(run, script, tmp_path)
    await fetch(cache, ReadPage(ADDRESS))
    cache._store.close()
