"""Which wall an answer is, and the fault that it makes."""

from __future__ import annotations

from headwater.actors.domain.lazy import pattern
from headwater.actors.domain.walls.challenge import SHORT, challenge
from headwater.actors.domain.walls.gates import age, consent, login
from headwater.actors.domain.walls.missing import missing, parked
from headwater.actors.domain.walls.script import script
from headwater.actors.domain.walls.seen import Kind, Seen, Wall
from headwater.actors.messages.faults import Blocked, Empty, LoginNeeded, NotFound, WebFault

LONG = 4_000  # characters; a text of that length is a page, whatever else it says
_IN_ORDER = (challenge, age, login, consent, missing, parked, script)
_REFUSALS = frozenset({403, 405, 406, 418, 444, 493, 503, 999})  # with which firewalls answer
_TAG = pattern(r"<[^>]{0,2000}>")
_SOME = 8_192  # bytes of such an answer that are looked at for words

_FAULTS: dict[Kind, tuple[type[WebFault], str, str]] = {
    "challenge": (Blocked, "a bot challenge{by} came instead of the page", "bot challenge"),
    "denied": (Blocked, "a firewall{by} refused to give the page", "refused by a firewall"),
    "consent": (Blocked, "a question about cookies came instead of the page", "consent page"),
    "age": (Blocked, "a question about the visitor's age came instead of the page", "age gate"),
    "login": (LoginNeeded, "it leads to a login", "login page"),
    "missing": (NotFound, "it answers 200 and says that there is no such page", "soft 404"),
    "parked": (NotFound, "the domain is parked or its account is closed", "parked domain"),
    "script": (Empty, "its text is made by scripts in a browser", "{size} bytes, made by scripts"),
}


def wall_of(seen: Seen) -> Wall | None:
    """What stands in the way of the page, or None where this is the page."""
    if seen.length > LONG:
        return None
    for look in _IN_ORDER:
        wall = look(seen)
        if wall is not None:
            return wall
    return None


def refusal_of(
    status: int, headers: tuple[tuple[str, str], ...], body: bytes, url: str
) -> Wall | None:
    """A challenge or firewall behind a status that says no; nothing has been extracted yet."""
    if status not in _REFUSALS:
        return None
    words = " ".join(_TAG.sub(" ", body[:_SOME].decode(errors="replace")).split())
    return challenge(Seen("", words[:SHORT], body, url, status, headers))


def fault_of(wall: Wall, size: int = 0, tier: str = "html") -> WebFault:
    """What a caller is told; `reason` is the wall's kind."""
    kind, message, outcome = _FAULTS[wall.kind]
    by = f" by {wall.maker}" if wall.maker else ""
    tiers = (f"{tier}: {outcome.format(size=size)}",)
    return kind(message.format(by=by), reason=wall.kind, tiers=tiers)
