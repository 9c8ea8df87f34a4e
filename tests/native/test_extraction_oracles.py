"""What independent libraries see of a page, beside what the engine makes of it."""

import itertools
import re

from hypothesis import given, settings
from hypothesis import strategies as st
from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.html import HTMLTree
from selectolax.lexbor import LexborHTMLParser

import headwater
from headwater import _native

WORD = re.compile(r"\w+")
SENTENCES = (
    "The river rises where rain has soaked through chalk, and it runs clear all year.",
    "In dry summers its upper course falls silent; then, in winter, springs break again.",
    "Mills once stood along the bank, each with its own weir, pond and quarrel over water.",
    "Trout and grayling need that cold, even flow, which wells nearby can take away.",
)
TEXTS = st.sampled_from(SENTENCES).map("Walk @ began early. {}".format)
BLOCKS = st.one_of(
    TEXTS.map("<p>{}</p>".format),
    TEXTS.map("<p><b>Note</b> {} <a href='/mill?a=1&amp;b=2'>the mill</a></p>".format),
    TEXTS.map("<blockquote>{}</blockquote>".format),
    st.lists(TEXTS, min_size=2, max_size=4).map(
        lambda items: "<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>"
    ),
    TEXTS.map("<h2>Weirs &amp; ponds</h2><p>{}".format),  # unclosed
    TEXTS.map("<table><tr><td>{}<p>inside a cell</table>".format),
    TEXTS.map("<div><i>misnested <b>{}</i> text</b></div>".format),
)


def article(blocks: list[str]) -> str:
    """A page of the blocks; no two say the same, because what is repeated may be left out."""
    numbers = itertools.count(1)
    body = re.sub("@", lambda _: str(next(numbers)), "".join(blocks))
    return (
        "<!doctype html><html lang=en><title>Chalk streams</title><body><nav><a href=/>Home</a>"
        f"</nav><article><h1>Chalk streams</h1>{body}</article></body></html>"
    )


def words(text: str) -> set[str]:
    return set(WORD.findall(text.lower()))


@given(st.lists(BLOCKS, min_size=3, max_size=12))
@settings(deadline=None, max_examples=60)
def test_an_article_keeps_every_word_that_lexbor_sees_in_it(blocks: list[str]) -> None:
    html = article(blocks)
    seen = LexborHTMLParser(html).css_first("article")
    assert seen is not None
    text = re.sub(r"\]\([^)]*\)", "]", headwater.to_markdown(html.encode()))
    assert words(text) == words(seen.text(separator=" "))


@given(st.lists(BLOCKS, min_size=3, max_size=12))
@settings(deadline=None, max_examples=60)
def test_an_article_keeps_the_main_content_that_resiliparse_finds(blocks: list[str]) -> None:
    html = article(blocks)
    found = extract_plain_text(html, main_content=True, links=False, alt_texts=False)
    assert words(found) <= words(headwater.to_markdown(html.encode()))


@given(st.lists(BLOCKS, min_size=3, max_size=12))
@settings(deadline=None, max_examples=60)
def test_an_article_keeps_the_links_that_resiliparse_finds(blocks: list[str]) -> None:
    html = article(blocks)
    tree = HTMLTree.parse(html)
    targets = {
        "https://h.test" + link["href"]
        for link in tree.body.query_selector_all("article a")
        if link.getattr("href")
    }
    links = headwater.extract(html.encode(), "https://h.test/streams").links
    assert {link.url for link in links} == targets


@given(st.text(max_size=300))
@settings(deadline=None, max_examples=150)
def test_whatever_the_markup_no_word_is_made_up(markup: str) -> None:
    html = article([f"<p>{SENTENCES[0]}</p>", markup])
    _, _, texts, *_ = _native.evidence(html.encode())
    seen = "".join((LexborHTMLParser(html).html or "").split())
    for text in texts:
        for word in WORD.findall(text):
            assert word in seen or "&" in markup
