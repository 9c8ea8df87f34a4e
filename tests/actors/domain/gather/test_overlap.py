from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater import _native
from headwater.actors.domain.gather.overlap import Sent, copies, paragraphs

LONG = (
    "The river rises in the chalk hills north of the town and runs for forty miles through water "
    "meadows, past three mills and an abbey, before it reaches the sea at a small harbour."
)


def without_repeats(texts: list[str]) -> list[str]:
    sent = Sent()
    return [sent.fresh(text)[0] for text in texts]


def test_what_there_was_no_room_for_is_not_kept_from_later_texts() -> None:
    sent = Sent()
    first = "One line that fills it all."
    assert sent.fresh(f"{first}\n\nAnother line.\n\n{LONG}", 20) == (first, True)
    assert sent.fresh(LONG) == (LONG, False)


def test_a_text_that_just_fits_is_whole() -> None:
    text = "One line of it.\n\nAnother line."
    assert Sent().fresh(text, len(text)) == (text, False)
    assert Sent().fresh(text, len(text) - 1) == (text, True)


def test_a_paragraph_that_was_there_is_left_out_of_later_texts() -> None:
    first, second = without_repeats([f"One.\n\n{LONG}", f"{LONG}\n\nTwo."])
    assert first == f"One.\n\n{LONG}"
    assert second == "Two."


def test_case_marks_and_white_space_make_no_difference() -> None:
    assert without_repeats([LONG, LONG.upper().replace(" ", "\n")])[1] == ""


def test_nearly_the_same_paragraph_goes_unless_a_number_differs() -> None:
    longer = f"{LONG} It is known for its trout, its watercress beds and its clear, cold springs."
    assert without_repeats([longer, longer.replace("small", "little")])[1] == ""
    dated = f"{longer} It flooded in 1968."
    other = dated.replace("1968", "1986")
    assert without_repeats([dated, other]) == [dated, other]


def test_another_paragraph_stays() -> None:
    other = "Trains ran from the capital to the coast until the line was closed, and " + LONG[::-1]
    assert without_repeats([LONG, other])[1] == other


def test_short_lines_repeat_and_stay() -> None:
    assert without_repeats(["Yes.\n\nNo.", "Yes.\n\nNo."])[1] == "Yes.\n\nNo."


def test_a_heading_goes_with_what_it_headed() -> None:
    text = f"# Title\n\n## River\n\n{LONG}\n\n## Town\n\nA market town of some charm."
    assert without_repeats([LONG, text])[1] == "# Title\n\n## Town\n\nA market town of some charm."


def test_code_stays_whole() -> None:
    code = "```\na = 1\n\nb = 2\n```"
    assert list(paragraphs(f"One.\n\n{code}\n\nTwo.")) == ["One.", code, "Two."]
    assert list(paragraphs("```\nopen\n\nto the end")) == ["```\nopen\n\nto the end"]


@given(st.lists(st.text(st.sampled_from("ab#`\n ")), max_size=4))
def test_nothing_new_is_ever_lost(texts: list[str]) -> None:
    kept = without_repeats(texts)
    assert len(kept) == len(texts)
    assert {letter for text in kept for letter in text} >= {
        letter for text in texts for letter in text if letter in "ab"
    }


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (["a", "a"], {1: 0}),
        (["a", "b", "a"], {2: 0}),
        ([LONG * 5, "x " + LONG * 5], {1: 0}),
        ([LONG, LONG.replace("forty", "sixty")[::-1]], {}),
        (["", ""], {}),
    ],
)
def test_pages_that_are_copies_are_found(texts: list[str], found: dict[int, int]) -> None:
    assert copies(texts, _native.simhash(texts)) == found
