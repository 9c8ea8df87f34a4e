from __future__ import annotations

import re
from pathlib import Path

import pytest

from headwater.actors.domain.hosts import known_host, reputation_of
from headwater.actors.domain.source_kind import classify

TABLE = Path(__file__).parents[3] / "actors" / "data" / "reputation.tsv"
TYPES = {"peer_reviewed", "official_docs", "government", "news_publication", "blog", "forum"}
TYPES |= {"wiki", "social_media", "unknown"}
CATEGORIES = {"academic", "legal", "medical", "financial", "technical", "general"}


def test_the_table_is_sorted_whole_and_every_tier_has_its_basis() -> None:
    rows = [line.split("\t") for line in TABLE.read_text().splitlines()[1:]]
    hosts = [row[0] for row in rows]
    assert len(hosts) > 500
    assert hosts == sorted(set(hosts))
    for host, tier, kind, category, basis in rows:
        assert re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", host), host
        assert not host.startswith("www."), host
        assert tier in {"high", "mixed", "low"}, host
        assert kind in TYPES, host
        assert category in CATEGORIES, host
        assert len(basis) > 5, host


@pytest.mark.parametrize(
    ("host", "kind", "tags", "expected"),
    [
        ("www.nature.com", "", False, ("peer_reviewed", "high", "academic")),
        ("en.wikipedia.org", "Article", False, ("wiki", "medium", "general")),
        ("docs.python.org", "", False, ("official_docs", "high", "technical")),
        ("treasury.gov.au", "NewsArticle", False, ("government", "high", "financial")),
        ("www.reddit.com", "DiscussionForumPosting", False, ("forum", "low", "general")),
        ("unheard-of.example", "NewsArticle", False, ("news_publication", "medium", "general")),
        ("unheard-of.example", "ScholarlyArticle", False, ("peer_reviewed", "medium", "academic")),
        ("journal.example", "", True, ("peer_reviewed", "medium", "academic")),
        ("blog.example.com", "", False, ("blog", "low", "general")),
        ("forum.example.com", "", False, ("forum", "low", "general")),
        ("cs.someplace.edu", "", False, ("unknown", "high", "academic")),
        ("unheard-of.example", "", False, ("unknown", "medium", "general")),
        ("", "", False, ("unknown", "medium", "general")),
        ("gov", "", False, ("government", "high", "general")),
        ("notgov", "", False, ("unknown", "medium", "general")),
        ("stats.gob.mx", "", False, ("government", "high", "general")),
        ("go.example", "", False, ("unknown", "medium", "general")),
        ("data.example.int", "", False, ("government", "high", "general")),
        ("x.ac.jp", "", False, ("unknown", "high", "academic")),
        ("ac.example", "", False, ("unknown", "medium", "general")),
        ("a.wiki.example", "", False, ("wiki", "medium", "general")),
        ("thing.readthedocs.io", "", False, ("official_docs", "medium", "technical")),
        ("docs", "", False, ("unknown", "medium", "general")),
        ("dev-notes.example", "", False, ("unknown", "medium", "technical")),
        ("dev-box", "", False, ("unknown", "medium", "technical")),
        ("mydev.example", "", False, ("unknown", "medium", "general")),
        ("smith-law.example", "", False, ("unknown", "medium", "legal")),
        ("lawn.example", "", False, ("unknown", "medium", "general")),
        ("first-bank.example", "", False, ("unknown", "medium", "financial")),
        ("embankment.example", "", False, ("unknown", "medium", "general")),
        ("x.nih.example", "", False, ("unknown", "medium", "medical")),
        ("x.example", "LiveBlogPosting", False, ("blog", "low", "general")),
        ("x.example", "Question", False, ("forum", "low", "general")),
        ("x.example", "QuestionList", False, ("unknown", "medium", "general")),
    ],
)
def test_a_source_is_known_by_its_host_before_its_claims(
    host: str,
    kind: str,
    tags: bool,  # noqa: FBT001 - a row of the table
    expected: tuple[str, str, str],
) -> None:
    found = classify(host, kind, scholarly_tags=tags)
    assert (found.source_type, found.authority_tier, found.category) == expected


def test_a_host_below_a_known_one_is_known_and_a_look_alike_is_not() -> None:
    assert reputation_of("news.bbc.co.uk") == reputation_of("bbc.co.uk")
    assert known_host("notnature.com") is None
    assert known_host("nature.com.evil.test") is None
    assert reputation_of("unheard-of.example") is None
