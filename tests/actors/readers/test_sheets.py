from __future__ import annotations

import datetime as dt

import pytest
from support.office import XLSX, rows, xlsx

from headwater.actors.messages.faults import Unreadable
from headwater.actors.readers.delimited import read as read_delimited
from headwater.actors.readers.reader import Given
from headwater.actors.readers.sheets import read
from headwater.actors.readers.sheets.cells import written


def test_each_sheet_is_a_table_under_its_name() -> None:
    book = xlsx({"First": rows(["a", "b"], [1, 2.5]), "Second": rows(["only"])})
    found = read(Given(book, XLSX))
    assert found.text == "## First\n\n| a | b |\n| --- | --- |\n| 1 | 2.5 |\n\n## Second\n\nonly\n"
    assert [(page.page, page.label) for page in found.pages] == [(1, "First"), (2, "Second")]
    assert found.text[found.pages[1].offset :].startswith("## Second")
    assert found.facts.page_count == 2


def test_an_empty_row_ends_a_table() -> None:
    book = xlsx({"S": rows(["Title"], [""], ["a", "b"], ["c", "d"])})
    assert "Title\n\n| a | b |" in read(Given(book, XLSX)).text


def test_a_merged_cell_is_repeated() -> None:
    merged = '<mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>'
    book = xlsx({"S": rows(["wide", "", "x"], ["a", "b", "c"]) + merged})
    assert "| wide | wide | x |" in read(Given(book, XLSX)).text


def test_a_hidden_sheet_is_left_out_and_counted() -> None:
    book = xlsx({"Seen": rows(["a", "b"]), "Ghost": rows(["SECRET", "x"])}, hidden=("Ghost",))
    found = read(Given(book, XLSX))
    assert "SECRET" not in found.text
    assert found.removed == {"hidden_sheets": 1}


@pytest.mark.parametrize(
    ("book", "reason"),
    [(xlsx({"S": "<sheetData/>"}), "empty"), (xlsx({"S": rows(["a"])})[:200], "broken")],
)
def test_what_cannot_be_read_says_why(book: bytes, reason: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(Given(book, XLSX))
    assert caught.value.reason == reason


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3.0, "3"),
        (0.1, "0.1"),
        (True, "TRUE"),
        (dt.datetime(2024, 5, 1), "2024-05-01"),  # noqa: DTZ001 - sheets know no zones
        (dt.datetime(2024, 5, 1, 12, 30), "2024-05-01 12:30:00"),  # noqa: DTZ001
        ("  words ", "words"),
    ],
)
def test_values_are_written_as_a_person_would(value: object, text: str) -> None:
    assert written(value) == text


@pytest.mark.parametrize(
    ("body", "media", "text"),
    [
        (b"a,b\n1,2\n", "text/csv", "| a | b |\n| --- | --- |\n| 1 | 2 |"),
        (b"a;b\n1,5;2\n", "text/csv", "| a | b |\n| --- | --- |\n| 1,5 | 2 |"),
        (b"a\tb\n1\t2", "text/tab-separated-values", "| a | b |\n| --- | --- |\n| 1 | 2 |"),
        (b'\xef\xbb\xbfa,b\n"x\ny",2', "text/csv", "| a | b |\n| --- | --- |\n| x y | 2 |"),
        (b'a,b\n"x|y",2', "text/csv", "| a | b |\n| --- | --- |\n| x\\|y | 2 |"),
    ],
)
def test_separated_values_are_a_table(body: bytes, media: str, text: str) -> None:
    assert read_delimited(Given(body, media)).text == text


def test_a_long_table_is_cut_and_says_so() -> None:
    found = read_delimited(Given(b"a,b\n" * 30_000, "text/csv"))
    assert found.quality == "partial"
    assert found.text.endswith("rows; the rest is left out]")
