from __future__ import annotations

import pytest

from headwater.actors.domain.session.coverage import coverage_of
from headwater.actors.domain.session.events import Begun, Found, Stepped
from headwater.actors.domain.session.refine import refinement_queries
from headwater.actors.domain.session.trail import Trail
from headwater.actors.messages.sessions import SOLE, Session, Source, Step

GOAL = "Why do rivers in the Alps flood?"


def session(*urls: str, steps: tuple[Step, ...] = (), kind: str = "") -> Session:
    trail = Trail()
    first = Step(number=1, description="look", next_step_needed=True, goal=GOAL, at=1.0)
    trail.apply(1, Begun(SOLE, "s", first))
    for number, step in enumerate(steps, start=2):
        trail.apply(number, Stepped(step))
    sources = tuple(Source(url=url, source_type=kind) for url in urls)
    trail.apply(trail.seen + 1, Found(2.0, sources))
    return trail.snapshot(SOLE, "s")


def step(number: int, text: str = "look", **fields: str) -> Step:
    return Step(number=number, description=text, next_step_needed=True, at=1.0, **fields)  # type: ignore[arg-type]  # texts only


def queries(of: Session) -> tuple[str, ...]:
    return refinement_queries(of, coverage_of(of))


def test_a_session_without_sources_says_so_and_suggests_its_goal() -> None:
    empty = coverage_of(session())
    assert (empty.source_count, empty.unique_domains, empty.domain_spread) == (0, 0, 0.0)
    assert empty.gaps == ("No sources recorded yet: search or read pages with this sessionId.",)
    assert queries(session()) == ("rivers Alps flood",)


def test_one_domain_that_gives_most_sources_is_named() -> None:
    found = session("https://www.a.test/1", "https://a.test/2", "https://b.test/")
    coverage = coverage_of(found)
    assert coverage.dominant_domain == "a.test"
    assert coverage.domain_spread == 0.67
    assert "a.test gives 67% of the sources." in coverage.gaps
    assert "rivers Alps flood -site:a.test" in queries(found)


def test_sources_of_sound_kinds_are_counted_by_kind() -> None:
    found = session(
        "https://www.nature.com/articles/x", "https://www.bafu.admin.ch/floods", "https://c.test/"
    )
    coverage = coverage_of(found)
    assert coverage.source_types == {"government": 1, "peer_reviewed": 1, "unknown": 1}
    assert not coverage.gaps
    assert not queries(found)


def test_sources_of_one_kind_are_a_gap() -> None:
    urls = ("https://a.test/", "https://b.test/", "https://c.test/")
    coverage = coverage_of(session(*urls, kind="government"))
    assert coverage.gaps == ("All sources are of one kind: government.",)


@pytest.mark.parametrize("url", ["not a url", "http://[::1", "mailto:a@b.test"])
def test_an_address_without_a_host_counts_as_a_source_and_no_domain(url: str) -> None:
    coverage = coverage_of(session(url))
    assert (coverage.source_count, coverage.unique_domains) == (1, 0)


def test_open_gaps_come_first_and_closed_ones_not_at_all() -> None:
    asked = session(
        steps=(
            step(2, gap="What is the role of dams?"),
            step(3, gap="Which years were worst?"),
            step(4, resolves="gap-2"),
        )
    )
    assert queries(asked)[0] == "role dams rivers Alps flood"
    assert not any("worst" in query for query in queries(asked))


def test_doubtful_steps_are_worth_another_search() -> None:
    doubtful = session(steps=(step(2, "Glaciers melt faster", confidence="low"),))
    assert "Glaciers melt faster evidence" in queries(doubtful)


def test_a_text_without_spaces_is_a_query_too() -> None:
    asked = session(steps=(step(2, gap="\u6d2a\u6c34\u306e\u539f\u56e0"),))
    assert queries(asked)[0].startswith("\u6d2a\u6c34\u306e\u539f\u56e0")


def test_at_most_six_are_suggested() -> None:
    many = session(steps=tuple(step(n, gap=f"unknown river {n}") for n in range(2, 12)))
    assert len(queries(many)) == 6
