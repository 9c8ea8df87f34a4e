"""Sites that are read by their own services: which they are, and where the operator wants them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from headwater.actors.domain import links
from headwater.actors.messages.sources import Call, Gather
from headwater.actors.messages.web import Document, Fetch
from headwater.actors.resources.http.exchange import Request
from headwater.actors.sources.source import Source, Sources, Unfit, advance, packaged, source_for

ACCEPT = "application/json, text/html;q=0.9, */*;q=0.8"


class Services:
    """The sources with what the operator has set for their services, by variable."""

    def __init__(self, given: Mapping[str, str], sources: Callable[[], Sources] = packaged) -> None:
        self._given = given
        self._sources = sources

    def begin(self, want: Fetch) -> Gather | None:
        """The first round for a page, where its site has a source that reads such pages."""
        source = source_for(self._sources(), want.url.host)
        reading = source.begin(want.url) if source else None
        if source is None or reading is None:
            return None
        try:
            calls = advance(reading, ())
        except Unfit:
            return None
        if isinstance(calls, Document):
            return None
        return Gather(want, source.name, calls, left=source.seconds)

    def source(self, name: str) -> Source:
        """The source of that name."""
        return self._sources()[name]

    def request(self, source: str, call: Call, agent: str) -> Request:
        """
        A call as it is sent.

        Where the operator has set the address, it may be private; where not, it is checked as any
        page is, so a list of allowed domains counts for services too.
        """
        known = self.source(source)
        variables = (f"HEADWATER_{call.service.upper()}_URL", known.shared.get(call.service, ""))
        own = next((self._given[name] for name in variables if self._given.get(name)), "")
        base = own or known.bases[call.service]
        headers = {"user-agent": agent, "accept": ACCEPT} | dict(call.headers)
        if call.json:
            headers["content-type"] = "application/json"
        return Request(
            url=links.parse(base.rstrip("/") + call.path),
            headers=tuple(headers.items()),
            limit=call.limit,
            method="POST" if call.json else "GET",
            body=call.json,
            operator=bool(own),
        )
