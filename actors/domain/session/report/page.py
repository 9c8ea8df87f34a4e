"""
A report as one page that needs nothing else: no script, no font, no picture from anywhere.

The content is not trusted. All of it comes in through `words`, and the page's own policy forbids
whatever is not in it.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from headwater.actors.domain.session.branches import Node, nodes_of
from headwater.actors.domain.session.report.endings import questions, sources, swatch
from headwater.actors.domain.session.report.facts import Report, footer_of
from headwater.actors.domain.session.report.graph import draw
from headwater.actors.domain.session.report.timeline import timeline
from headwater.actors.domain.session.report.words import clock, plural, span, text
from headwater.actors.messages.sessions import Session

_SHEET = Path(__file__).parents[3] / "data" / "report.css"


def write(report: Report) -> str:
    """The whole page."""
    session = report.session
    nodes = nodes_of(session.steps)
    body = [
        *_head(session),
        *_graph(session, nodes),
        "<h2>Timeline</h2>",
        *timeline(session, nodes),
        *questions(session),
        *sources(report),
        f"<footer>{text(footer_of(report))}</footer>",
    ]
    style = _style()
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_policy(style)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{text(session.goal)}</title>\n<style>{style}</style>\n</head>\n"
        "<body>\n<main>\n" + "\n".join(body) + "\n</main>\n</body>\n</html>\n"
    )


def _policy(style: str) -> str:
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


@functools.cache
def _style() -> str:
    """Read once; the file is part of the program, as a module is."""
    return re.sub(r"\s+", " ", _SHEET.read_text(encoding="utf-8")).strip()


def _head(session: Session) -> Iterator[str]:
    yield '<p class="kicker">Research session</p>'
    yield f'<h1 dir="auto">{text(session.goal)}</h1>'
    if session.summary:
        yield f'<p class="lead" dir="auto">{text(session.summary)}</p>'
    last = session.steps[-1].at if session.steps else session.started
    facts = {
        "Started (UTC)": clock(session.started),
        "Took": span(last - session.started),
        "Status": "complete" if session.completed else "in progress",
        "Steps": str(len(session.steps)),
        "Sources": str(len(session.sources)),
        "Open questions": str(sum(not gap.resolved for gap in session.gaps)),
    }
    if session.lost:
        facts["Damaged"] = plural(session.lost, "record") + " left out"
    rows = (f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in facts.items())
    yield f'<dl class="facts">{"".join(rows)}</dl>'


def _graph(session: Session, nodes: Sequence[Node]) -> Iterator[str]:
    branches = len({node.line for node in nodes if node.line})
    yield "<h2>Path of the research</h2>"
    yield f'<div class="graph" tabindex="0">{draw(nodes, session.superseded)}</div>'
    entries = [
        f"<span>{swatch(tier)}{tier} confidence</span>"
        for tier in ("high", "medium", "low")
        if any(step.confidence == tier for step in session.steps)
    ]
    if session.superseded:
        entries.append("<span>dashed: superseded, with an arc from its revision</span>")
    if branches:
        entries.append(f"<span>{plural(branches, 'branch').replace('branchs', 'branches')}</span>")
    yield f'<p class="legend">{"".join(entries)}</p>' if entries else ""
