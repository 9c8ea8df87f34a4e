"""
A post with its comments, and lists of posts.

The JSON beside each page has everything; where it is refused, the feed beside it often is not.
"""

from __future__ import annotations

from collections.abc import Generator
from urllib.parse import urlencode

import msgspec

from headwater.actors.domain.markdown import escape, link
from headwater.actors.domain.thread import Post, counted, links_in, moment
from headwater.actors.domain.thread_document import Thread, thread_of
from headwater.actors.messages.faults import NotFound
from headwater.actors.messages.sources import Call
from headwater.actors.messages.web import Document, Facts
from headwater.actors.sources.decoding import decoded
from headwater.actors.sources.reddit.feed import Feed, feed_of
from headwater.actors.sources.reddit.listing import SITE, Entry, Listing, comments_of, posts_in
from headwater.actors.sources.source import Calls, Reading, Replies, Unfit


def thread(post: str, comment: str) -> Reading:
    """A post with its comments; with what is around one of them, where one is named."""
    place = f"/comments/{post}" + (f"/_/{comment}" if comment else "")
    query = "raw_json=1&limit=500" + ("&context=8" if comment else "")
    (reply,) = yield (Call("reddit", f"{place}.json?{query}"),)
    if reply.status == 404:
        raise NotFound("Reddit has no such post", reason="http_404")
    try:
        listings = decoded(reply, list[Listing])
    except Unfit as problem:
        feed = yield from _feed(f"{place}/.rss?limit=500", problem)
        return _document_of_feed(feed)
    first = next((entry for one in listings[:1] for entry in posts_in(one)), None)
    if first is None:
        raise Unfit("no post in the answer")
    posts, missing = comments_of(listings[1].data.children if len(listings) > 1 else [])
    return _document(first, posts, missing)


def listing(path: str, query: dict[str, str]) -> Reading:
    """A list of posts."""
    asked = urlencode({"raw_json": "1", "limit": "50", **query})
    (reply,) = yield (Call("reddit", f"{path or '/'}.json?{asked}"),)
    if reply.status == 404:
        raise NotFound("Reddit has no such list", reason="http_404")
    title = path.strip("/") or "Reddit"
    try:
        entries = list(posts_in(decoded(reply, Listing)))
    except Unfit as problem:
        feed = yield from _feed(f"{path}/.rss?{urlencode(query)}", problem)
        rows = [_feed_row(name, post) for name, post in feed.posts]
        title = feed.title or title
    else:
        rows = [_row(entry) for entry in entries]
    if not rows:
        raise Unfit("an empty list")
    text = f"# {escape(title)}\n\n" + "\n".join(rows)
    return Document(
        text=text,
        media="reddit",
        facts=Facts(title=title, site="Reddit", canonical=f"{SITE}{path}/", kind="CollectionPage"),
        links=links_in(text),
        page_type="listing",
        reader="reddit",
    )


def _feed(path: str, problem: Unfit) -> Generator[Calls, Replies, Feed]:
    (reply,) = yield (Call("reddit", path),)
    if not reply.ok:
        raise Unfit(f"json {problem}, rss {reply.outcome}")
    return feed_of(reply.body)


def _document(entry: Entry, posts: list[Post], missing: int) -> Document:
    known = len(posts) + missing
    told = entry.num_comments if entry.num_comments > len(posts) else known
    about = [escape(f"r/{entry.subreddit}"), *_flags(entry), counted(told, "comment")]
    body = ("" if entry.is_self else _outside(entry), entry.selftext)
    head = Post(
        author=entry.author or "[deleted]",
        text="\n\n".join(part for part in body if part),
        date=moment(entry.created_utc),
        url=entry.address,
        score=entry.points,
        notes=tuple(about),
    )
    about_it = Facts(
        site=f"r/{entry.subreddit}" if entry.subreddit else "", canonical=entry.address
    )
    return thread_of(_empty(about_it), Thread("reddit", entry.title, head, posts, told))


def _document_of_feed(feed: Feed) -> Document:
    """The first entry is the post; the others are comments on it, flat."""
    if not feed.posts:
        raise Unfit("an empty feed")
    (title, head), *others = feed.posts
    comments = [post for _, post in others]
    thread = Thread("reddit", title or feed.title, head, comments)
    made = thread_of(_empty(Facts(canonical=head.url)), thread)
    return msgspec.structs.replace(made, quality="partial")  # no scores, nor who answers whom


def _empty(known: Facts) -> Document:
    facts = known if known.site else msgspec.structs.replace(known, site="Reddit")
    return Document(text="", media="reddit", facts=facts, reader="reddit")


def _outside(entry: Entry) -> str:
    return link(entry.url, entry.url) if entry.url.startswith("http") else ""


def _flags(entry: Entry) -> list[str]:
    given = [entry.link_flair_text or "", "over 18" if entry.over_18 else ""]
    share = entry.upvote_ratio
    return [
        *(escape(flag) for flag in given if flag),
        *([f"{share:.0%} upvoted"] if share is not None else []),
    ]


def _row(entry: Entry) -> str:
    name = entry.title or entry.body.partition("\n")[0][:200]
    parts = [] if entry.points is None else [counted(entry.points, "point")]
    parts += [f"by {escape(entry.author or '[deleted]')}", escape(f"r/{entry.subreddit}")]
    parts += [
        moment(entry.created_utc)[:10],
        link(counted(entry.num_comments, "comment"), entry.address),
    ]
    outside = "" if entry.is_self or not entry.title else entry.url
    return f"- {link(escape(name) or 'untitled', outside or entry.address)}  \n  " + " · ".join(
        part for part in parts if part
    )


def _feed_row(title: str, post: Post) -> str:
    head = f"- {link(escape(title) or 'untitled', post.url)}"
    return f"{head}  \n  by {escape(post.author)} · {post.date[:10]}"
