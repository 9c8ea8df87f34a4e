from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.domain.claims import finding
from headwater.actors.domain.claims.finding import find
from headwater.actors.domain.claims.terms import terms_of_claim

WORDS = ("river", "Rivers", "RIVER", "the", "5G", "330", "m", "U.S.", "state-of", "caf\u00e9",
         "12,5", "%", "eleven", "colour", "color", "oestrogen", "(river)", "a_river", "rivers.",
         "https://river.example/river", "[x](/river)", "COVID-19", "\n\n", "foetus", "Fetal",
         "organised", "organization", "analyse", "metre", "meters", "centre", "haemoglobin",
         "hemoglobin", "sulphur", "sulfur", "aluminium", "catalogue", "travelled", "US",
         "\u00c9cole", "ecole", "\u201criver\u201d", "33 yards", "99 feet", "0.33 km", "1.2.3",
         "3", "3rd", "3,000", "1 000 000", "million", "2024-03-03", "a33", "1234567",
         "\u0130zmir")  # fmt: skip


def keys_of(claim: str) -> set[str]:
    return {key for term in terms_of_claim(claim) for key in term}


@given(st.lists(st.sampled_from(WORDS)).map(" ".join), st.lists(st.sampled_from(WORDS)))
def test_the_fast_way_finds_what_the_slow_one_finds(claim: str, words: list[str]) -> None:
    wanted, text = keys_of(claim), " ".join(words)
    plain = finding._without_addresses(text)
    slow = [hit for hit in finding._one_by_one(plain) if hit[1] in wanted]
    assert find(wanted, text) == sorted(slow)


@pytest.mark.parametrize(
    ("claim", "text", "places"),
    [
        ("river", "A river, rivers and Riverside; RIVER.", [2, 9, 31]),
        ("river", "See [this](/river) or https://a.example/river now", []),
        ("US", "The U.S. and the US, not us.", [4, 17]),
        ("5G", "A 5G network", [2]),
        ("oestrogen", "estrogen and Oestrogens", [0, 13]),
        ("fetus", "The foetus", [4]),
        ("\u9ad8\u3044\u5854", "\u3053\u306e\u9ad8\u3044\u5854", [2, 3]),
    ],
)
def test_places_are_those_of_whole_words(claim: str, text: str, places: list[int]) -> None:
    assert [place for place, _ in find(keys_of(claim), text)] == places


def test_a_word_in_very_many_spellings_is_still_found() -> None:
    spellings = [f"{one}{two}{three}{four}{five}{six}"
                 for one in "rR" for two in "iI" for three in "vV" for four in "eE" for five in "rR"
                 for six in "sS"]  # fmt: skip
    assert len(find(keys_of("river"), " ".join(spellings))) == len(spellings)
