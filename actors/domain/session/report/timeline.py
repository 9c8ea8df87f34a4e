"""The steps of a session, one below the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from headwater.actors.domain.session.branches import Node
from headwater.actors.domain.session.report.facts import answer_of, numbers_of
from headwater.actors.domain.session.report.graph import colour_of
from headwater.actors.domain.session.report.words import chip, moment_after, text
from headwater.actors.domain.session.view import stamp
from headwater.actors.messages.sessions import Session, Step

_WIDE = 1000  # numbers from here on need smaller figures


def timeline(session: Session, nodes: Sequence[Node]) -> Iterator[str]:
    """An article for each step."""
    places = {node.step.number: place for place, node in enumerate(nodes, start=1)}
    yield '<section class="timeline">'
    before = 0.0
    for place, node in enumerate(nodes, start=1):
        yield from _step(session, place, node, places, moment_after(node.step.at, before))
        before = node.step.at
    yield "</section>"


def _step(
    session: Session, place: int, node: Node, places: dict[int, int], moment: str
) -> Iterator[str]:
    step = node.step
    later = session.superseded.get(step.number, 0)
    classes = f"step {colour_of(node.lane)}"
    classes += " superseded" if later and places.get(later) != place else ""
    classes += " long" if step.number >= _WIDE else ""
    yield f'<article class="{classes}" id="step-{place}">'
    yield f'<span class="number">{step.number}</span>'
    time = f'<time datetime="{stamp(step.at)}">{moment}</time>'
    yield f"<header>{' '.join([time, *_labels(step, node, later, places)])}</header>"
    yield f'<p class="said" dir="auto">{text(step.description)}</p>'
    yield from _details(step, answer_of(session, step))
    if numbers := numbers_of(session, step):
        cites = " ".join(f'<a href="#source-{number}">[{number}]</a>' for number in numbers)
        yield f'<p class="detail cites"><b>Sources</b>{cites}</p>'
    yield "</article>"


def _labels(step: Step, node: Node, later: int, places: dict[int, int]) -> Iterator[str]:
    if step.confidence:
        yield chip(f"{step.confidence} confidence", step.confidence)
    if node.line:
        begins = node.first and step.branch and step.branch_from
        yield chip(node.line + (f", from step {step.branch_from}" if begins else ""), "branch")
    if step.revises:
        yield _to("revises step", step.revises, places)
    elif step.is_revision:
        yield chip("revision")
    if later:
        yield _to("superseded by step", later, places)


def _to(words: str, number: int, places: dict[int, int]) -> str:
    return f'<a class="chip" href="#step-{places.get(number, 0)}">{words} {number}</a>'


def _details(step: Step, answered: str) -> Iterator[str]:
    if step.reasoning:
        yield _detail("Why", text(step.reasoning))
    for approach in step.rejected:
        yield _detail("Rejected", f'<span class="rejected">{text(approach)}</span>')
    if step.gap:
        yield _detail("Open question", text(step.gap))
    if answered:
        yield _detail("Answers", text(answered))


def _detail(name: str, content: str) -> str:
    return f'<p class="detail" dir="auto"><b>{name}</b>{content}</p>'
