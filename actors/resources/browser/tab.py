"""One page in the browser: what it asks for, where it goes, and when it has settled."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import trio

from headwater.actors.messages.faults import Refused, Upstream, WebFault
from headwater.actors.messages.web import Hop
from headwater.actors.resources.browser.line import Line, Refusal
from headwater.actors.resources.browser.proxy import USER, Pass, place_of

LOOK = 0.05  # seconds between two looks at whether the page has settled
LONG = 5.0  # seconds; a request that takes longer is a stream or a poll, and not waited for
MOST_PAGES = 10  # that a page may lead on to, one after the other
WORLD = "headwater"

# What a reader of text does not need, and what sends without waiting for an answer.
_UNWANTED = frozenset(
    {"Image", "Media", "Font", "TextTrack", "Ping", "CSPViolationReport", "Manifest", "Prefetch"}
)
_FLEETING = frozenset({"WebSocket", "EventSource", *_UNWANTED})


@functools.cache
def script(name: str) -> str:
    """A script of ours, read at its first use."""
    return Path(__file__).with_name(f"{name}.js").read_text()


class Tab:
    """Hears the page's events; speaks to it in a world where its scripts cannot listen."""

    def __init__(self, line: Line, session: str, frame: str, given: Pass) -> None:
        self._line = line
        self._session = session
        self._frame = frame
        self._given = given
        self._world: int | None = None
        self._open: dict[str, float] = {}  # requests, and when they began
        self._active = trio.current_time()
        self.url = ""  # of the page, or of the one that it leads to
        self.status = 0
        self.hops: list[Hop] = []
        self.crashed = trio.Event()
        self._heard = {
            "Fetch.requestPaused": self._paused,
            "Fetch.authRequired": self._challenged,
            "Network.requestWillBeSent": self._asked,
            "Network.responseReceived": self._answered,
            "Network.loadingFinished": self._done,
            "Network.loadingFailed": self._done,
            "Page.frameNavigated": self._moved,
            "Page.javascriptDialogOpening": self._dialog,
            "Inspector.targetCrashed": self._crash,
        }
        line.listen(session, self.hear)

    async def call(self, method: str, **params: Any) -> dict[str, Any]:
        """A command to this page."""
        return await self._line.call(method, self._session, **params)

    def tell(self, method: str, **params: Any) -> None:
        """The same, and nobody waits."""
        self._line.tell(method, self._session, **params)

    async def look(self, expression: str) -> Any:
        """What the expression is worth in our own world. Refusal while pages change."""
        if self._world is None:
            made = await self.call("Page.createIsolatedWorld", frameId=self._frame, worldName=WORLD)
            self._world = made["executionContextId"]
        try:
            found = await self.call(
                "Runtime.evaluate",
                expression=expression,
                contextId=self._world,
                returnByValue=True,
            )
        except Refusal:
            self._world = None
            raise
        if "exceptionDetails" in found:
            raise Refusal(str(found["exceptionDetails"].get("text", "")))
        return found["result"].get("value")

    async def settle(self, quiet: float) -> int:
        """Until neither the page nor its network has stirred for so long; the page's height."""
        while True:
            await trio.sleep(LOOK)
            self.complain()
            try:
                still, state, height = await self.look(script("quiet"))
            except Refusal:
                continue
            idle = min(still / 1000, self._idle())
            if idle >= quiet and state != "loading":
                return int(height)

    def complain(self) -> None:
        """Raise what stands in the way: a refused address, a page that leads on and on."""
        if refused := self._given.refused.get(place_of(self.url)):
            raise Refused(str(refused), reason=refused.reason, hop=len(self.hops))
        if len(self.hops) > MOST_PAGES:
            raise Upstream(f"More than {MOST_PAGES} redirects", reason="redirect_loop")

    def failure(self) -> WebFault | None:
        """Why the proxy could not reach the page."""
        return self._given.failed.get(place_of(self.url))

    def hear(self, method: str, params: dict[str, Any]) -> None:
        """One event of the page."""
        heard = self._heard.get(method)
        if heard is not None:
            heard(params)

    def _idle(self) -> float:
        now = trio.current_time()
        recent = [began for began in self._open.values() if now - began < LONG]
        return 0.0 if recent else now - self._active

    def _paused(self, params: dict[str, Any]) -> None:
        if params.get("resourceType") in _UNWANTED:
            self.tell("Fetch.failRequest", requestId=params["requestId"], errorReason="Aborted")
        else:
            self.tell("Fetch.continueRequest", requestId=params["requestId"])

    def _challenged(self, params: dict[str, Any]) -> None:
        """Only the proxy is told who we are."""
        answer: dict[str, str] = {"response": "CancelAuth"}
        if params["authChallenge"].get("source") == "Proxy":
            answer = {
                "response": "ProvideCredentials",
                "username": USER,
                "password": self._given.word,
            }
        self.tell(
            "Fetch.continueWithAuth", requestId=params["requestId"], authChallengeResponse=answer
        )

    def _asked(self, params: dict[str, Any]) -> None:
        self._active = trio.current_time()
        if params.get("type") not in _FLEETING:
            self._open[params["requestId"]] = self._active
        if params.get("type") == "Document" and params.get("frameId") == self._frame:
            self._lead(params["request"]["url"], params.get("redirectResponse"))

    def _lead(self, url: str, redirect: dict[str, Any] | None) -> None:
        if self.url:
            self.hops.append(Hop(self.url, redirect["status"] if redirect else self.status or 200))
        self.url = url
        self.status = 0

    def _answered(self, params: dict[str, Any]) -> None:
        if params.get("type") != "Document":
            return
        self._done(params)  # its end may go unsaid when it moves to a process of its own
        if params.get("frameId") == self._frame:
            self.status = int(params["response"]["status"])

    def _done(self, params: dict[str, Any]) -> None:
        self._open.pop(params["requestId"], None)
        self._active = trio.current_time()

    def _moved(self, params: dict[str, Any]) -> None:
        if params["frame"]["id"] == self._frame:
            self._world = None

    def _dialog(self, _: dict[str, Any]) -> None:
        self.tell("Page.handleJavaScriptDialog", accept=False)

    def _crash(self, _: dict[str, Any]) -> None:
        self.crashed.set()
