from __future__ import annotations

import base64
import hashlib
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html
from msgspec.structs import replace

from headwater.actors.domain.session.branches import nodes_of
from headwater.actors.domain.session.events import Begun, Found, Stepped
from headwater.actors.domain.session.report import markdown, page
from headwater.actors.domain.session.report.facts import LinkCheck, Report
from headwater.actors.domain.session.trail import Trail
from headwater.actors.messages.sessions import SOLE, Owner, Source, Step

HOSTILE = '"><script>alert(1)</script><img src=x onerror=y> \u202e\x00\x1b[31m `'
URL = "javascript:alert(1)//https://a.test/"


def report(text: str = "plain", *urls: str) -> Report:
    """A session that says the text wherever something can be said."""
    step = Step(
        number=1,
        description=text,
        next_step_needed=True,
        goal=text,
        reasoning=text,
        rejected=(text,),
        summary=text,
        gap=text,
        at=1_800_000_000.0,
    )
    trail = Trail()
    trail.apply(1, Begun(SOLE, "s", step))
    follow = replace(step, number=2, branch=text, branch_from=1, resolves="gap-1", confidence="low")
    trail.apply(2, Stepped(follow))
    trail.apply(3, Stepped(replace(step, number=3, revises=1, is_revision=True)))
    sources = tuple(
        Source(url=url, title=text, author=text, site=text, date=text, doi=text, tool=text, at=1.0)
        for url in (urls or ("https://a.test/",))
    )
    trail.apply(4, Found(2.0, sources))
    session = trail.snapshot(Owner(tenant=text, user=text), "s")
    checks = {url: LinkCheck("dead", text, archived=url) for url in urls}
    return Report(session, "2026-01-01T00:00:00Z", checks)


@given(st.text(max_size=60).map(lambda text: text or "x"))
def test_no_text_becomes_markup(text: str) -> None:
    tags = _tags(page.write(report("plain", "https://a.test/")))
    assert _tags(page.write(report(text, "https://a.test/"))) <= tags


def find(written: str, path: str) -> list[str]:
    """What an XPath of texts or attributes finds."""
    found: Any = html.document_fromstring(written).xpath(path)
    return [str(one) for one in found]


def _tags(written: str) -> set[str]:
    """Every element with the names of its attributes."""
    root = html.document_fromstring(written)
    return {f"{one.tag} {sorted(one.attrib)}" for one in root.iter()}


@pytest.mark.parametrize(
    "url", [URL, "data:text/html,x", "//evil.test/x", 'https://a.test/"onclick=x']
)
def test_only_addresses_of_the_web_become_links(url: str) -> None:
    written = page.write(report(HOSTILE, url))
    links = find(written, "//a/@href")
    assert all(link.startswith(("#", "https://a.test/")) for link in links)
    assert not re.search(r"<[^>]*\son\w+=", written)
    assert "<script" not in written
    assert "\u202e" not in written
    assert "\x1b" not in written


def test_the_page_needs_nothing_and_its_policy_allows_only_its_style() -> None:
    written = page.write(report())
    assert not find(written, "//@src | //script | //link | //img | //iframe | //form | //@style")
    (style,) = find(written, "//style/text()")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    (policy,) = find(written, "//meta[@http-equiv='Content-Security-Policy']/@content")
    assert policy.startswith(f"default-src 'none'; style-src 'sha256-{digest}';")
    assert "url(" not in style
    assert "@import" not in style


def test_every_link_within_the_page_leads_somewhere() -> None:
    written = page.write(report())
    inside = [link[1:] for link in find(written, "//a/@href") if link.startswith("#")]
    assert inside
    assert set(inside) <= set(find(written, "//@id"))


def test_markdown_is_escaped_and_addresses_stay_whole() -> None:
    written = markdown.write(report("# <b>x</b> [a](javascript:y)", "https://a.test/_x_"))
    assert written.splitlines()[0] == r"# \# \<b\>x\</b\> \[a\](javascript:y)"
    assert "<b>" not in written
    assert "<https://a.test/_x_>" in written
    assert not [line for line in written.splitlines() if re.match(r"#{1,6} <", line)]


def _step(number: int, *, branch: str = "", branch_from: int = 0) -> Step:
    return Step(
        number=number,
        description="x",
        next_step_needed=True,
        branch=branch,
        branch_from=branch_from,
    )


@pytest.mark.parametrize(
    ("steps", "parents", "lanes"),
    [
        ([_step(1), _step(2), _step(3)], [-1, 0, 1], [0, 0, 0]),
        ([_step(1), _step(2, branch="a", branch_from=1), _step(3)], [-1, 0, 0], [0, 1, 0]),
        (
            [  # the branching point named at every step of the branch
                _step(1),
                _step(2, branch="a", branch_from=1),
                _step(3, branch="a", branch_from=1),
            ],
            [-1, 0, 1],
            [0, 1, 1],
        ),
        (
            [_step(1), _step(2, branch="a", branch_from=1), _step(3, branch="b", branch_from=2)],
            [-1, 0, 1],
            [0, 1, 2],
        ),
        ([_step(1, branch="a"), _step(2)], [-1, 0], [1, 0]),
        ([_step(1), _step(2), _step(3, branch_from=1)], [-1, 0, 0], [0, 0, 1]),
        ([_step(1), _step(2, branch="late")], [-1, 0], [0, 1]),
    ],
)
def test_steps_follow_their_line(steps: list[Step], parents: list[int], lanes: list[int]) -> None:
    nodes = nodes_of(steps)
    assert [node.parent for node in nodes] == parents
    assert [node.lane for node in nodes] == lanes
