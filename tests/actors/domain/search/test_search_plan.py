from __future__ import annotations

import pytest

from headwater.actors.domain.search.plan import plan_for, terms_of
from headwater.actors.messages.providers import Abilities
from headwater.actors.messages.search import ImageFilters, Query

ENGINE = Abilities(
    frozenset({"time_range", "language"}),
    frozenset({"sites", "exact_terms", "exclude_terms"}),
    sites=2,
)


def test_what_can_be_sent_is_sent_and_what_can_be_written_is_written() -> None:
    query = Query(
        "tall trees", time_range="day", exact_terms="very old", exclude_terms='oak "red wood"'
    )
    plan = plan_for(query, ENGINE)
    (sent,) = plan.queries
    assert sent.text == 'tall trees "very old" -oak -"red wood"'
    assert (sent.time_range, sent.exact_terms, sent.exclude_terms) == ("day", "", "")
    assert plan.ignored == ()


def test_all_sites_count_however_few_a_provider_takes_at_once() -> None:
    plan = plan_for(Query("x", sites=("a.org", "b.org/x", "c.org")), ENGINE)
    assert [query.text for query in plan.queries] == [
        "x (site:a.org OR site:b.org/x)",
        "x site:c.org",
    ]
    assert plan.sifted.sites == ("a.org", "b.org/x", "c.org")


def test_sites_also_fit_the_length_that_a_provider_takes() -> None:
    sites = tuple(f"site-number-{number}.example" for number in range(9))
    abilities = Abilities(understands=frozenset({"sites"}), sites=12, longest=100)
    texts = [query.text for query in plan_for(Query("rivers", sites=sites), abilities).queries]
    assert all(len(text) <= 100 for text in texts)
    assert all(any(site in text for text in texts) for site in sites)
    assert len(texts) < 9


def test_what_results_show_is_emulated_and_the_rest_is_named() -> None:
    query = Query(
        "x",
        time_range="week",
        language="de",
        country="at",
        safe="high",
        exact_terms="p",
        exclude_terms="q",
        sort_by="date",
        images=ImageFilters(size="large", file_type="png"),
        count=5,
    )
    plan = plan_for(query, Abilities())
    assert plan.ignored == ("exact_terms", "safe", "country", "size", "file_type")
    sifted = plan.sifted
    assert (sifted.time_range, sifted.language, sifted.exclude_terms) == ("week", "de", "q")
    assert sifted.sort_by == "date"
    assert plan.queries == (Query("x", count=10),)  # more, as some will be sifted out


def test_an_hour_is_emulated_where_a_day_is_the_shortest() -> None:
    coarse = Abilities(frozenset({"time_range"}), hours=False)
    plan = plan_for(Query("x", time_range="hour"), coarse)
    assert (plan.queries[0].time_range, plan.sifted.time_range) == ("hour", "hour")
    assert plan_for(Query("x", time_range="day"), coarse).sifted.time_range == ""


def test_more_than_a_provider_takes_is_named() -> None:
    plan = plan_for(Query("one two three", count=50), Abilities(longest=8, most=20))
    assert plan.queries == (Query("one two", count=20),)
    assert plan.ignored == ("query", "num_results")


def test_a_lens_of_an_engine_needs_no_sites() -> None:
    plan = plan_for(Query("x", engine="cx1"), ENGINE)
    assert plan.queries == (Query("x", engine="cx1"),)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("a b", ["a", "b"]),
        ("-a, -b", ["a", "b"]),
        ('"a b" c', ["a b", "c"]),
        (" , - ", []),
        ("state-of-the-art", ["state-of-the-art"]),
    ],
)
def test_terms(text: str, terms: list[str]) -> None:
    assert terms_of(text) == terms
