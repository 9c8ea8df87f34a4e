from __future__ import annotations

import pytest

from headwater.actors.domain.claims.evidence import read_claim
from headwater.actors.domain.claims.finding import Hit, find
from headwater.actors.domain.gather.combine import RULE, combine, within
from headwater.actors.domain.gather.scores import (
    WEIGHTS,
    authority,
    content_quality,
    freshness,
    relevance,
    score,
)
from headwater.actors.domain.source_kind import classify

NOW = 1_760_000_000.0  # 9 October 2025
QUERY = read_claim("chalk stream trout")


def found_in(text: str) -> list[Hit]:
    return find(QUERY.numbers, text)


@pytest.mark.parametrize(
    ("dated", "worth"),
    [
        ("2025-10-09", 1.0),
        ("2025-10-04T08:00:00+02:00", 0.9),
        ("2025-09-20", 0.7),
        ("2025-01-01", 0.5),
        ("2020", 0.3),
        ("5 March 2019", 0.3),
        ("2026-01-01", 1.0),
        ("", 0.5),
        ("soon", 0.5),
    ],
)
def test_freshness_is_the_age_of_the_page(dated: str, worth: float) -> None:
    assert freshness(dated, NOW) == worth


@pytest.mark.parametrize(
    ("host", "worth"),
    [
        ("nature.com", 0.9),
        ("example.gov", 0.9),
        ("nature.com.evil.example", 0.5),
        ("unknown.example", 0.5),
        ("blog.unknown.example", 0.3),
    ],
)
def test_authority_is_the_host_s(host: str, worth: float) -> None:
    assert authority(host, classify(host)) == worth


def test_relevance_counts_the_title_and_words_that_are_close() -> None:
    close = "Trout live in a chalk stream."
    apart = " ".join(
        f"{word} is here. {'Bread is baked. ' * 30}" for word in ("trout", "chalk", "stream")
    )
    assert relevance(QUERY, "Chalk stream trout", found_in(close)) == 1.0
    assert relevance(QUERY, "", found_in(close)) > relevance(QUERY, "", found_in(apart)) > 0.5
    assert relevance(QUERY, "Bread", found_in("Bread is baked.")) == 0.0


def test_content_is_better_the_more_it_reads_like_a_text() -> None:
    prose = "\n\n".join(
        ["The river rose in spring, as rivers of this kind do. It fell again."] * 60
    )
    assert content_quality(prose) > content_quality("Menu Home Login") > content_quality("") == 0.0


def test_the_overall_score_has_the_promised_weights() -> None:
    found = score(
        QUERY,
        "Chalk",
        "Trout.",
        found_in("Trout."),
        host="a.gov",
        kind=classify("a.gov"),
        dated="2025-10-09",
        now=NOW,
    )
    parts = (found.relevance, found.freshness, found.authority, found.content_quality)
    assert sum(WEIGHTS) == pytest.approx(1.0)
    assert found.overall == pytest.approx(
        sum(weight * part for weight, part in zip(WEIGHTS, parts, strict=True)), abs=0.02
    )


@pytest.mark.parametrize("limit", range(1, 40))
def test_no_character_is_cut(limit: int) -> None:
    text = "Füße 🐟🐟 река 水. Ende gut."
    piece = within(text, limit)
    assert text.startswith(piece.text)
    assert len(piece.text.encode()) <= limit


@pytest.mark.parametrize("total", [1, 30, 60, 100, 1_000])
def test_all_texts_together_keep_their_bounds(total: int) -> None:
    texts = [("# A\n\n", "Ä" * 50), ("# B\n\n", "b " * 40), ("# C\n\n", "c")]
    pieces, combined = combine(texts, 40, total)
    assert len(combined.encode()) <= total
    assert all(len(piece.text.encode()) <= 40 for piece in pieces)
    assert len(pieces) == 3
    if total == 1_000:
        assert combined == RULE.join(
            heading + piece.text for (heading, _), piece in zip(texts, pieces, strict=True)
        )
