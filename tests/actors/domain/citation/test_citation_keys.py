from __future__ import annotations

from itertools import permutations

import pytest

from headwater.actors.domain.citation.keys import with_keys
from headwater.actors.domain.citation.reference import Reference, Source, read_reference


def reference(url: str = "https://example.com/", **known: str) -> Reference:
    return read_reference(Source(url=url, **known))[0]


@pytest.mark.parametrize(
    ("known", "key"),
    [
        (
            {"author": "Vaswani, Ashish", "date": "2017", "title": "Attention Is All You Need"},
            "vaswani2017attention",
        ),
        ({"author": "Jan van der Berg", "date": "2020", "title": "The end"}, "vanderberg2020end"),
        ({"author": "Jörg Müller", "date": "2020", "title": "Don’t"}, "muller2020dont"),  # noqa: RUF001
        ({"author": "Łukasz Strauß", "title": "A"}, "straussa"),
        ({"author": "The World Bank", "date": "2020"}, "world2020"),
        ({"title": "A page", "date": "2020"}, "example2020page"),
        ({"author": "王小明", "title": "注意力"}, "example"),
        ({}, "example"),
    ],
)
def test_a_key_is_surname_year_and_first_word(known: dict[str, str], key: str) -> None:
    assert [own for own, _ in with_keys([reference(**known)])] == [key]


def test_a_source_without_a_latin_letter_still_has_a_key() -> None:
    assert [key for key, _ in with_keys([reference(url="文")])] == ["source"]


def test_equal_keys_get_letters_that_do_not_depend_on_the_order_of_the_input() -> None:
    known = {"author": "Doe, J.", "date": "2020"}
    same = [
        reference(f"https://example.com/{name}", title=f"Birds {name}", **known) for name in "xyz"
    ]
    taken = reference("https://example.com/t", title="Birdsa", **known)
    expected = {
        "doe2020birds": "Birds x",
        "doe2020birdsa": "Birdsa",  # taken by a source of that name, so no letter a
        "doe2020birdsb": "Birds y",
        "doe2020birdsc": "Birds z",
    }
    for order in permutations([*same, taken]):
        assert {key: own.title for key, own in with_keys(order)} == expected


def test_letters_go_on_after_z_and_the_keys_are_in_order() -> None:
    many = [reference(f"https://example.com/{number:03}", author="Doe, J.") for number in range(60)]
    keys = [key for key, _ in with_keys(many)]
    assert keys == sorted(set(keys))
    assert {"doe", "doea", "doez", "doeaa", "doebg"} <= set(keys)
