from __future__ import annotations

from pathlib import Path

import pytest
from support.consulting import consulting

from headwater.actors.messages.archives import Copied, Copy
from headwater.actors.messages.faults import ProviderLimited
from headwater.actors.messages.providers import Consult
from headwater.actors.messages.web import Response
from headwater.actors.providers.wayback import PROVIDER

ASKED = "/wayback/available?url=http%3A%2F%2Fa.test%2F"
LISTED = (
    "/cdx/search/cdx?url=http%3A%2F%2Fa.test%2F&output=json&fl=timestamp%2Coriginal%2Cstatuscode"
    "&filter=statuscode%3A200&limit=-1"
)
NONE = b'{"url": "a.test", "archived_snapshots": {}}'
ROWS = b'[["timestamp","original","statuscode"],["20200102030405","http://a.test/","200"]]'


async def copy(folder: Path, available: bytes, rows: bytes = b"[]", near: str = "") -> Copied:
    async with consulting(folder, PROVIDER) as (site, kernel):
        site.page(ASKED + (f"&timestamp={near}" if near else ""), available)
        site.page(LISTED, rows)
        found = await kernel.ask(Consult("wayback", "copy", Copy("http://a.test/", near)))
    assert isinstance(found.answer, Copied)
    return found.answer


@pytest.mark.parametrize(
    ("file", "url", "taken"),
    [
        (
            "available.json",
            "https://web.archive.org/web/20200905130037/https://channel9.msdn.com/Browse/AllContent?page=221",
            "20200905130037",
        ),
        (
            "available_example.json",
            "https://web.archive.org/web/20130919044612/http://example.com/",
            "20130919044612",
        ),
    ],
)
def test_recorded_answers_are_read(shared: Path, file: str, url: str, taken: str) -> None:
    body = (shared / "fixtures" / "wayback_availability" / file).read_bytes()
    response = Response("https://archive.org/wayback/available", 200, (), body)
    read = PROVIDER.operations["copy"].read(response, Copy("http://a.test/"))
    assert read == Copied(url, taken, 200)


async def test_a_copy_near_a_time_is_asked_for_by_it(tmp_path: Path) -> None:
    body = (
        b'{"archived_snapshots":{"closest":{"available":true,"timestamp":"2020","status":"404",'
        b'"url":"http://web.archive.org/web/2020/http://a.test/"}}}'
    )
    found = await copy(tmp_path, body, near="20200101")
    assert found == Copied("https://web.archive.org/web/2020/http://a.test/", "2020", 404)


async def test_a_no_is_checked_against_the_list_of_all_copies(tmp_path: Path) -> None:
    found = await copy(tmp_path, NONE, ROWS)
    assert found.url == "https://web.archive.org/web/20200102030405/http://a.test/"


@pytest.mark.parametrize("rows", [b"[]", b"", b'[["timestamp","original","statuscode"]]'])
async def test_a_page_that_was_never_copied_has_no_copy(tmp_path: Path, rows: bytes) -> None:
    assert await copy(tmp_path, NONE, rows) == Copied()


async def test_too_many_questions_are_told_as_such(tmp_path: Path) -> None:
    async with consulting(tmp_path, PROVIDER) as (site, kernel):
        site.page(ASKED, b"Too many requests", status=429)
        with pytest.raises(ProviderLimited):
            await kernel.ask(Consult("wayback", "copy", Copy("http://a.test/")))
