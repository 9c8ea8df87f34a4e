"""One exchange with a provider: keys put in, redirects followed, one deadline over all of it."""

from __future__ import annotations

import time

import msgspec
import trio

from headwater.actors.domain import links
from headwater.actors.domain.journey import first
from headwater.actors.domain.status import REDIRECTS
from headwater.actors.messages.faults import ProviderFailed, ProviderUnreachable, Refused, WebFault
from headwater.actors.messages.providers import Inquire
from headwater.actors.messages.web import Hop, Response, Url
from headwater.actors.resources.directory import Directory
from headwater.actors.resources.http.client import Client
from headwater.actors.resources.http.exchange import Answer, Request

MOST_HOPS = 5
AGAIN = frozenset({"connect", "lost"})  # how a connection may fail that may not fail again
KEPT = frozenset({"user-agent", "accept", "accept-language"})  # what another host may see


class Inquirer:
    """
    Asks, and asks once more where the connection failed and asking twice changes nothing.

    An error status is not tried again: another provider is the better second try.
    """

    def __init__(self, client: Client, directory: Directory, agent: str) -> None:
        self._client = client
        self._directory = directory
        self._agent = agent

    async def ask(self, want: Inquire, deadline: float) -> Response:
        """What the provider says, whatever its status; its faults bear its name."""
        name = want.consult.provider
        provider, _ = self._directory.find(name, want.consult.operation)
        try:
            with trio.fail_at(deadline):
                shown = self._directory.address(provider, want.request)
                return await self.travel(
                    shown, self._directory.dress(provider, want.request, self._agent)
                )
        except trio.TooSlowError:
            raise ProviderUnreachable(
                f"{name} did not answer in time", provider=name, reason="timeout"
            ) from None
        except WebFault as fault:
            raise _named(fault, name) from fault

    async def travel(self, shown: Url, request: Request) -> Response:
        """From hop to hop to the answer; `shown` is the address without anything secret."""
        hops: tuple[Hop, ...] = ()
        while True:
            answer = await self._persist(request)
            target = first(answer.headers, "location")
            if answer.status not in REDIRECTS or not target or len(hops) >= MOST_HOPS:
                return _response(shown, answer, hops)
            hops = (*hops, Hop(shown.href, answer.status))
            shown = links.join(request.url, target, hop=len(hops))
            request = _onward(request, shown, answer.status, len(hops))

    async def _persist(self, request: Request) -> Answer:
        try:
            return await self._client.send(request)
        except WebFault as fault:
            safe = request.method == "GET" or fault.reason == "connect"
            if fault.reason not in AGAIN or not safe:
                raise
        return await self._client.send(request)


def _onward(request: Request, target: Url, status: int, hop: int) -> Request:
    """The request at its next address. Another host gets no keys, and must be public."""
    upgraded = target.scheme == "https" and target.port == 443
    same_place = (target.scheme, target.port) == (request.url.scheme, request.url.port)
    same = target.host == request.url.host and (same_place or upgraded)
    headers = request.headers
    if not same:
        headers = tuple(pair for pair in headers if pair[0] in KEPT)
    if status in (307, 308) and same:
        return msgspec.structs.replace(request, url=target, hop=hop)
    headers = tuple(pair for pair in headers if pair[0] != "content-type")
    return msgspec.structs.replace(
        request,
        url=target,
        hop=hop,
        headers=headers,
        method="GET",
        body=b"",
        operator=request.operator and same,
    )


def _response(shown: Url, answer: Answer, hops: tuple[Hop, ...]) -> Response:
    return Response(
        url=shown.href,
        status=answer.status,
        headers=answer.headers,
        body=answer.body,
        truncated=answer.truncated,
        hops=hops,
        fetched_at=time.time(),
    )


def _named(fault: WebFault, provider: str) -> WebFault:
    """The same about a provider; its address may hold what the operator keeps to himself."""
    kind = ProviderUnreachable if fault.code == "network" else ProviderFailed
    if isinstance(fault, Refused):
        return ProviderFailed(
            f"the address of {provider} is refused: {fault}", provider=provider, reason=fault.reason
        )
    why = fault.reason or fault.code
    return kind(f"{provider} cannot be reached ({why})", provider=provider, reason=fault.reason)
