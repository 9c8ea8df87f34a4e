from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.bulk.duplicates import DISTANCE, Duplicates

FINGERPRINT = st.integers(0, 2**64 - 1)


def test_the_first_address_of_a_text_is_named() -> None:
    known = Duplicates()
    known.learn("http://a", "digest", None)
    known.learn("http://b", "digest", None)
    assert known.same("digest") == "http://a"
    assert known.same("other") == ""


@given(FINGERPRINT, st.sets(st.integers(0, 63), max_size=DISTANCE))
def test_a_text_with_few_different_bits_is_found(simhash: int, bits: set[int]) -> None:
    known = Duplicates()
    known.learn("http://a", "digest", simhash)
    assert known.near(simhash ^ sum(1 << bit for bit in bits)) == "http://a"


@given(FINGERPRINT, st.sets(st.integers(0, 63), min_size=DISTANCE + 1))
def test_a_text_with_more_different_bits_is_another(simhash: int, bits: set[int]) -> None:
    known = Duplicates()
    known.learn("http://a", "digest", simhash)
    assert known.near(simhash ^ sum(1 << bit for bit in bits)) == ""
