"""A question to a provider, through cache, breaker, fetcher and extractor, and back."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
import trio
import trio.testing
from msgspec import Struct
from support.consulting import consulting, passing

from headwater.actors.messages.faults import (
    KeyRefused,
    NotFound,
    ProviderFailed,
    ProviderLimited,
    ProviderRefused,
    ProviderResting,
    ProviderUnreachable,
    QuotaSpent,
    Unconfigured,
)
from headwater.actors.messages.providers import Consult, ReadRoster, Request
from headwater.actors.messages.web import Response
from headwater.actors.providers.provider import Credential, Operation, Provider
from headwater.kernel.faults import BadInput


class Word(Struct, frozen=True):
    text: str
    language: str = "en"


class Meaning(Struct, frozen=True):
    word: str
    senses: tuple[str, ...] = ()


def _request(word: Word, now: float) -> Request:
    assert now > 1e9
    return Request("/find", params={"q": word.text, "lang": [word.language, "all"], "none": None})


def _read(response: Response, word: Word) -> Meaning:
    senses = msgspec.json.decode(response.body, type=tuple[str, ...])
    return Meaning(word.text, senses)


def _post(word: Word, _: float) -> Request:
    return Request("/steps", json={"q": word.text})


def _first_step(response: Response, _: Word) -> Request:
    number = msgspec.json.decode(response.body, type=int)
    return Request("/second", form={"id": number}, then=functools.partial(_last_step, number))


def _last_step(number: int, response: Response, word: Word) -> Meaning:
    return Meaning(word.text, (str(number), response.body.decode()))


def _forever(_: Response, __: Word) -> Request:
    return Request("/steps", json={})


def _exists(response: Response, _: Word) -> bool:
    return response.status == 200


LEXICON = Provider(
    name="lexicon",
    base="https://lexicon.example",
    operations={
        "find": Operation(_request, _read, Meaning),
        "steps": Operation(_post, _first_step, Meaning, ttl=0),
        "forever": Operation(_post, _forever, Meaning),
        "exists": Operation(_request, _exists, bool, accepts=(404,)),
    },
    credentials=(
        Credential("LEXICON_KEY", "header", "x-key", "Bearer {}"),
        Credential("LEXICON_MAIL", "param", "mailto", required=False, instead=("OTHER_MAIL",)),
    ),
    headers={"Api-Version": "2"},
)
KEY = {"LEXICON_KEY": "s3cr3t-key-value"}
ASK = Consult("lexicon", "find", Word("river"))


def body(value: Any) -> bytes:
    return json.dumps(value).encode()


async def test_a_question_is_asked_with_the_key_read_cleaned_and_kept(tmp_path: Path) -> None:
    async with consulting(tmp_path, LEXICON, given=KEY) as (site, kernel):
        site.page("/find", body(["water\u200b", "flow"]))
        fresh = await kernel.ask(ASK)
        assert fresh.answer == Meaning("river", ("water", "flow"))
        assert (fresh.cached, fresh.max_age) == (False, 1800.0)
        again = await kernel.ask(ASK)
        assert (again.answer, again.cached) == (fresh.answer, True)
        assert site.seen == ["/find?q=river&lang=en&lang=all"]
        head = site.heads[0].lower()
        assert "x-key: bearer s3cr3t-key-value" in head
        assert "api-version: 2" in head
        await kernel.ask(Consult("lexicon", "find", Word("river"), refresh=True))
        await kernel.ask(Consult("lexicon", "find", Word("river", "de")))
        assert len(site.seen) == 3


async def test_another_run_finds_what_was_kept(tmp_path: Path) -> None:
    async with consulting(tmp_path, LEXICON, given=KEY) as (site, kernel):
        site.page("/find", body(["water"]))
        await kernel.ask(ASK)
    async with consulting(tmp_path, LEXICON, given=KEY) as (site, kernel):
        kept = await kernel.ask(ASK)
        assert (kept.answer, kept.cached, site.seen) == (Meaning("river", ("water",)), True, [])


async def test_an_answer_may_take_several_steps(tmp_path: Path) -> None:
    given = {**KEY, "OTHER_MAIL": "a@b.example"}
    async with consulting(tmp_path, LEXICON, given=given) as (site, kernel):
        site.page("/steps", b"7")
        site.page("/second", b"deep")
        found = await kernel.ask(Consult("lexicon", "steps", Word("river")))
        assert found.answer == Meaning("river", ("7", "deep"))
        assert site.seen == ["/steps?mailto=a%40b.example", "/second?mailto=a%40b.example"]
        assert site.heads[0].startswith("POST /steps")
        assert site.bodies == [b'{"q":"river"}', b"id=7"]
        assert "content-type: application/x-www-form-urlencoded" in site.heads[1]
        with pytest.raises(ProviderFailed, match="did not answer in 8 steps"):
            await kernel.ask(Consult("lexicon", "forever", Word("river")))


async def test_an_answer_may_be_anything_also_of_an_error_status(tmp_path: Path) -> None:
    async with consulting(tmp_path, LEXICON, given=KEY) as (_, kernel):
        found = await kernel.ask(Consult("lexicon", "exists", Word("river")))
        assert found.answer is False


@pytest.mark.parametrize(
    ("status", "said", "kind", "message"),
    [
        (
            400,
            {"error": {"message": "bad\u202e q"}},
            ProviderRefused,
            "lexicon answered 400: bad q",
        ),
        (401, {"message": "no"}, KeyRefused, "lexicon answered 401: no"),
        (402, {}, QuotaSpent, "lexicon answered 402"),
        (403, ["x"], KeyRefused, "lexicon answered 403"),
        (404, {}, NotFound, "lexicon answered 404"),
        (429, {"detail": {"error": "slow"}}, ProviderLimited, "lexicon answered 429: slow"),
        (500, {}, ProviderFailed, "lexicon answered 500"),
        (200, {"not": "a list"}, ProviderFailed, "lexicon sent text/html that cannot be read"),
    ],
)
async def test_what_came_instead_of_an_answer_is_a_fault_with_the_providers_name(
    tmp_path: Path, status: int, said: Any, kind: type[ProviderFailed], message: str
) -> None:
    async with consulting(tmp_path, LEXICON, given=KEY) as (site, kernel):
        site.page("/find", body(said), status=status, headers={"Retry-After": "7"})
        with pytest.raises(kind) as caught:
            await kernel.ask(ASK)
        assert (str(caught.value), caught.value.provider) == (message, "lexicon")
        if status == 429:
            assert caught.value.retry_after == 7.0


async def test_bytes_that_cannot_be_read_open_the_breaker_too(tmp_path: Path) -> None:
    async with consulting(tmp_path, LEXICON, given=KEY, limit=2) as (site, kernel):
        site.page("/find", b'["cut')
        for _ in range(2):
            with pytest.raises(ProviderFailed):
                await kernel.ask(ASK)
        with pytest.raises(ProviderResting) as caught:
            await kernel.ask(ASK)
        assert caught.value.retry_after == pytest.approx(60.0, abs=30)
        assert len(site.seen) == 2
        standing = (await kernel.ask(ReadRoster())).standings["lexicon"]
        assert (standing.state, standing.failures, standing.missing) == ("open", 2, ())


async def test_a_provider_that_never_answers_costs_eight_seconds(
    tmp_path: Path, mock_clock: trio.testing.MockClock
) -> None:
    async with consulting(tmp_path, LEXICON, given=KEY) as (site, kernel):
        asked = trio.Event()

        async def stall(_: trio.abc.Stream) -> None:
            asked.set()
            await trio.sleep_forever()

        async def wait() -> None:
            await asked.wait()
            mock_clock.jump(8.0)

        site.script("/find", stall)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(wait)
            with pytest.raises(ProviderUnreachable, match="did not answer in time"):
                await kernel.ask(ASK)


@pytest.mark.slow
async def test_a_moments_patience_is_had_once(
    tmp_path: Path, mock_clock: trio.testing.MockClock
) -> None:
    async with consulting(tmp_path, LEXICON, given=KEY) as (site, kernel), passing(mock_clock):
        limited = b"HTTP/1.1 429 X\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n"
        fine = b"HTTP/1.1 200 X\r\nContent-Length: 2\r\n\r\n[]"
        site.sequence("/find", limited, fine)
        started = trio.current_time()
        assert (await kernel.ask(ASK)).answer == Meaning("river")
        assert trio.current_time() - started >= 1.0
        site.sequence("/find", limited, limited, fine)
        with pytest.raises(ProviderLimited):
            await kernel.ask(Consult("lexicon", "find", Word("lake")))
        assert len(site.seen) == 4


@pytest.mark.slow
async def test_requests_keep_the_providers_pace(
    tmp_path: Path, mock_clock: trio.testing.MockClock
) -> None:
    paced = msgspec.structs.replace(LEXICON, interval=1.0)
    async with consulting(tmp_path, paced, given=KEY) as (site, kernel), passing(mock_clock):
        site.page("/find", body([]))
        started = trio.current_time()

        async def ask(number: int) -> None:
            await kernel.ask(Consult("lexicon", "find", Word(str(number))))

        async with trio.open_nursery() as nursery:
            for number in range(4):
                nursery.start_soon(ask, number)
        assert trio.current_time() - started >= 3.0
        assert len(site.seen) == 4


async def test_who_is_not_there_or_not_configured_is_said_with_names(tmp_path: Path) -> None:
    async with consulting(tmp_path, LEXICON) as (site, kernel):
        with pytest.raises(BadInput, match=r"unknown provider 'nobody'\. Accepted: lexicon"):
            await kernel.ask(Consult("nobody", "find", Word("river")))
        with pytest.raises(Unconfigured, match="lexicon needs LEXICON_KEY"):
            await kernel.ask(ASK)
        assert site.seen == []


async def test_a_redirect_to_another_host_carries_no_key(tmp_path: Path) -> None:
    async with consulting(tmp_path, LEXICON, given=KEY) as (site, kernel):
        site.redirect("/find", to="/moved")
        site.page("/moved", body(["here"]))
        assert (await kernel.ask(ASK)).answer.senses == ("here",)
        assert "s3cr3t" in site.heads[1]
        site.redirect("/find", to=f"http://localhost:{site.port}/moved")
        with pytest.raises(ProviderFailed, match="the address of lexicon is refused"):
            await kernel.ask(Consult("lexicon", "find", Word("other")))
        assert len(site.seen) == 3
