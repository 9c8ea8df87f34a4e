"""Hacker News: threads from either service or both, lists, people."""

from __future__ import annotations

from typing import Any

import pytest
from support.sources import gather, read, reply

from headwater.actors.messages.faults import NotFound
from headwater.actors.messages.sources import Reply
from headwater.actors.messages.web import Document
from headwater.actors.sources.source import Unfit

ITEM = "https://news.ycombinator.com/item?id=1"
STORY = {"id": 1, "type": "story", "by": "ada", "time": 1_700_000_000, "score": 42}
STORY |= {"title": "On weirs", "url": "https://weir.test/a", "kids": [3, 2], "descendants": 3}
FIREBASE, ALGOLIA = "hackernews_firebase/", "hackernews_algolia/"


def comment(number: int, by: str, text: str, **more: Any) -> dict[str, Any]:
    return {"id": number, "type": "comment", "by": by, "text": text, "time": 1_700_000_100, **more}


def node(number: int, author: str | None, text: str | None, *children: Any) -> dict[str, Any]:
    return {
        "id": number,
        "author": author,
        "text": text,
        "type": "comment",
        "created_at_i": 1_700_000_200,
        "children": list(children),
    }


TREE = {
    "id": 1,
    "type": "story",
    "author": "ada",
    "title": "On weirs",
    "points": 40,
    "created_at_i": 1_700_000_000,
    "url": "https://weir.test/a",
    "children": [
        node(2, "bob", "second", node(4, "cy", "<p>below<p>two")),
        node(3, "dee", "first"),
    ],
}
PARTS = {
    f"{FIREBASE}item/1.json": reply(STORY),
    f"{FIREBASE}item/2.json": reply(comment(2, "bob", "second", kids=[4])),
    f"{FIREBASE}item/3.json": reply(comment(3, "dee", "first")),
    f"{FIREBASE}item/4.json": reply(comment(4, "cy", "<p>below<p>two")),
}


def document(url: str, answers: Any) -> Document:
    found = read(url, answers)
    assert found is not None
    return found


@pytest.mark.parametrize("address", [ITEM, "https://news.ycombinator.com/item/1"])
def test_a_thread_has_score_and_order_of_one_service_and_the_text_of_the_other(
    address: str,
) -> None:
    found = document(address, {**PARTS, f"{ALGOLIA}items/1": reply(TREE)})
    text = found.text
    assert text.startswith(
        "# On weirs\n\n**ada** · [2023-11-14](https://news.ycombinator.com/item?id=1)"
    )
    assert "42 points · 3 comments\n\n[https://weir.test/a](https://weir.test/a)" in text
    assert text.index("**dee**") < text.index("> **bob**") < text.index("> > **cy**")
    assert "> > below\n> >\n> > two" in text
    assert found.quality == "complete"
    assert found.media == "hn"
    assert found.forum == {
        "platform": "hackernews",
        "upvotes": 42,
        "comments": 3,
        "date_published": "2023-11-14T22:13:20Z",
        "author_name": "ada",
    }


def test_either_service_alone_is_enough() -> None:
    whole = document(ITEM, {**PARTS, f"{ALGOLIA}items/1": Reply(500)})
    from_tree = document(ITEM, {f"{ALGOLIA}items/1": reply(TREE)})
    for found in (whole, from_tree):
        assert [name in found.text for name in ("ada", "bob", "cy", "dee")] == [True] * 4
        assert "> > below" in found.text
    _, rounds = gather(ITEM, PARTS)
    assert [len(calls) for calls in rounds] == [2, 2, 1]


def test_a_comment_that_was_deleted_stays_where_others_answer_it() -> None:
    gone = node(2, None, None, node(4, "cy", "an answer"))
    alone = node(5, None, None)
    found = document(ITEM, {f"{ALGOLIA}items/1": reply({**TREE, "children": [gone, alone]})})
    assert "**\\[deleted\\]**" in found.text or "**[deleted]**" in found.text
    assert found.text.count("deleted") == 2
    assert "an answer" in found.text


def test_what_could_not_be_read_is_said() -> None:
    found = document(
        ITEM,
        {
            f"{FIREBASE}item/1.json": reply(STORY),
            f"{FIREBASE}item/3.json": PARTS[f"{FIREBASE}item/3.json"],
        },
    )
    assert "## Comments (1 of 3)" in found.text
    assert found.quality == "partial"


def test_a_polls_choices_have_their_votes() -> None:
    poll = {"id": 1, "type": "poll", "by": "ada", "title": "Which?", "parts": [8, 9]}
    parts = {
        f"{FIREBASE}item/{n}.json": reply({"id": n, "type": "pollopt", "text": f"c{n}", "score": n})
        for n in (8, 9)
    }
    found = document(ITEM, {f"{FIREBASE}item/1.json": reply(poll), **parts})
    assert "- c8 (8 points)\n- c9 (9 points)" in found.text


def test_an_item_that_is_not_there_is_not_found() -> None:
    with pytest.raises(NotFound):
        read(ITEM, {f"{FIREBASE}item/1.json": reply(b"null")})
    with pytest.raises(NotFound):
        read(ITEM, {})


def test_services_that_fail_leave_it_to_the_page() -> None:
    with pytest.raises(Unfit, match="firebase HTTP 500, algolia HTTP 503"):
        read(ITEM, {FIREBASE: Reply(500), ALGOLIA: Reply(503)})


def test_a_list_is_its_stories_in_order() -> None:
    stories = {
        f"{FIREBASE}item/{n}.json": reply({**STORY, "id": n, "title": f"t{n}"})
        for n in range(1, 31)
    }
    ids = {f"{FIREBASE}newstories.json": reply(list(range(1, 31)))}
    found = document("https://news.ycombinator.com/newest", {**ids, **stories})
    assert found.text.count("[t") == 20
    assert "1. [t1](https://weir.test/a)  \n   42 points · by ada" in found.text
    assert found.text.index("[t9]") < found.text.index("[t10]")


def test_a_person_is_shown() -> None:
    user = {"id": "ada", "karma": 1234, "created": 1_700_000_000, "about": "I <i>weir</i>"}
    found = document(
        "https://news.ycombinator.com/user?id=ada", {f"{FIREBASE}user/ada.json": reply(user)}
    )
    assert "1,234 karma · since 2023-11-14" in found.text
    assert "I *weir*" in found.text
    with pytest.raises(NotFound):
        read("https://news.ycombinator.com/user?id=x", {f"{FIREBASE}user/": reply(b"null")})


@pytest.mark.parametrize(
    "path", ["threads?id=ada", "item?id=x", "newsfaq.html", "item?id=1x", "leaders"]
)
def test_other_paths_are_pages(path: str) -> None:
    assert gather(f"https://news.ycombinator.com/{path}", {}) == (None, [])
