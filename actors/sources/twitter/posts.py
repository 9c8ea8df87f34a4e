"""
Posts with what they quote, and profiles.

The service has two versions with the same fields under slightly other names; both are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from headwater.actors.domain.markdown import escape, link
from headwater.actors.domain.thread import Post, byline, counted, links_in, moment
from headwater.actors.messages.faults import LoginNeeded, NotFound
from headwater.actors.messages.sources import Call, Reply
from headwater.actors.messages.web import Document, Facts
from headwater.actors.readers.html.fragment import quoted
from headwater.actors.sources.decoding import decoded
from headwater.actors.sources.source import Reading, Unfit
from headwater.actors.sources.twitter.shapes import (
    Article,
    Author,
    Blocks,
    Envelope,
    Media,
    Medium,
    Note,
    Poll,
    Site,
    Status,
    part,
)

_ADDRESS = re.compile(r"(?<![\w(\[])(https?://[^\s<>()\[\]]{4,500}?)(?=[.,;:!?]*(?:\s|$))")


def read_post(number: str) -> Reading:
    """A post, from the service's first version, or its second where that fails."""
    what = f"the post {number}"
    (reply,) = yield (Call("fxtwitter", f"/status/{number}"),)
    try:
        status = _status(reply, what)
    except Unfit as problem:
        (reply,) = yield (Call("fxtwitter", f"/2/status/{number}"),)
        try:
            status = _status(reply, what)
        except Unfit:
            raise problem from None
    author = status.author or Author()
    text = _markdown(status)
    return Document(
        text=text,
        media="twitter",
        facts=Facts(
            title=f"{author.shown}: {_short(_title(status))}",
            authors=(author.shown,),
            site="X (Twitter)",
            published=moment(status.created_timestamp),
            language=status.lang or "",
            canonical=status.url,
            kind="SocialMediaPosting",
        ),
        links=links_in(text),
        page_type="forum",
        reader="twitter",
        forum={
            "platform": "twitter",
            "upvotes": status.likes or 0,
            "comments": status.replies or 0,
            "date_published": moment(status.created_timestamp),
            "author_name": f"@{author.screen_name}",
        },
    )


def read_person(name: str) -> Reading:
    """A profile."""
    (reply,) = yield (Call("fxtwitter", f"/{name}"),)
    user = _opened(reply, f"the account {name}").user
    if user is None:
        raise Unfit("no account in the answer")
    text = "\n\n".join(line for line in _profile(user) if line)
    return Document(
        text=text,
        media="twitter",
        facts=Facts(
            title=user.shown,
            authors=(user.shown,),
            site="X (Twitter)",
            description=user.description or "",
            canonical=user.url,
            kind="ProfilePage",
        ),
        links=links_in(text),
        page_type="service",
        reader="twitter",
    )


def _profile(user: Author) -> Iterator[str]:
    posts = user.tweets if user.tweets is not None else user.statuses
    known = ((user.followers, "follower"), (posts, "post"))
    facts = [counted(number, noun) for number, noun in known if number is not None]
    facts += [escape(user.location)] if user.location else []
    site = part(user.website, Site)
    facts += [link(site.display_url or site.url, site.url)] if site and site.url else []
    yield f"# {escape(user.shown)}"
    yield _linked(user.description or "")
    yield " · ".join(facts)
    yield f"Joined {user.joined}" if user.joined else ""


def _status(reply: Reply, what: str) -> Status:
    found = _opened(reply, what)
    status = found.tweet or found.status
    if status is not None and status.type == "tombstone":
        if status.reason in ("private", "blocked"):
            raise LoginNeeded(f"{what} is {status.reason}")
        raise NotFound(f"{what} is {status.reason[:40] or 'unavailable'}")
    if status is None or status.author is None:
        raise Unfit(f"no post in the answer ({found.message[:40] or found.code})")
    return status


def _opened(reply: Reply, what: str) -> Envelope:
    """The answer; only one in the service's own form settles anything."""
    told = Reply(200, reply.body, reply.content_type) if reply.status in (401, 404) else reply
    found = decoded(told, Envelope)
    code = reply.status if reply.status != 200 else found.code
    if code == 404:
        raise NotFound(f"{what} does not exist")
    if code == 401:
        raise LoginNeeded(f"{what} is private")
    if code >= 400:
        raise Unfit(f"{found.message[:40]} ({code})")
    return found


def _markdown(status: Status, depth: int = 0) -> str:
    author = status.author or Author()
    post = Post(
        author=author.shown,
        text=_linked(status.text),
        date=moment(status.created_timestamp),
        url=status.url,
        notes=tuple(_counts(status)),
    )
    parts = [byline(post), _answering(status), post.text, _article(status), _poll(status)]
    parts += [_media(status)]
    note = part(status.community_note, Note)
    parts += ["**Community note:** " + _linked(note.text)] if note and note.text else []
    quote = part(status.quote, Status) if depth < 3 else None
    if quote is not None:
        gone = quote.type == "tombstone" or quote.author is None
        parts.append("> \\[unavailable\\]" if gone else quoted(_markdown(quote, depth + 1)))
    return "\n\n".join(part for part in parts if part)


def _title(status: Status) -> str:
    article = part(status.article, Article)
    return article.title if article and article.title else status.text


def _article(status: Status) -> str:
    article = part(status.article, Article)
    if article is None:
        return ""
    whole = part(article.content, Blocks) or Blocks()
    lines = [_linked(block.text) for block in whole.blocks if block.text.strip()]
    head = f"## {escape(article.title)}" if article.title else ""
    return "\n\n".join(part for part in (head, *(lines or [_linked(article.preview_text)])) if part)


def _counts(status: Status) -> list[str]:
    reposts = status.retweets if status.retweets is not None else status.reposts
    given = (
        (status.likes, "like"),
        (reposts, "repost"),
        (status.replies, "reply"),
        (status.views, "view"),
    )
    return [
        f"{number:,} replies" if noun == "reply" and number != 1 else counted(number, noun)
        for number, noun in given
        if number is not None
    ]


def _answering(status: Status) -> str:
    to = status.replying_to
    name = to if isinstance(to, str) else to.get("screen_name") if isinstance(to, dict) else ""
    if not name:
        return ""
    number = status.replying_to_status or (to.get("status") if isinstance(to, dict) else "")
    address = f"https://x.com/{name}/status/{number}" if number else f"https://x.com/{name}"
    return f"In reply to {link('@' + escape(str(name)), address)}"


def _poll(status: Status) -> str:
    poll = part(status.poll, Poll)
    if poll is None:
        return ""
    rows = [f"- {escape(choice.label)}: {choice.percentage:g} %" for choice in poll.choices]
    return "\n".join([*rows, "", counted(poll.total_votes, "vote")])


def _media(status: Status) -> str:
    media = part(status.media, Media) or Media()
    return "\n".join(_medium(medium) for medium in media.all or [*media.photos, *media.videos])


def _medium(medium: Medium) -> str:
    words = f"{medium.type or 'media'}" + (f": {escape(medium.altText)}" if medium.altText else "")
    length = f" ({medium.duration:.0f} s)" if medium.duration else ""
    return f"- {link(words, medium.url)}{length}"


def _linked(text: str) -> str:
    """Words as they are, addresses as links, line breaks kept."""
    lines = [
        _ADDRESS.sub(lambda found: link(found[1], found[1]), escape(line.rstrip()))
        for line in text.split("\n")
    ]
    return re.sub(r"(?<=\S)\n(?=\S)", "  \n", "\n".join(lines))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 80 else line[:79].rstrip() + "…"
