from __future__ import annotations

from typing import Any

import pytest

from headwater.actors.domain.forum import forum_signals
from headwater.actors.messages.web import Document

POST: dict[str, Any] = {
    "@type": "DiscussionForumPosting",
    "author": {"@type": "Person", "name": "someone"},
    "datePublished": "2024-05-01T10:00:00Z",
    "commentCount": 7,
    "interactionStatistic": [
        {
            "@type": "InteractionCounter",
            "interactionType": {"@type": "LikeAction"},
            "userInteractionCount": 12,
        }
    ],
}


def page(blocks: list[Any]) -> Document:
    return Document(text="", media="html", structured={"jsonLd": blocks})


@pytest.mark.parametrize("blocks", [[POST], [{"@graph": [POST]}], [[POST]], [{"mainEntity": POST}]])
def test_a_posts_votes_and_comments_are_read_wherever_they_are(blocks: list[Any]) -> None:
    found = forum_signals("www.reddit.com", page(blocks))
    assert found is not None
    assert (found.platform, found.upvotes, found.comments) == ("reddit", 12, 7)
    assert (found.author_name, found.date_published) == ("someone", "2024-05-01T10:00:00Z")
    assert "manipulated" in found.credibility_note


def test_many_votes_need_no_note() -> None:
    counter = {"interactionType": "https://schema.org/LikeAction", "userInteractionCount": "250"}
    found = forum_signals("old.reddit.com", page([{**POST, "interactionStatistic": counter}]))
    assert found is not None
    assert (found.upvotes, found.credibility_note) == (250, "")


@pytest.mark.parametrize(
    ("host", "blocks"),
    [
        ("example.org", [POST]),
        ("notreddit.com", [POST]),
        ("reddit.com", []),
        ("reddit.com", ["x", 1]),
    ],
)
def test_other_pages_have_no_signals(host: str, blocks: list[Any]) -> None:
    assert forum_signals(host, page(blocks)) is None


def test_what_the_source_of_a_post_says_of_it_counts_on_any_host() -> None:
    told = {"platform": "hackernews", "upvotes": 3, "comments": 2, "author_name": "ada"}
    found = forum_signals("site.test", Document(text="", media="hn", forum=told))
    assert found is not None
    assert (found.platform, found.upvotes, found.author_name) == ("hackernews", 3, "ada")
    assert found.credibility_note
