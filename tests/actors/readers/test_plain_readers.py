from __future__ import annotations

import pytest

from headwater.actors.messages.web import Document
from headwater.actors.readers.reader import Given, packaged, reader_for


def read(body: str, media: str) -> Document:
    reader = reader_for(packaged(), media)
    assert reader is not None
    return reader.read(Given(body.encode(), media, media + "; charset=utf-8"))


@pytest.mark.parametrize(
    ("media", "reader"),
    [
        ("text/html", "html"),
        ("application/xhtml+xml", "html"),
        ("text/markdown", "markdown"),
        ("application/json", "json"),
        ("application/ld+json", "json"),
        ("application/problem+json", "json"),
        ("application/rss+xml", "text"),
        ("image/svg+xml", "text"),
        ("text/plain", "text"),
        ("text/csv", "delimited"),
        ("text/x-python", "text"),
    ],
)
def test_each_media_type_has_its_reader(media: str, reader: str) -> None:
    assert read("<p>words</p>", media).reader == reader


@pytest.mark.parametrize(
    "media", ["application/x-executable", "image/png", "application/octet-stream", ""]
)
def test_what_is_no_text_has_none(media: str) -> None:
    assert reader_for(packaged(), media) is None


def test_plain_text_keeps_its_lines_and_has_a_short_first_line_as_title() -> None:
    document = read("Notes\n\nline one\n    indented\n", "text/plain")
    assert document.text == "Notes\n\nline one\n    indented\n"
    assert document.facts.title == "Notes"
    assert read("x" * 500, "text/plain").facts.title == ""


def test_json_is_kept_as_it_was_written() -> None:
    body = '{\n "items": [1,  2]\n}'
    assert read(body, "application/json").text == body


def test_front_matter_is_about_the_page_and_not_of_it() -> None:
    document = read(
        "---\ntitle: 'On rivers'\nauthor: Jane Doe\ndate: 2024-05-01\n---\n\n# Rivers\n\n"
        "See [this](https://a.test/x) and ![not](https://a.test/y.png).\n",
        "text/markdown",
    )
    assert document.text.startswith("# Rivers")
    assert (document.facts.title, document.facts.authors) == ("On rivers", ("Jane Doe",))
    assert document.facts.published == "2024-05-01"
    assert [link.url for link in document.links] == ["https://a.test/x"]


@pytest.mark.parametrize(
    "body", ["# Rivers\n\ntext", "Rivers\n======\n\ntext", "text\n\n## Rivers #"]
)
def test_the_first_heading_is_the_title(body: str) -> None:
    assert read(body, "text/markdown").facts.title == "Rivers"
