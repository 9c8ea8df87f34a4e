"""The graph of a session as a picture: steps from left to right, a lane for each branch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from headwater.actors.domain.session.branches import Node
from headwater.actors.domain.session.report.words import text

WIDE, NARROW = 40, 27  # pixels from one step to the next, at most and at least
PAGE = 810  # pixels that a page has for the steps without scrolling
DOWN = 46  # pixels from one lane to the next
EDGE = 24  # around everything
BELOW = 12  # more, for the name of the last lane
COLOURS = 6  # lanes that differ in colour
NAME = 28  # characters of a branch's name
LETTER = 6.5  # pixels that one of them takes, roughly


def colour_of(lane: int) -> str:
    """The class that colours a lane."""
    return f"l{lane % COLOURS}"


def draw(nodes: Sequence[Node], superseded: dict[int, int]) -> str:
    """An SVG element; each step leads to its place in the timeline."""
    return _Picture(nodes, superseded).draw()


class _Picture:
    def __init__(self, nodes: Sequence[Node], superseded: dict[int, int]) -> None:
        self._nodes = nodes
        self._superseded = superseded
        self._across = max(NARROW, min(WIDE, PAGE // max(1, len(nodes) - 1)))
        self._radius = 13 if self._across > 34 else 11
        self._firsts = {
            node.line: place for place, node in enumerate(nodes) if node.first and node.line
        }

    def draw(self) -> str:
        lanes = max((node.lane for node in self._nodes), default=0) + 1
        width = self._width()
        height = 2 * EDGE + (lanes - 1) * DOWN + (BELOW if lanes > 1 else 0)
        size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        parts = [
            f'<svg {size} role="img" aria-label="Graph of the steps">',
            *self._edges(),
            *self._revisions(),
            *self._names(),
            *(self._node(place, node) for place, node in enumerate(self._nodes)),
            "</svg>",
        ]
        return "".join(parts)

    def _at(self, place: int, lane: int) -> tuple[int, int]:
        return EDGE + place * self._across, EDGE + lane * DOWN

    def _width(self) -> int:
        """As far as the last step or the longest name reaches."""
        last = self._at(len(self._nodes) - 1, 0)[0]
        names = [
            self._at(place, 0)[0] + round(LETTER * min(len(line), NAME))
            for line, place in self._firsts.items()
        ]
        return max([last + EDGE, *names])

    def _edges(self) -> Iterator[str]:
        for place, node in enumerate(self._nodes):
            if node.parent < 0:
                continue
            x, y = self._at(place, node.lane)
            from_x, from_y = self._at(node.parent, self._nodes[node.parent].lane)
            bend = ""
            if y != from_y:
                near, far = from_x + self._across * 0.4, from_x + self._across * 0.8
                bend = f"C{near:g} {from_y} {near:g} {y} {far:g} {y}"
            path = f"M{from_x} {from_y}{bend}H{x}"
            yield f'<path class="edge {colour_of(node.lane)}" d="{path}"/>'

    def _revisions(self) -> Iterator[str]:
        """A dashed arc from a step to the one it revises."""
        places = {node.step.number: place for place, node in enumerate(self._nodes)}
        for place, node in enumerate(self._nodes):
            target = places.get(node.step.revises, place)
            if target >= place:
                continue
            x, y = self._at(place, node.lane)
            to_x, to_y = self._at(target, self._nodes[target].lane)
            top = self._radius + 1
            lift = min(y, to_y) - self._radius - 9
            path = f"M{x} {y - top}C{x} {lift} {to_x} {lift} {to_x} {to_y - top}"
            yield f'<path class="revision" d="{path}"/>'

    def _names(self) -> Iterator[str]:
        """Each branch's name, below its first step."""
        for line, place in self._firsts.items():
            lane = self._nodes[place].lane
            x, y = self._at(place, lane)
            name = line if len(line) <= NAME else line[: NAME - 1] + "\u2026"
            where = f'x="{x - self._radius}" y="{y + self._radius + 14}"'
            yield f'<text class="lane-name {colour_of(lane)}" {where}>{text(name)}</text>'

    def _node(self, place: int, node: Node) -> str:
        x, y = self._at(place, node.lane)
        step = node.step
        old = " old" if step.number in self._superseded else ""
        off = self._radius * 3 // 4
        dot = f'<circle class="dot {step.confidence}" cx="{x + off}" cy="{y - off}" r="4"/>'
        return (
            f'<a href="#step-{place + 1}"><title>{text(step.description[:120])}</title>'
            f'<circle class="node {colour_of(node.lane)}{old}" cx="{x}" cy="{y}" '
            f'r="{self._radius}"/><text x="{x}" y="{y + 4}">{step.number}</text>'
            f"{dot if step.confidence else ''}</a>"
        )
