from __future__ import annotations

import pytest
from support.office import DOCX, docx, paragraph, zipped

from headwater.actors.messages.faults import Unreadable
from headwater.actors.messages.web import Document
from headwater.actors.readers.docx import read
from headwater.actors.readers.reader import Given

STYLES = (
    '<w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Own"><w:basedOn w:val="H2"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Src"><w:name w:val="Source Code"/></w:style>'
    '<w:style w:type="character" w:styleId="Ghost"><w:rPr><w:vanish/></w:rPr></w:style>'
)
NUMBERING = (
    '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/>'
    '<w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1">'
    '<w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2."/></w:lvl></w:abstractNum>'
    '<w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/>'
    '<w:lvlText w:val="o"/></w:lvl></w:abstractNum>'
    '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>'
    '<w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num>'
)


def document(body: str, **parts: str) -> Document:
    return read(Given(docx(body, **parts), DOCX))


def text(body: str, **parts: str) -> str:
    return document(body, **parts).text


def item(words: str, number: int = 1, depth: int = 0) -> str:
    place = f'<w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="{number}"/></w:numPr>'
    return paragraph(words, place)


@pytest.mark.parametrize(
    ("body", "written"),
    [
        (paragraph("Plain words"), "Plain words\n"),
        (paragraph("Strong", run="<w:b/>"), "**Strong**\n"),
        (paragraph("Both ", run="<w:b/><w:i/>") + paragraph("x"), "***Both***\n\nx\n"),
        (paragraph("not", run='<w:b w:val="0"/>'), "not\n"),
        (paragraph("Title", '<w:pStyle w:val="H2"/>'), "## Title\n"),
        (paragraph("Inherited", '<w:pStyle w:val="Own"/>'), "## Inherited\n"),
        (paragraph("Outlined", '<w:outlineLvl w:val="2"/>'), "### Outlined\n"),
        (paragraph("# no heading"), "\\# no heading\n"),
        (paragraph("1. no list"), "1\\. no list\n"),
        (paragraph("a &lt;b&gt; c * d"), "a \\<b> c * d\n"),
        (
            paragraph("x = 1", '<w:pStyle w:val="Src"/>')
            + paragraph("y = 2", '<w:pStyle w:val="Src"/>'),
            "```\nx = 1\ny = 2\n```\n",
        ),
        (
            item("one") + item("two") + item("deep", depth=1) + item("three"),
            "1. one\n2. two\n    - 2.1. deep\n3. three\n",
        ),
        (item("a", 2) + item("b", 2), "- a\n- b\n"),
    ],
)
def test_word_becomes_markdown(body: str, written: str) -> None:
    assert text(body, styles=STYLES, numbering=NUMBERING) == written


def test_a_large_first_letter_belongs_to_its_word() -> None:
    body = paragraph("R", '<w:framePr w:dropCap="drop"/>') + paragraph("ivers flow")
    assert text(body) == "Rivers flow\n"


def test_insertions_are_kept_and_deletions_dropped() -> None:
    body = (
        "<w:p><w:r><w:t>Rivers </w:t></w:r><w:del><w:r><w:delText>never</w:delText></w:r></w:del>"
        "<w:ins><w:r><w:t>always</w:t></w:r></w:ins><w:r><w:t> flow</w:t></w:r></w:p>"
    )
    assert text(body) == "Rivers always flow\n"


@pytest.mark.parametrize(
    "run",
    ["<w:vanish/>", '<w:color w:val="FFFFFF"/>', '<w:sz w:val="2"/>', '<w:rStyle w:val="Ghost"/>'],
)
def test_text_that_nobody_sees_is_left_out_and_counted(run: str) -> None:
    found = document(paragraph("Seen") + paragraph("SECRET", run=run), styles=STYLES)
    assert found.text == "Seen\n"
    assert found.removed == {"hidden": 1}


def test_white_text_on_a_dark_ground_is_seen() -> None:
    shade = '<w:shd w:val="clear" w:fill="003366"/>'
    assert text(paragraph("Head", shade, '<w:color w:val="FFFFFF"/>')) == "Head\n"
    assert text(paragraph("Head", "", f'<w:color w:val="FFFFFF"/>{shade}')) == "Head\n"


def test_a_merged_cell_is_repeated_so_that_each_row_can_be_read_alone() -> None:
    def cell(words: str, properties: str = "") -> str:
        return f"<w:tc><w:tcPr>{properties}</w:tcPr>{paragraph(words)}</w:tc>"

    across, down = '<w:gridSpan w:val="2"/>', '<w:vMerge w:val="restart"/>'
    table = (
        "<w:tbl>"
        f"<w:tr>{cell('a')}{cell('b | c')}{cell('d')}</w:tr>"
        f"<w:tr>{cell('wide', across)}{cell('tall', down)}</w:tr>"
        f"<w:tr>{cell('e')}{cell('f')}{cell('', '<w:vMerge/>')}</w:tr>"
        "</w:tbl>"
    )
    assert text(table) == (
        "| a | b \\| c | d |\n| --- | --- | --- |\n| wide | wide | tall |\n| e | f | tall |\n"
    )


def test_notes_links_and_comments_are_there() -> None:
    body = (
        '<w:p><w:r><w:t>See </w:t></w:r><w:hyperlink r:id="link1"><w:r><w:t>this</w:t></w:r>'
        '</w:hyperlink><w:r><w:footnoteReference w:id="3"/></w:r></w:p>'
    )
    found = text(
        body,
        links="https://rivers.test/a",
        footnotes=f'<w:footnote w:id="3">{paragraph("The note.")}</w:footnote>',
        comments=f'<w:comment w:id="0" w:author="Ada">{paragraph("Really?")}</w:comment>',
    )
    assert found == (
        "See [this](https://rivers.test/a)[^1]\n\n[^1]: The note.\n\n"
        "> Comment (author: Ada): Really?\n"
    )


def test_a_link_that_runs_a_program_is_only_its_words() -> None:
    body = '<w:p><w:hyperlink r:id="link1"><w:r><w:t>this</w:t></w:r></w:hyperlink></w:p>'
    assert text(body, links="http:javascript:alert(1)") == "this\n"


def test_formulas_are_tex() -> None:
    body = (
        "<w:p><m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:sSup><m:e><m:r>"
        "<m:t>b</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:den></m:f>"
        "</m:oMath></w:p>"
    )
    assert text(body) == "$\\frac{a}{b^{2}}$\n"


def test_pages_are_where_they_were_when_it_was_last_laid_out() -> None:
    body = paragraph("First page.") + (
        "<w:p><w:r><w:t>Still first. </w:t></w:r><w:r><w:lastRenderedPageBreak/>"
        "<w:t>Second page.</w:t></w:r></w:p>"
    )
    found = document(body)
    assert [found.text[page.offset :].split()[0] for page in found.pages] == ["First", "Second"]
    assert found.facts.page_count == 2


def test_facts_come_from_the_properties() -> None:
    core = "<dc:title>Rivers</dc:title><dc:creator>A. Brook; B. Lake</dc:creator>"
    core += "<dcterms:modified>2024-05-01T00:00:00Z</dcterms:modified>"
    facts = document(paragraph("Words"), core=core).facts
    assert (facts.title, facts.authors) == ("Rivers", ("A. Brook", "B. Lake"))
    assert facts.modified == "2024-05-01T00:00:00Z"
    assert facts.size > 0


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (docx(""), "empty"),
        (docx(paragraph("x"))[:300], "broken"),
        (zipped({"word/other.xml": "<x/>"}), "broken"),
        (zipped({"word/document.xml": "no markup"}), "broken"),
        (zipped({"word/document.xml": b"<a>" + b"x" * 40_000_000 + b"</a>"}), "too_large"),
    ],
)
def test_what_cannot_be_read_says_why(body: bytes, reason: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(Given(body, DOCX))
    assert caught.value.reason == reason
    assert not caught.value.retryable


def test_entities_are_not_expanded() -> None:
    bomb = '<!DOCTYPE w [<!ENTITY a "lol"><!ENTITY x SYSTEM "file:///etc/passwd">]>'
    whole = docx(paragraph("kept &a; &x;"))
    assert b"lol" not in whole
    parts = {
        "word/document.xml": bomb
        + '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
        + f"<w:body>{paragraph('kept &a;&x; too')}</w:body></w:document>"
    }
    found = read(Given(zipped(parts), DOCX)).text
    assert "lol" not in found
    assert "root:" not in found
    assert "kept" in found


@pytest.mark.parametrize(
    ("said", "title"), [("", "Rivers"), ("Document1", "Rivers"), ("The Flow", "The Flow")]
)
def test_the_first_heading_is_the_title_of_what_has_none(said: str, title: str) -> None:
    body = paragraph("Rivers", '<w:pStyle w:val="H2"/>') + paragraph("Words")
    found = document(body, styles=STYLES, core=f"<dc:title>{said}</dc:title>")
    assert found.facts.title == title
