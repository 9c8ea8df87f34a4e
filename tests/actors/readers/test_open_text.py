"""OpenDocument texts and books."""

from __future__ import annotations

import pytest
from support.office import EPUB, ODT, epub, odt

from headwater.actors.messages.faults import Unreadable
from headwater.actors.readers.epub import read as read_epub
from headwater.actors.readers.odt import read as read_odt
from headwater.actors.readers.reader import Given

STYLES = (
    '<style:style style:name="B"><style:text-properties fo:font-weight="bold"/></style:style>'
    '<style:style style:name="Ghost"><style:text-properties text:display="none"/></style:style>'
    '<text:list-style style:name="N"><text:list-level-style-number text:level="1"'
    ' style:num-format="1" style:num-suffix="."/></text:list-style>'
)


def text(body: str) -> str:
    return read_odt(Given(odt(body, STYLES), ODT)).text


@pytest.mark.parametrize(
    ("body", "written"),
    [
        (
            "<text:p>Plain <text:span text:style-name='B'>bold</text:span>.</text:p>",
            "Plain **bold**.\n",
        ),
        ("<text:h text:outline-level='2'>Head</text:h>", "## Head\n"),
        ("<text:p>a<text:s text:c='2'/>b<text:line-break/>c</text:p>", "a  b\nc\n"),
        (
            (
                "<text:list><text:list-item><text:p>a</text:p><text:list><text:list-item><text:p>b"
                "</text:p></text:list-item></text:list></text:list-item></text:list>"
            ),
            "- a\n    - b\n",
        ),
        (
            (
                "<text:list text:style-name='N'><text:list-item><text:p>a</text:p></text:list-item>"
                "<text:list-item><text:p>b</text:p></text:list-item></text:list>"
            ),
            "1. a\n2. b\n",
        ),
        (
            (
                "<text:p>x<text:note><text:note-citation>1</text:note-citation><text:note-body>"
                "<text:p>The note.</text:p></text:note-body></text:note></text:p>"
            ),
            "x[^1]\n\n[^1]: The note.\n",
        ),
        (
            (
                "<table:table><table:table-row><table:table-cell table:number-columns-spanned='2'>"
                "<text:p>wide</text:p></table:table-cell><table:covered-table-cell/></table:table-row>"
                "<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell>"
                "<table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>"
            ),
            "| wide | wide |\n| --- | --- |\n| a | b |\n",
        ),
        (
            "<text:p><text:a xlink:href='https://rivers.test/'>link</text:a></text:p>",
            "[link](https://rivers.test/)\n",
        ),
        (
            "<text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:p>kept</text:p>",
            "kept\n",
        ),
    ],
)
def test_open_text_becomes_markdown(body: str, written: str) -> None:
    assert text(body) == written


def test_hidden_text_is_left_out_and_counted() -> None:
    body = "<text:p>Seen <text:span text:style-name='Ghost'>SECRET</text:span></text:p>"
    found = read_odt(Given(odt(body, STYLES), ODT))
    assert found.text == "Seen\n"
    assert found.removed == {"hidden": 1}


def test_pages_are_where_they_were_when_it_was_last_laid_out() -> None:
    body = "<text:p>First.</text:p><text:soft-page-break/><text:p>Second.</text:p>"
    found = read_odt(Given(odt(body), ODT))
    assert [found.text[page.offset :].split(".")[0] for page in found.pages] == ["First", "Second"]


def test_an_encrypted_text_says_so() -> None:
    locked = odt("", manifest="<manifest:encryption-data/>")
    with pytest.raises(Unreadable, match="password") as caught:
        read_odt(Given(locked, ODT))
    assert caught.value.reason == "encrypted"


def test_chapters_come_in_the_order_they_are_read() -> None:
    book = epub(
        {
            "b": "<h1>Two</h1><p>more&nbsp;&mdash; text</p>",
            "a": "<h1>One</h1><p>text <em>set</em></p>",
        },
        ["a", "b"],
        meta="<dc:title>Rivers</dc:title><dc:creator>A. Brook</dc:creator>",
    )
    found = read_epub(Given(book, EPUB))
    assert found.text == "# One\n\ntext *set*\n\n# Two\n\nmore\u00a0\u2014 text\n"
    assert [found.text[page.offset :][:5] for page in found.pages] == ["# One", "# Two"]
    assert (found.facts.title, found.facts.authors) == ("Rivers", ("A. Brook",))


@pytest.mark.parametrize(
    ("chapter", "written"),
    [
        ("<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>", "1. a\n   - b\n2. c\n"),
        ("<blockquote><p>said</p><p>twice</p></blockquote>", "> said\n>\n> twice\n"),
        ("<pre>x = 1\n  y</pre>", "```\nx = 1\n  y\n```\n"),
        ("<table><tr><th>a</th><th>b</th></tr><tr><td colspan='2'>c</td></tr></table>",
         "| a | b |\n| --- | --- |\n| c |  |\n"),
        ("<p>a<br/>b <a href='https://r.test/'>c</a></p>", "a  \nb [c](https://r.test/)\n"),
        ("<p>seen</p><p style='display: none'>SECRET</p><script>x</script>", "seen\n"),
        ("<div>loose <p>inside</p> tail</div>", "loose\n\ninside\n\ntail\n"),
    ],
)  # fmt: skip
def test_chapters_become_markdown(chapter: str, written: str) -> None:
    assert read_epub(Given(epub({"a": chapter}, ["a"]), EPUB)).text == written


def test_a_book_with_locked_chapters_says_so() -> None:
    locked = '<encryption><CipherReference URI="OPS/a.xhtml"/></encryption>'
    with pytest.raises(Unreadable) as caught:
        read_epub(Given(epub({"a": "<p>x</p>"}, ["a"], more=locked), EPUB))
    assert caught.value.reason == "encrypted"
