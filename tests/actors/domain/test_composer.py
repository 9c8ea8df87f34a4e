from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.domain.cleaning import clean
from headwater.actors.domain.composer import BREAK, Composer
from headwater.actors.domain.scrape.paging import page_at, pages_between, places_of
from headwater.actors.messages.web import Document, PageStart


def test_blocks_are_apart_and_items_together() -> None:
    composer = Composer()
    composer.heading(2, "Head")
    composer.item("a")
    composer.item("b\nmore", 1, "1.")
    composer.end_list()
    composer.item("c")
    composer.paragraph("# text")
    assert composer.compose().text == (
        "## Head\n\n- a\n    1. b\n        more\n\n- c\n\n\\# text\n"
    )


def test_pages_start_where_their_first_block_does() -> None:
    composer = Composer()
    composer.page("i")
    composer.paragraph("one")
    composer.page()
    composer.page("3")
    composer.paragraph(f"two {BREAK}three")
    composed = composer.compose()
    assert composed.text == "one\n\ntwo three\n"
    assert composed.pages == (
        PageStart(1, 0, "i"),
        PageStart(2, 5),
        PageStart(3, 5, "3"),
        PageStart(4, 9),
    )


def test_what_is_too_long_is_cut_and_said() -> None:
    composer = Composer(most=10)
    composer.paragraph("x" * 8)
    composer.paragraph("y" * 8)
    composer.paragraph("z")
    composed = composer.compose()
    assert (composed.text, composed.cut) == ("xxxxxxxx\n\nyy\n", True)


@given(st.lists(st.text("ab \u200b\u202e", max_size=6), min_size=1, max_size=6))
def test_cleaning_moves_no_page(texts: list[str]) -> None:
    """Each page starts with a mark, which is where its offset still points."""
    text, pages = "", []
    for number, words in enumerate(texts, 1):
        pages.append(PageStart(number, len(text)))
        text += f"P{number}{words}\n"
    found = clean(Document(text=text, media="pdf", pages=tuple(pages)))
    for page in found.pages:
        assert found.text[page.offset :].startswith(f"P{page.page}")
    assert clean(found) == found


def test_a_place_has_its_page_in_bytes() -> None:
    document = Document("\u00fc\u00fc\none\ntwo\n", "pdf", pages=(PageStart(1, 0), PageStart(2, 7)))
    places = places_of(document)
    assert [place.offset for place in places] == [0, 9]
    assert [page_at(places, offset) for offset in (0, 8, 9, 50)] == [1, 1, 2, 2]
    found = pages_between(places, 3, 8)
    assert found is not None
    assert [place.page for place in found] == [1]
    assert pages_between([], 0, 5) is None
