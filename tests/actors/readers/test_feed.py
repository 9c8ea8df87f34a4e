"""Feeds and notebooks."""

from __future__ import annotations

import msgspec
import pytest

from headwater.actors.domain.sniff import media_of
from headwater.actors.messages.faults import Unreadable
from headwater.actors.readers import notebook
from headwater.actors.readers.feed import read
from headwater.actors.readers.reader import Given

RSS = """<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel>
<title>River news</title><link>https://rivers.test/</link><description>All of it</description>
<item><title>High &amp; rising</title><link>/high</link>
<pubDate>Wed, 01 May 2024 10:00:00 GMT</pubDate>
<description>&lt;p&gt;It &lt;b&gt;rose&lt;/b&gt;.&lt;/p&gt;</description></item></channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>River log</title>
<updated>2024-05-01</updated><entry><title>Low</title>
<link rel="alternate" href="https://rivers.test/low"/><author><name>A. Brook</name></author>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>It fell.</p></div></content>
</entry></feed>"""


def test_an_rss_feed_is_its_entries_with_links_and_texts() -> None:
    found = read(Given(RSS.encode(), "application/rss+xml", url="https://rivers.test/feed"))
    assert found.text == (
        "# River news\n\nAll of it\n\n## [High & rising](https://rivers.test/high)\n\n"
        "Wed, 01 May 2024 10:00:00 GMT\n\nIt **rose**.\n"
    )
    assert found.facts.title == "River news"
    assert [link.url for link in found.links] == ["https://rivers.test/high"]


def test_an_atom_feed_is_its_entries_with_authors() -> None:
    found = read(Given(ATOM.encode(), "application/atom+xml"))
    assert "## [Low](https://rivers.test/low)\n\nA. Brook\n\nIt fell." in found.text
    assert found.media == "atom"


@pytest.mark.parametrize(
    ("body", "declared", "media"),
    [
        (RSS, "text/xml", "application/rss+xml"),
        (RSS, "text/html", "application/rss+xml"),
        (ATOM, "application/xml", "application/atom+xml"),
        ("<feed><x/></feed>", "application/xml", "application/xml"),
    ],
)
def test_a_feed_is_known_by_its_first_element(body: str, declared: str, media: str) -> None:
    assert media_of(body.encode(), declared) == media


def test_entities_of_a_feed_are_not_expanded() -> None:
    bomb = RSS.replace('<rss version="2.0">', '<!DOCTYPE rss [<!ENTITY a "lolol">]><rss>', 1)
    found = read(Given(bomb.replace("High", "High &a;").encode(), "application/rss+xml"))
    assert "lolol" not in found.text


BOOK = {
    "cells": [
        {"cell_type": "markdown", "source": ["# Flow\n", "\n", "Some text."]},
        {
            "cell_type": "code",
            "source": "print(1)",
            "outputs": [
                {"output_type": "stream", "text": ["1\n"]},
                {
                    "output_type": "display_data",
                    "data": {"image/png": "aGk=", "text/plain": "<Figure>"},
                },
                {"output_type": "error", "ename": "ValueError", "evalue": "no", "traceback": []},
            ],
        },
    ],
    "metadata": {"kernelspec": {"language": "julia"}},
    "nbformat": 4,
}


def test_a_notebook_is_text_code_and_what_it_printed() -> None:
    body = msgspec.json.encode(BOOK)
    assert media_of(body, "application/json") == "application/x-ipynb+json"
    found = notebook.read(Given(body, "application/x-ipynb+json"))
    assert found.text == (
        "# Flow\n\nSome text.\n\n```julia\nprint(1)\n```\n\n```output\n1\n```\n\n"
        "```output\n<Figure>\n```\n\n```\nValueError: no\n```\n"
    )
    assert found.facts.title == "Flow"


@pytest.mark.parametrize("body", [b"{", b"[]", b'{"cells": 3}', b'{"cells": [1, {"source": 4}]}'])
def test_a_damaged_notebook_says_so(body: bytes) -> None:
    with pytest.raises(Unreadable):
        notebook.read(Given(body, "application/x-ipynb+json"))
