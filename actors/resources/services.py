"""Sites that are read by their own services: which they are, and where the operator wants them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from headwater.actors.domain import links
from headwater.actors.messages.sources import Call, Gather, Reply
from headwater.actors.messages.web import Document, Extract, Fetch
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

    def follow(self, came: Extract, document: Document) -> Gather | None:
        """What is still missing of a thread whose page came, where a source can get it."""
        platform = document.forum.get("platform") if document.quality == "partial" else None
        sources = self._sources().values() if platform else ()
        source = next((each for each in sources if each.follows == platform), None)
        reading = source.begin(came.want.url) if source else None
        if source is None or reading is None:
            return None
        response = came.response
        page = Reply(200, response.body, response.header("content-type"), url=response.url)
        calls = advance(reading, ((page,),))
        if isinstance(calls, Document):
            return None
        return Gather(came.want, source.name, calls, ((page,),), left=source.seconds)

    def source(self, name: str) -> Source:
        """The source of that name."""
        return self._sources()[name]

    def request(self, source: str, call: Call, agent: str) -> Request:
        """
        A call as it is sent.

        Where the operator has set the address, it may be private; where not, it is checked as any
        page is, so a list of allowed domains counts for services too.
        """
        if call.service.startswith("http"):
            return _request(call.service, call, agent, operator=False)
        known = self.source(source)
        variables = (f"HEADWATER_{call.service.upper()}_URL", known.shared.get(call.service, ""))
        own = next((self._given[name] for name in variables if self._given.get(name)), "")
        base = own or known.bases[call.service]
        return _request(base, call, agent, operator=bool(own))


def _request(base: str, call: Call, agent: str, *, operator: bool) -> Request:
    headers = {"user-agent": agent, "accept": ACCEPT} | dict(call.headers)
    if call.json:
        headers["content-type"] = "application/json"
    return Request(
        url=links.parse(base.rstrip("/") + call.path),
        headers=tuple(headers.items()),
        limit=call.limit,
        method="POST" if call.json else "GET",
        body=call.json,
        operator=operator,
    )
