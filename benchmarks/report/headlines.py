"""What a run comes to: a few sentences with a number each, and the goals they are held against."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from headwater.benchmarks import peers
from headwater.benchmarks.report.figures import figure
from headwater.benchmarks.suite import Results

RESEARCHER = peers.RESEARCHER.name
LOOP = "trafilatura loop"


class Claim(Struct, frozen=True):
    """A ratio that is worth a sentence."""

    case: str
    to: str  # what it is a ratio to: a peer, or the floor's name
    words: str
    goal: float | None = None  # times


class Headline(Struct, frozen=True):
    """A claim with what a run found."""

    times: float
    words: str
    figures: str
    goal: float | None

    @property
    def is_met(self) -> bool:
        """Whether the goal is reached; without one, whether we are ahead."""
        return self.times >= (self.goal or 1.0)


CLAIMS = (
    Claim("scrape/many/20KB", RESEARCHER, "pages a second, 20 KB, 32 at once", 3),
    Claim("scrape/many/200KB", RESEARCHER, "pages a second, 200 KB, 32 at once", 8),
    Claim("scrape/many/2MB", RESEARCHER, "pages a second, 2 MB, 32 at once", 10),
    Claim("bulk/20KB", LOOP, "pages a second in bulk, 20 KB, same cores", 5),
    Claim("bulk/200KB", LOOP, "pages a second in bulk, 200 KB, same cores", 5),
    Claim("bulk/20KB", "one core", "bulk on every core, 20 KB pages", 1.7),
    Claim("extract/real", "resiliparse", "real pages extracted a second"),
    Claim("extract/quality", "trafilatura", "words extracted right"),
    Claim("stdio/start", RESEARCHER, "sooner ready to answer"),
    Claim("documents/pdf", "markitdown", "PDF files read a second"),
)


def headlines(results: Results) -> Iterator[Headline]:
    """Those whose figures are there."""
    found = {row.name: row.measured for row in results.rows if row.measured is not None}
    for claim in CLAIMS:
        measured = found.get(claim.case)
        if measured is None or claim.to not in measured.ratios:
            continue
        floor = {measured.floor_name: measured.floor} if measured.floor else {}
        other = {**floor, **measured.peers}[claim.to]
        ours, theirs = figure(measured.ours, measured.unit), figure(other, measured.unit)
        yield Headline(
            measured.ratios[claim.to],
            claim.words,
            f"{ours} against {theirs} ({claim.to})",
            claim.goal,
        )
