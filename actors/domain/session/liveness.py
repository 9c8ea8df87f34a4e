"""Whether a session's addresses still answer. Best effort: what cannot be told is not verified."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from headwater.actors.domain.session.report.facts import LinkCheck
from headwater.actors.messages.archives import Copied, Copy
from headwater.actors.messages.faults import NotFound, Unreachable
from headwater.actors.messages.providers import Consult, Consulted
from headwater.actors.messages.web import RawPage, ReadRaw
from headwater.kernel.faults import Fault
from headwater.kernel.tool import Desk

MOST = 200  # addresses of a session that are checked
START = 4096  # bytes of a page that are enough to know that it is there
NOT_CHECKED = LinkCheck("unverified", f"only {MOST} are checked")


async def check_links(urls: Sequence[str], desk: Desk) -> dict[str, LinkCheck]:
    """Each address with what became of it; a dead one with a copy, where there is one."""
    asked = list(urls[:MOST])
    desk.progress(0, 2, f"checking {len(asked)} links")
    answers = await desk.ask_all([ReadRaw(url=url, limit=START, refresh=True) for url in asked])
    checks = dict.fromkeys(urls, NOT_CHECKED)
    checks |= {url: _judge(answer) for url, answer in zip(asked, answers, strict=True)}
    lost = [url for url in asked if checks[url].status in {"dead", "unreachable"}]
    desk.progress(1, 2, f"looking for copies of {len(lost)} pages")
    copies = await desk.ask_all([Consult("wayback", "copy", Copy(url)) for url in lost])
    for url, found in zip(lost, copies, strict=True):
        if isinstance(found, Consulted) and isinstance(found.answer, Copied) and found.answer.url:
            checks[url] = replace(checks[url], archived=found.answer.url)
    return checks


def _judge(answer: RawPage | Fault) -> LinkCheck:
    """A page that refuses programs may well be there for people."""
    if isinstance(answer, RawPage):
        return LinkCheck("live")
    reason = str(answer).rstrip(".")
    if isinstance(answer, NotFound):
        return LinkCheck("dead", reason)
    if isinstance(answer, Unreachable):
        return LinkCheck("unreachable", reason)
    return LinkCheck("unverified", reason)
