"""Contacts servers: the only actor that does."""

from __future__ import annotations

import random
import time
from collections.abc import Awaitable, Callable

import msgspec
import trio

from headwater.actors.domain import budget, journey, links, retry_after
from headwater.actors.domain.failures import failed
from headwater.actors.domain.journey import Step
from headwater.actors.domain.status import TRANSIENT, host_is_well
from headwater.actors.domain.tiers import Ladder, borrowing
from headwater.actors.messages.faults import (
    Blocked,
    HostResting,
    Refused,
    Unreachable,
    Upstream,
    WebFault,
)
from headwater.actors.messages.providers import Contact, Interpret, ProviderOutcome
from headwater.actors.messages.sources import Compose, Visit
from headwater.actors.messages.web import (
    Dial,
    Extract,
    Fetch,
    HostOutcome,
    Keep,
    Onward,
    Response,
    Url,
    Validators,
)
from headwater.actors.resources.browser.browser import Browser
from headwater.actors.resources.directory import Directory
from headwater.actors.resources.http.client import Client
from headwater.actors.resources.http.exchange import Answer, Request
from headwater.actors.resources.inquirer import Inquirer
from headwater.actors.resources.robots import Robots
from headwater.actors.resources.services import Services
from headwater.actors.resources.stealth import Stealth
from headwater.actors.resources.visitor import Visitor
from headwater.kernel.actor import Actor, Policy, handle

PATIENCE = 3.0  # seconds; a server that asks for a longer wait is reported, not waited for
PAUSE = 0.3  # seconds before the second try, and up to twice that
ACCEPT = (
    "text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, application/pdf;q=0.8, */*;q=0.7"
)
LANGUAGE = "en, *;q=0.5"
MADE = (("content-type", "text/html; charset=utf-8"),)  # a page that a browser has written
Send = Callable[[Request], Awaitable[Answer]]
AGAIN = frozenset({"connect", "lost"})  # how a connection may fail that may not fail again


class Fetcher(Actor):
    """
    One GET per page: redirects in our own loop, each hop checked, one deadline over all of it.

    A GET is tried twice when the connection or the server failed in passing, never after a
    refusal or a definite answer.
    """

    def __init__(
        self,
        client: Client,
        *,
        agent: str,
        robots: Robots | None = None,
        ladder: Ladder | None = None,
        browser: Browser | None = None,
        stealth: Stealth | None = None,
        workers: int = 256,
        seconds: float = budget.WAY,
        directory: Directory | None = None,
        services: Services | None = None,
    ) -> None:
        self.policy = Policy(workers=workers)
        self._client = client
        self._agent = agent
        self._robots = robots
        self._ladder = ladder or Ladder()
        self._browser = browser
        self._stealth = stealth
        self._seconds = seconds
        self._directory = directory or Directory({})
        self._inquirer = Inquirer(client, self._directory, agent)
        self._visitor = Visitor(self._inquirer, services or Services({}), agent, robots)

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    @handle
    async def dial(self, ready: Dial) -> Extract | Fetch | Keep:
        """Read the page once it is time to; or say which way to try next."""
        await _until(ready.not_before)
        begun = budget.begun(ready.want, trio.current_time())
        want = begun if begun.onward is None else msgspec.structs.replace(begun, onward=None)
        try:
            came = await self._read(begun, ready.rests)
            return Extract(want, came) if isinstance(came, Response) else came
        except WebFault as fault:
            onward = self._ladder.after_fault(want, fault)
        if isinstance(onward, WebFault):
            self.pipe.tell(failed(want, onward))
            raise onward
        return onward

    async def _read(self, want: Fetch, rests: float) -> Response | Fetch:
        if rests:
            raise HostResting(f"left alone for {rests:.0f} s", retry_after=rests)
        if want.way == "exa":
            return await self._borrow(want)
        if want.way == "browser" and self._browser is not None:
            return await self._render(want, self._browser)
        came = await self._travel(want)
        if want.way == "stealth" and isinstance(came, Response):
            return msgspec.structs.replace(came, tier="stealth")
        return came

    async def _render(self, want: Fetch, browser: Browser) -> Response:
        """The page as a browser makes it; its own way out is checked as ours is."""
        self._client.check(want.url)
        page = await browser.render(want)
        self._tell(want.url, ok=host_is_well(page.status))
        step = Step(links.parse(page.url), page.hops)
        await self._ask_robots(step)  # its script may have led elsewhere
        made = Answer(page.status, MADE, page.html.encode(), truncated=not page.complete)
        response = _arrive(step, made)
        return msgspec.structs.replace(
            response, tier="browser", removed=tuple(page.removed.items())
        )

    async def _borrow(self, want: Fetch) -> Response:
        """Somebody else's copy, as that provider sends it; the extractor reads it."""
        inquiry = self._directory.inquiry(borrowing(want), time.time())
        try:
            deadline = min(trio.current_time() + inquiry.left, want.deadline)
            response = await self._inquirer.ask(inquiry, deadline)
        except WebFault:
            self.pipe.tell(ProviderOutcome(want.way, ok=False))
            raise
        return msgspec.structs.replace(response, url=want.url.href)

    @handle
    async def contact(self, ready: Contact) -> Interpret:
        """Ask a provider once it is time to; only what it says itself is news for the breaker."""
        await _until(ready.not_before)
        want = ready.inquiry
        deadline = trio.current_time() + want.left
        try:
            response = await self._inquirer.ask(want, deadline)
        except WebFault:
            self.pipe.tell(ProviderOutcome(want.consult.provider, ok=False))
            raise
        left = max(0.0, deadline - trio.current_time())
        return Interpret(msgspec.structs.replace(want, left=left), response)

    @handle
    async def visit(self, ready: Visit) -> Compose:
        """Make a round of calls to a site's services."""
        now = trio.current_time()
        want = budget.begun(ready.gather.want, now)
        gather = msgspec.structs.replace(ready.gather, want=want)
        deadline = budget.end_of_way(want, now, gather.left, copies=self._ladder.exa)
        replies = await self._visitor.visit(ready, deadline)
        for call, reply in zip(gather.calls, replies, strict=True):
            if call.service not in ready.resting:
                ok = host_is_well(reply.status) if reply.status else False
                self.pipe.tell(HostOutcome(call.service, ok, reply.retry_after or 0.0))
        left = max(0.0, deadline - trio.current_time())
        return Compose(msgspec.structs.replace(gather, left=left), replies, time.time())

    async def _travel(self, want: Fetch) -> Response | Fetch:
        """From hop to hop to the page, or to another host, about which the breaker is asked."""
        now, copies = trio.current_time(), self._ladder.exa
        end = budget.end_of_way(want, now, self._seconds, copies=copies)
        way = want.onward or Onward(want.url, (), end)
        step: Step | None = Step(way.url, way.hops)
        while step is not None:
            here = step
            answer = await self._visit(want, here, way.deadline)
            step = journey.next_step(here, answer.status, answer.headers, answer.body)
            if step and links.authority(step.url) != links.authority(here.url):
                self._client.check(step.url, len(step.hops))
                onward = Onward(step.url, step.hops, way.deadline)
                return msgspec.structs.replace(want, onward=onward)
        if answer.status == 304 and not _is_known(want.validators, here.url):
            raise Upstream(f"{here.url.href} answered 304 to an open question", reason="http_304")
        return _arrive(here, answer)

    async def _visit(self, want: Fetch, step: Step, deadline: float) -> Answer:
        """One host's answer; the breaker hears how it went, unless nobody was asked."""
        if trio.current_time() >= deadline:
            raise _late()
        try:
            with trio.CancelScope(deadline=deadline) as scope:
                await self._ask_robots(step)
                answer = await self._persist(self._request(want, step), self._sender(want))
            if scope.cancelled_caught:
                raise _late()
        except (Refused, Blocked):
            raise
        except WebFault:
            self._tell(step.url, ok=False)
            raise
        wait = _wait(answer) if answer.status in (429, 503) else 0.0
        self._tell(step.url, ok=host_is_well(answer.status), wait=wait)
        return answer

    async def _persist(self, request: Request, send: Send) -> Answer:
        """The one retry rule."""
        try:
            answer = await send(request)
        except WebFault as fault:
            if fault.reason not in AGAIN:
                raise
            wait = 0.0
        else:
            wait = _wait(answer)
            if answer.status not in TRANSIENT or wait > PATIENCE:
                return answer
        await trio.sleep(max(wait, PAUSE * random.uniform(1, 2)))  # noqa: S311 - spreads retries
        return await send(request)

    def _sender(self, want: Fetch) -> Send:
        if want.way == "stealth" and self._stealth is not None:
            return self._stealth.send
        return self._client.send

    def _request(self, want: Fetch, step: Step) -> Request:
        """Only the address that gave us what we hold is asked whether it has changed."""
        if want.way == "stealth":
            return Request(step.url, (), want.limit, hop=len(step.hops))
        headers = [("user-agent", self._agent), ("accept", ACCEPT), ("accept-language", LANGUAGE)]
        known = want.validators
        if _is_known(known, step.url):
            given = [("if-none-match", known.etag), ("if-modified-since", known.last_modified)]
            headers += [(name, value) for name, value in given if _is_sendable(value)]
        return Request(step.url, tuple(headers), want.limit, hop=len(step.hops))

    async def _ask_robots(self, step: Step) -> None:
        if self._robots is None:
            return
        self._client.check(step.url, len(step.hops))
        if not await self._robots.allows(step.url):
            raise Blocked(f"robots.txt forbids {step.url.href}", reason="robots")

    def _tell(self, url: Url, *, ok: bool, wait: float = 0.0) -> None:
        self.pipe.tell(HostOutcome(links.authority(url), ok, wait))


def _late() -> Unreachable:
    return Unreachable("no complete answer in time", reason="timeout")


def _arrive(step: Step, answer: Answer) -> Response:
    """The page, or the fault that came instead of it."""
    now = time.time()
    fault = journey.fault(step, answer.status, answer.headers, answer.body, now)
    if fault is not None:
        raise fault
    return Response(
        url=step.url.href,
        status=answer.status,
        headers=answer.headers,
        body=answer.body,
        truncated=answer.truncated,
        hops=step.hops,
        fetched_at=now,
        not_modified=answer.status == 304,
    )


async def _until(moment: float) -> None:
    """Most may go at once, and then it costs nothing."""
    if moment > trio.current_time():
        await trio.sleep_until(moment)


def _wait(answer: Answer) -> float:
    """The seconds that the server asks for."""
    return retry_after.seconds(answer.header("retry-after"), time.time()) or 0.0


def _is_known(validators: Validators, url: Url) -> bool:
    """Whether they were given at this address."""
    return bool(validators.url) and validators.url == links.normalise(url)


def _is_sendable(value: str) -> bool:
    """What a server gave us long ago may have been damaged since."""
    return bool(value) and value.isprintable() and all(ord(character) < 256 for character in value)
