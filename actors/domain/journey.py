"""One page's way through redirects and refreshes: what to ask next, decided without asking."""

from __future__ import annotations

from msgspec import Struct

from headwater.actors.domain import links, refresh, retry_after
from headwater.actors.domain.status import REDIRECTS, fault_of
from headwater.actors.domain.walls.recognise import fault_of as wall_fault
from headwater.actors.domain.walls.recognise import refusal_of
from headwater.actors.messages.faults import Upstream, WebFault
from headwater.actors.messages.web import Hop, Url

MOST_HOPS = 10


class Step(Struct, frozen=True):
    """Where we are, and how we came here."""

    url: Url
    hops: tuple[Hop, ...] = ()

    def onward(self, reference: str, status: int) -> Step:
        """The next step; a fault when there have been too many, or it leads back here."""
        if not reference:
            raise Upstream(f"{self.url.href} redirects to nowhere", reason="redirect")
        if len(self.hops) >= MOST_HOPS:
            raise Upstream(f"More than {MOST_HOPS} redirects", reason="redirect_loop")
        target = links.join(self.url, reference, hop=len(self.hops) + 1)
        seen = {hop.url for hop in self.hops} | {self.url.href}
        if target.href in seen and status == 200:
            raise Upstream(f"{target.href} refreshes in a circle", reason="redirect_loop")
        return Step(target, (*self.hops, Hop(self.url.href, status)))


def next_step(
    step: Step, status: int, headers: tuple[tuple[str, str], ...], body: bytes
) -> Step | None:
    """Where the answer sends us, or None when this is the page."""
    if status in REDIRECTS:
        return step.onward(first(headers, "location"), status)
    if status != 200:
        return None
    target = refresh.target(first(headers, "refresh"), body, first(headers, "content-type"))
    if not target or _is_itself(step.url, target):
        return None
    return step.onward(target, status)


def fault(
    step: Step, status: int, headers: tuple[tuple[str, str], ...], body: bytes, now: float
) -> WebFault | None:
    """The fault that the answer is, if it is one; `now` is wall clock."""
    wait = retry_after.seconds(first(headers, "retry-after"), now)
    found = fault_of(status, step.url.href, wait)
    wall = None if found is None else refusal_of(status, headers, body, step.url.href)
    return found if wall is None else wall_fault(wall, tier=f"http {status}")


def first(headers: tuple[tuple[str, str], ...], name: str) -> str:
    """The first header of that name, or nothing."""
    return next((value for key, value in headers if key == name), "")


def _is_itself(url: Url, target: str) -> bool:
    """A page that renews itself is the page."""
    try:
        joined = links.join(url, target)
    except WebFault:
        return False
    return links.normalise(joined) == links.normalise(url)
