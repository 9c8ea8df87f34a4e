from __future__ import annotations

import pytest
from support.office import PPTX, line, pptx, shape, zipped

from headwater.actors.messages.faults import Unreadable
from headwater.actors.messages.web import Document
from headwater.actors.readers.pptx import read
from headwater.actors.readers.reader import Given

BULLET = '<a:pPr lvl="{}"><a:buChar char="o"/></a:pPr>'
NUMBER = '<a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr>'


def document(slides: list[str], notes: str = "", hidden: tuple[int, ...] = ()) -> Document:
    return read(Given(pptx(slides, notes, hidden), PPTX))


def test_slides_come_in_the_order_they_are_shown_with_their_numbers() -> None:
    found = document([shape(line(word), "title") for word in ("First", "Second", "Third")])
    assert found.text == "# First\n\n# Second\n\n# Third\n"
    assert [found.text[page.offset :].split()[1] for page in found.pages] == [
        "First",
        "Second",
        "Third",
    ]
    assert found.facts.page_count == 3


def test_shapes_are_paragraphs_lists_and_emphasis() -> None:
    items = line("one", BULLET.format(0)) + line("deep", BULLET.format(1))
    numbers = line("a", NUMBER) + line("b", NUMBER)
    slide = shape(line("Plain") + line("Strong", run='b="1"')) + shape(items) + shape(numbers)
    assert document([slide]).text == "Plain\n\n**Strong**\n\n- one\n    - deep\n\n1. a\n2. b\n"


def test_notes_follow_their_slide() -> None:
    found = document(
        [shape(line("Title"), "title"), shape(line("Next"), "title")], notes="Say hello"
    )
    assert found.text == "# Title\n\n### Notes\n\nSay hello\n\n# Next\n"


def test_footers_and_slide_numbers_are_left_out() -> None:
    slide = shape(line("Words")) + shape(line("Footer"), "ftr") + shape(line("7"), "sldNum")
    assert document([slide]).text == "Words\n"


def test_what_the_audience_does_not_see_is_left_out_and_counted() -> None:
    beside = '<a:xfrm><a:off x="-9000000" y="0"/><a:ext cx="100" cy="100"/></a:xfrm>'
    tiny = shape(line("SECRET", run='sz="100"'))
    slides = [
        shape(line("Seen")) + shape(line("SECRET"), more=beside) + tiny,
        shape(line("SECRET")),
    ]
    found = document(slides, hidden=(1,))
    assert found.text == "Seen\n"
    assert found.removed == {"hidden_slides": 1, "hidden": 2}


def test_tables_repeat_merged_cells() -> None:
    def cell(words: str, more: str = "") -> str:
        return f"<a:tc {more}><a:txBody>{line(words)}</a:txBody></a:tc>"

    wide, merged = cell("wide", "gridSpan='2'"), cell("", "hMerge='1'")
    rows = f"<a:tr>{wide}{merged}</a:tr><a:tr>{cell('a')}{cell('b')}</a:tr>"
    data = f"<a:graphicData><a:tbl>{rows}</a:tbl></a:graphicData>"
    frame = f"<p:graphicFrame><a:graphic>{data}</a:graphic></p:graphicFrame>"
    assert document([frame]).text == "| wide | wide |\n| --- | --- |\n| a | b |\n"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (pptx([shape("")]), "empty"),
        (pptx([]), "broken"),
        (zipped({"ppt/presentation.xml": "<x/>"}), "broken"),
    ],
)
def test_what_cannot_be_read_says_why(body: bytes, reason: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(Given(body, PPTX))
    assert caught.value.reason == reason
