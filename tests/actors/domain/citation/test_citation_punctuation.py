from __future__ import annotations

import pytest

from headwater.actors.domain.citation.punctuation import closed, quoted, unstopped


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("A title", "A title."),
        ("A title.", "A title."),
        ("Why?", "Why?"),
        ("Stop!", "Stop!"),
        ("Wait…", "Wait…"),
        ("为什么？", "为什么？"),  # noqa: RUF001 - a full-width question mark
        ("She said “no.”", "She said “no.”"),
        ("Prices (2020 etc.)", "Prices (2020 etc.)."),
        ("A list:", "A list."),
        ("", ""),
    ],
)
def test_a_sentence_ends_once(text: str, sentence: str) -> None:
    assert closed(text) == sentence


@pytest.mark.parametrize(
    ("title", "mark", "printed"),
    [
        ("A title", ".", "“A title.”"),
        ("A title", ",", "“A title,”"),
        ("Why?", ",", "“Why?”"),
        ("It ends.", ".", "“It ends.”"),
        ("It ends.", ",", "“It ends,”"),
        ("It goes on...", ",", "“It goes on...”"),
        ('The "new" normal', ".", "“The ‘new’ normal.”"),  # noqa: RUF001
        ("The “new” normal", ".", "“The ‘new’ normal.”"),  # noqa: RUF001
        ('What is "is"', ".", "“What is ‘is.’”"),  # noqa: RUF001
        ('A 12" screen', ".", '“A 12" screen.”'),
        ("Runnin’", ".", "“Runnin’.”"),  # noqa: RUF001
    ],
)
def test_a_mark_goes_inside_the_quotation_and_inner_quotations_are_single(
    title: str, mark: str, printed: str
) -> None:
    assert quoted(title, mark) == printed


@pytest.mark.parametrize(("title", "bare"), [("Ends.", "Ends"), ("On...", "On..."), ("Q?", "Q?")])
def test_only_a_full_stop_is_taken_off(title: str, bare: str) -> None:
    assert unstopped(title) == bare
