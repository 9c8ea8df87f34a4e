from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.domain.claims.evidence import WINDOW, read_claim, signal, weigh

PAGE = """# Eiffel Tower

The tower was built for the World's Fair. Dr. Sauvestre drew its arches.

It is 330 m (1,083 ft) tall, and was the tallest structure until 1930.

## Visitors

1. Buy a ticket.
2. Climb 674 steps.
3. Enjoy the view.

In 2022 the Eiffel Tower had 5,889,000 visitors.

## References

- Smith, J. (2009). The Eiffel Tower is 330 metres tall. doi:10.1000/xyz
- Jones, P. (2011). Another book. pp. 12-14.
"""


def test_the_best_sentence_is_the_signal_and_offsets_lead_to_it() -> None:
    found = weigh(read_claim("The Eiffel Tower is 330 metres tall"), PAGE)
    assert found.signal.startswith("It is 330 m (1,083 ft) tall")
    assert found.support == "addressed"
    assert all(PAGE[one.start : one.end] == one.text for one in found.sentences)
    assert [one.start for one in found.sentences] == sorted(one.start for one in found.sentences)


@pytest.mark.parametrize("before", ["", "Bread is baked.\n\n"])
def test_a_sentence_says_more_than_a_heading(before: str) -> None:
    text = f"{before}## Height of the tower\n\nIts height is 330 m, the tower's own spire included."
    found = weigh(read_claim("The height of the tower"), text)
    assert found.signal.startswith("Its height")
    assert weigh(read_claim("The height of the tower"), text[: len(before) + 22]).signal


def test_lists_of_references_are_no_evidence() -> None:
    found = weigh(read_claim("Smith and Jones wrote another book"), PAGE)
    assert found.support == "not_addressed"
    assert found.signal == ""


def test_an_ordinary_numbered_list_and_what_follows_it_are_searched() -> None:
    found = weigh(read_claim("5.889 million visitors came in 2022"), PAGE)
    assert found.signal == "In 2022 the Eiffel Tower had 5,889,000 visitors."
    assert weigh(read_claim("visitors climb 674 steps"), PAGE).signal == "Climb 674 steps."


def test_the_end_of_a_long_document_is_searched() -> None:
    text = "Nothing of interest happens here.\n\n" * 20_000 + "Chalk streams stay cool."
    assert weigh(read_claim("chalk streams are cool"), text).signal == "Chalk streams stay cool."


@pytest.mark.parametrize(
    ("claim", "text", "support"),
    [
        ("Coffee lowers diabetes risk", "Coffee lowers the risk of diabetes.", "addressed"),
        ("Coffee lowers diabetes risk", "Coffee is grown in Brazil.", "partially_addressed"),
        ("Coffee lowers diabetes risk", "Bread is baked in ovens.", "not_addressed"),
    ],
)
def test_support_is_how_much_of_the_claim_is_spoken_of(claim: str, text: str, support: str) -> None:
    assert weigh(read_claim(claim), text).support == support


def test_terms_scattered_over_a_long_page_do_not_address_a_claim() -> None:
    words = ["coffee", "lowers", "diabetes", "risk"]
    filler = "Bread is baked in ovens. " * (WINDOW + 1)
    text = "\n\n".join(f"Of {word} we know. {filler}" for word in words)
    assert weigh(read_claim("coffee lowers diabetes risk"), text).coverage == 0.25


@pytest.mark.parametrize(
    ("claim", "text", "contrast"),
    [
        ("Drug lowers mortality", "The drug did not lower mortality.", True),
        ("Drug lowers mortality", "The drug had no significant effect on mortality.", True),
        ("Drug lowers mortality", "This contradicts that the drug lowers mortality.", True),
        ("Drug lowers mortality", "The drug doesn't lower mortality.", True),
        ("Drug lowers mortality", "However, the drug lowers mortality.", False),
        ("Drug lowers mortality", "The drug lowers not only mortality but pain.", False),
        ("Drug does not lower mortality", "The drug lowers mortality.", True),
        ("Drug does not lower mortality", "The drug did not lower mortality.", False),
        ("Das Mittel senkt die Sterblichkeit", "Das Mittel senkt die Sterblichkeit nicht.", True),
        ("该药物降低死亡率", "该药物没有降低死亡率。", True),
        ("该药物降低死亡率", "该药物降低死亡率。", False),
    ],
)
def test_a_sentence_that_turns_the_claim_round_is_pointed_out(
    claim: str, text: str, *, contrast: bool
) -> None:
    assert weigh(read_claim(claim), text).contrast is contrast


def test_a_denial_is_found_by_a_claim_that_denies() -> None:
    text = "Vaccines cause autism, some say. Vaccines do not cause autism. Bread is baked."
    claim = read_claim("Vaccines do not cause autism")
    assert weigh(claim, text).signal == "Vaccines do not cause autism."


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Die Brücke ist 1,2 km lang", "Länge der Brücke: 1.200 Meter."),
        ("東京タワーの高さは333メートルです", "東京タワーは1958年に完成した。高さは333mである。"),
        ("Население Москвы составляет 13 миллионов", "Население Москвы — 13 млн человек."),
        ("ประเทศไทยมีประชากร 70 ล้านคน", "ประชากรของประเทศไทยมีจำนวน 70 ล้านคน"),
        ("भारत की राजधानी दिल्ली है", "दिल्ली भारत की राजधानी है। यह बड़ा शहर है।"),
        ("Colour and behaviour were analysed", "We analyzed the color and the behavior."),
        ("القاهرة عاصمة مصر", "مدينة القاهرة هي عاصمة مصر."),
    ],
)
def test_any_script_is_compared(claim: str, text: str) -> None:
    assert weigh(read_claim(claim), text).support == "addressed"


def test_what_a_text_repeats_is_one_key_sentence() -> None:
    text = (
        "Chalk streams stay cool. " * 9
        + "In summer chalk streams are cool and clear. Bread is baked."
    )
    found = weigh(read_claim("Chalk streams are cool"), text)
    assert [one.text for one in found.sentences] == [
        "Chalk streams stay cool.",
        "In summer chalk streams are cool and clear.",
    ]
    assert found.sentences[0].start == 0


def test_a_snippet_gives_its_sentence_or_nothing() -> None:
    claim = read_claim("Chalk streams are cool")
    assert signal(claim, "We like bread. Chalk streams stay cool!") == "Chalk streams stay cool!"
    assert signal(claim, "We like bread.") == ""


@given(st.text(), st.text(max_size=60))
def test_whatever_the_text_every_sentence_is_a_piece_of_it(text: str, claim: str) -> None:
    found = weigh(read_claim(claim), text)
    assert 0.0 <= found.coverage <= 1.0
    assert (found.coverage == 0.0) == (found.support == "not_addressed")
    assert all(text[one.start : one.end] == one.text for one in found.sentences)
    assert len(found.sentences) <= 5
    assert not found.signal or found.signal in [one.text for one in found.sentences]


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    [".", "\n", "](", "1,", "1 000 ", "高い塔", "a\u0301", '."', "# References\n", "1. a et al. 2"],
)
def test_time_grows_with_the_text_whatever_is_in_it(piece: str) -> None:
    claim = read_claim("the tower is 1,000 metres high")
    weigh(claim, piece)
    seconds = []
    for size in (60_000, 600_000):
        started = time.process_time()
        weigh(claim, piece * (size // len(piece)))
        seconds.append(time.process_time() - started)
    assert seconds[1] < 30 * seconds[0] + 0.2


@pytest.mark.slow
def test_five_million_characters_take_seconds() -> None:
    text = "The old tower was 27 m high, and people went up to see the sea. " * 80_000
    started = time.process_time()
    assert weigh(read_claim("the tower is 27 metres high"), text).support == "addressed"
    assert time.process_time() - started < 10
