"""Which step follows which: the lines of a session, and where they part."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from headwater.actors.messages.sessions import Step

MAIN = ""


class Node(Struct, frozen=True):
    """A step in the graph; `parent` is a place in the list of nodes, or -1."""

    step: Step
    line: str  # the branch it is on; empty for the main line
    lane: int  # 0 is the main line
    parent: int
    first: bool  # whether the line begins with it


def nodes_of(steps: Sequence[Step]) -> list[Node]:
    """One node for each step, in their order."""
    nodes: list[Node] = []
    last: dict[str, int] = {}  # place of the last node by line
    places: dict[int, int] = {}  # by step number
    origins: dict[str, int] = {}  # the step a line parted from
    lanes = {MAIN: 0}
    for place, step in enumerate(steps):
        line = step.branch or (f"from step {step.branch_from}" if step.branch_from else MAIN)
        parent = _parent(step, line, last, places, origins)
        origins.setdefault(line, step.branch_from)
        lane = lanes.setdefault(line, len(lanes))
        nodes.append(Node(step, line, lane, parent, first=line not in last))
        last[line] = places[step.number] = place
    return nodes


def _parent(
    step: Step,
    line: str,
    last: dict[str, int],
    places: dict[int, int],
    origins: dict[str, int],
) -> int:
    """Callers name the branching point once or at every step of the branch; both mean one line."""
    parts = step.branch_from and (line not in last or origins.get(line) != step.branch_from)
    if parts:
        return places.get(step.branch_from, -1)
    if line in last:
        return last[line]
    return max(last.values(), default=-1)
