from __future__ import annotations

import pytest
from support.pdf import PDF, area, assembled, block, pdf, rule, words

from headwater.actors.messages.faults import Unreadable
from headwater.actors.messages.web import Document
from headwater.actors.readers.pdf import read
from headwater.actors.readers.pdf.order import ordered
from headwater.actors.readers.pdf.page import letters_of
from headwater.actors.readers.pdf.shapes import Item, Line, Piece, joined
from headwater.actors.readers.reader import Given

PROSE = [
    "The river rose in spring and fell in summer, as rivers",
    "of this kind always do, and the people who lived on its",
    "banks had learnt to read the colour of the water long",
    "before they could read anything else at all.",
]


def document(*pages: str, **options: str) -> Document:
    return read(Given(pdf(pages, **options), PDF))


def test_lines_become_paragraphs_and_larger_lines_headings() -> None:
    page = words(72, 90, "Rivers", 20) + words(72, 130, "Flow", 14) + block(72, 160, PROSE)
    assert document(page).text == f"# Rivers\n\n## Flow\n\n{' '.join(PROSE)}\n"


def test_columns_are_read_one_after_the_other() -> None:
    left = [f"left line {number} of the first column, quite full" for number in range(8)]
    right = [f"right line {number} of the second column, as full" for number in range(8)]
    rows = "".join(  # written row by row, as some programs do
        words(60, 200 + 12 * number, left[number]) + words(330, 200 + 12 * number, right[number])
        for number in range(8)
    )
    text = document(words(72, 100, "A title over both of the columns", 18) + rows).text
    assert text.index("left line 7") < text.index("right line 0")
    assert text.startswith("# A title")


def test_narrow_columns_of_prose_are_no_table() -> None:
    rows = "".join(
        words(50 + 180 * column, 200 + 12 * row, f"column {column} row {row} of the text")
        for row in range(12)
        for column in range(3)
    )
    text = document(rows).text
    assert "|" not in text
    assert text.index("column 0 row 11") < text.index("column 1 row 0")


def test_words_broken_at_the_end_of_a_line_are_whole_again() -> None:
    lines = ["The state of hydro-", "logy is well-", "known; a well-known fact.", "It ends."]
    assert document(block(72, 100, lines)).text.startswith(
        "The state of hydrology is well-known; a well-known fact."
    )


def test_a_paragraph_that_goes_on_over_the_page_is_one_and_its_page_is_known() -> None:
    first = block(72, 600, ["It began on the first page and went on and on and on, with-"])
    second = block(72, 200, ["out an end, to the second page. There it ended."])
    found = document(first, second)
    assert "without an end" in found.text
    assert found.text[found.pages[1].offset :].startswith("out an end")
    assert [page.page for page in found.pages] == [1, 2]


def test_running_heads_and_page_numbers_go() -> None:
    pages = [
        words(72, 40, "Annual Report of the River Board") + block(72, 150, PROSE)
        + block(72, 300, [f"Page {number} has its own words."]) + words(300, 770, str(number))
        for number in range(1, 6)
    ]  # fmt: skip
    text = document(*pages).text
    assert "Annual Report" not in text
    assert [f"Page {number} has its own" in text for number in range(1, 6)] == [True] * 5
    assert not any(line.strip().isdigit() for line in text.splitlines())


def test_a_ruled_table_is_a_table_and_its_merged_cells_are_repeated() -> None:
    lines = "".join(rule(72, y, 372, y) for y in (100, 120, 140, 160))
    lines += "".join(rule(x, 100, x, 160) for x in (72, 372))
    lines += rule(172, 100, 172, 160) + rule(272, 120, 272, 160)
    cells = words(80, 115, "Year") + words(180, 115, "Flow")
    cells += words(80, 135, "2023") + words(180, 135, "low") + words(280, 135, "high")
    cells += words(80, 155, "2024") + words(180, 155, "3.1") + words(280, 155, "9.7")
    assert document(lines + cells).text == (
        "| Year | Flow | Flow |\n| --- | --- | --- |\n| 2023 | low | high |\n| 2024 | 3.1 | 9.7 |\n"
    )


def test_a_table_without_lines_is_a_table() -> None:
    rows = [
        ("Code", "Place", "Count"),
        ("A-1", "North", "450"),
        ("", "South", "12"),
        ("C-3", "East", "7"),
    ]
    cells = "".join(
        words(72 + 100 * column, 120 + 20 * row, text)
        for row, line in enumerate(rows)
        for column, text in enumerate(line)
        if text
    )
    assert "| A-1 | North | 450 |\n|  | South | 12 |" in document(cells).text


def test_lists_are_lists() -> None:
    page = block(72, 100, ["1. First", "2. Second"]) + words(72, 140, "\x95 bullet in a font")
    assert document(page).text.startswith("1. First\n2. Second\n")


def test_code_keeps_its_indents() -> None:
    code = words(72, 300, "def flow():", 10, "F3") + words(96, 312, "return 1", 10, "F3")
    assert "```\ndef flow():\n    return 1\n```" in document(block(72, 100, PROSE) + code).text


def test_a_link_goes_to_the_words_it_lies_over() -> None:
    page = words(72, 100, "See the gauge for more.")
    note = (
        "<</Type/Annot/Subtype/Link/Rect[92 688 134 702]/Border[0 0 0]"
        "/A<</S/URI/URI(https://rivers.test/gauge)>>>>"
    )
    found = read(Given(pdf([page], annotations=[note]), PDF)).text
    assert found == "See [the gauge](https://rivers.test/gauge) for more.\n"


@pytest.mark.parametrize(
    "secret",
    [
        words(72, 500, "SECRET", more="3 Tr"),
        words(72, 500, "SECRET", more="1 1 1 rg"),
        words(72, 500, "SECRET", size=1),
        words(-900, 500, "SECRET"),
        words(72, 500, "SECRET") + area(60, 480, 300, 40, "1 1 1"),
    ],
)
def test_text_that_nobody_sees_is_left_out(secret: str) -> None:
    found = document(block(72, 100, PROSE) + secret)
    assert "SECRET" not in found.text
    assert "river rose" in found.text


def test_text_on_white_paper_or_under_a_marker_is_seen() -> None:
    paper = area(0, 0, 612, 792, "1 1 1")
    marked = words(72, 500, "Marked") + area(60, 480, 300, 40, "1 1 0")
    text = document(paper + block(72, 100, PROSE) + marked).text
    assert "river rose" in text
    assert "Marked" in text


def test_white_text_on_a_dark_area_is_seen() -> None:
    page = area(60, 480, 200, 40, "0 0.2 0.4") + words(72, 500, "Head", more="1 1 1 rg")
    assert "Head" in document(block(72, 100, PROSE) + page).text


def test_facts_are_what_the_file_says_unless_it_says_nothing() -> None:
    facts = document(
        block(72, 100, PROSE),
        info="/Title(Microsoft Word - Rivers.docx)/Author(A. Brook)"
        "/CreationDate(D:20240501120000+02'00')",
    ).facts
    assert (facts.title, facts.authors, facts.page_count) == ("Rivers", ("A. Brook",), 1)
    assert facts.published == "2024-05-01T12:00:00+02:00"
    untitled = document(
        words(72, 90, "Rivers", 20) + block(72, 160, PROSE), info="/Title(untitled)"
    )
    assert untitled.facts.title == "Rivers"


def test_printed_page_numbers_are_labels() -> None:
    pages = [block(72, 100, PROSE)] * 3
    labels = "/PageLabels<</Nums[0<</S/r>>2<</S/D>>]>>"
    found = read(Given(pdf(pages, catalog=labels), PDF))
    assert [(page.page, page.label) for page in found.pages] == [(1, "i"), (2, "ii"), (3, "1")]


def image_page() -> bytes:
    image = (
        b"<</Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray"
        b"/BitsPerComponent 8/Length 1>>stream\n\x80\nendstream"
    )
    return assembled(
        [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Count 2/Kids[4 0 R 4 0 R]>>",
            b"<<>>",
            (
                b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 5 0 R"
                b"/Resources<</XObject<</I 6 0 R>>>>>>"
            ),
            b"<</Length 30>>stream\nq 612 0 0 792 0 0 cm /I Do Q  \nendstream",
            image,
        ]
    )


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (image_page(), "scanned"),
        (pdf([""]), "empty"),
        (b"%PDF-1.7\nnothing at all", "broken"),
        (pdf([]), "broken"),
    ],
)
def test_what_cannot_be_read_says_why(body: bytes, reason: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(Given(body, PDF))
    assert caught.value.reason == reason
    if reason == "scanned":
        assert caught.value.known == {"pages": 2}
        assert "2 pages" in str(caught.value)


def test_a_file_cut_in_half_is_read_as_far_as_it_goes() -> None:
    whole = pdf([block(72, 200, PROSE)] * 4)
    assert "river rose" in read(Given(whole[: len(whole) - 700], PDF)).text


def placed(text: str, left: float, top: float, width: float = 200) -> Line:
    return Line(left, top, left + width, top + 10, 10, [Piece(text)], 1)


def test_what_runs_to_the_left_is_read_from_the_right() -> None:
    right, left = (
        placed("\u0645\u0631\u062d\u0628\u0627", 300, 100),
        placed("\u0639\u0627\u0644\u0645", 50, 100),
    )
    assert joined([left, right]).text == f"{right.text} {left.text}"
    columns: list[Item] = [
        placed(f"\u0645\u0631\u062d\u0628\u0627 {column}{row}", 300 - 250 * column, 100 + 12 * row)
        for row in range(5)
        for column in range(2)
    ]
    texts = [item.text[-2:] for item in ordered(columns) if isinstance(item, Line)]
    assert texts == ["00", "01", "02", "03", "04", "10", "11", "12", "13", "14"]


def test_letters_of_one_arabic_sign_are_the_right_way_round() -> None:
    alef = {"c": "\u0627", "bbox": (10.0, 0.0, 10.0, 5.0)}  # takes no room
    lam = {"c": "\u0644", "bbox": (2.0, 0.0, 10.0, 5.0)}
    wide = {"c": "\u0627", "bbox": (10.0, 0.0, 14.0, 5.0)}
    assert letters_of([alef, lam]) == "\u0644\u0627"
    assert letters_of([wide, lam]) == "\u0627\u0644"
