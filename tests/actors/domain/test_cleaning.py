from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.domain.cleaning import clean
from headwater.actors.domain.sanitise import sanitise
from headwater.actors.messages.web import Document, Facts, Link, Span

# Letters, what joins them, half of what is written with two characters, and what nobody sees.
words = st.text("ab\u0645\u06cc\U0001f469\U0001f680\u200d\u200b\ufe0f\r\n\x1b[1m\u00ad", max_size=8)


@given(words, st.lists(words, max_size=3), st.lists(words, max_size=3), words)
def test_every_word_is_clean_as_if_it_stood_alone(
    title: str, authors: list[str], told: list[str], heading: str
) -> None:
    document = Document(
        text="# x",
        media="html",
        facts=Facts(title=title, authors=tuple(authors)),
        outline=(Span(1, heading, 0, 3),),
        links=tuple(Link("http://a.test/", text) for text in told),
    )
    found = clean(document)
    assert found.facts.title == sanitise(title).text
    assert found.facts.authors == tuple(sanitise(author).text for author in authors)
    assert [link.text for link in found.links] == [sanitise(text).text for text in told]
    assert [span.title for span in found.outline] == [sanitise(heading).text]
