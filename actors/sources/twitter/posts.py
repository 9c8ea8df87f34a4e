"""
Posts with what they quote, and profiles.

The service has two versions with the same fields under slightly other names; both are read.
"""

from __future__ import annotations

import re

from msgspec import Struct, field

from headwater.actors.domain.markdown import escape, link
from headwater.actors.domain.thread import Post, byline, counted, links_in, moment
from headwater.actors.messages.faults import LoginNeeded, NotFound
from headwater.actors.messages.sources import Call, Reply
from headwater.actors.messages.web import Document, Facts
from headwater.actors.readers.html.fragment import quoted
from headwater.actors.sources.decoding import decoded, verdict
from headwater.actors.sources.source import Reading, Unfit

_ADDRESS = re.compile(r"(?<![\w(\[])(https?://[^\s<>()\[\]]{4,500}?)(?=[.,;:!?]*(?:\s|$))")


class _Site(Struct):
    url: str = ""
    display_url: str = ""


class _Author(Struct):
    name: str = ""
    screen_name: str = ""
    url: str = ""
    description: str | None = None
    location: str | None = None
    joined: str | None = None
    followers: int | None = None
    following: int | None = None
    tweets: int | None = None
    statuses: int | None = None
    website: _Site | None = None


class _Medium(Struct):
    type: str = ""
    url: str = ""
    altText: str | None = None  # noqa: N815 - its name there
    duration: float | None = None


class _Media(Struct):
    all: list[_Medium] = []


class _Choice(Struct):
    label: str = ""
    percentage: float = 0


class _Poll(Struct):
    choices: list[_Choice] = []
    total_votes: int = 0


class _Note(Struct):
    text: str = ""


class _Status(Struct):
    id: str = ""
    url: str = ""
    text: str = ""
    author: _Author | None = None
    created_timestamp: float | None = None
    replies: int | None = None
    retweets: int | None = None
    reposts: int | None = None
    likes: int | None = None
    views: int | None = None
    lang: str | None = None
    replying_to: object = None
    replying_to_status: str | None = None
    media: _Media | None = None
    quote: _Status | None = None
    poll: _Poll | None = None
    community_note: _Note | None = None


class _Envelope(Struct):
    code: int = 200
    message: str = ""
    tweet: _Status | None = None
    status: _Status | None = None
    user: _Author | None = None
    reason: str = field(default="")


def read_post(number: str) -> Reading:
    """A post."""
    (reply,) = yield (Call("fxtwitter", f"/status/{number}"),)
    found = _opened(reply, f"the post {number}")
    status = found.tweet or found.status
    if status is None or status.author is None:
        raise Unfit(f"no post in the answer ({found.message[:40] or found.code})")
    author = status.author
    text = _markdown(status)
    return Document(
        text=text,
        media="twitter",
        facts=Facts(
            title=f"{author.name} (@{author.screen_name}): {_short(status.text)}",
            authors=(f"{author.name} (@{author.screen_name})",),
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
    counts = [
        counted(number, noun)
        for number, noun in (
            (user.followers, "follower"),
            (user.tweets if user.tweets is not None else user.statuses, "post"),
        )
        if number is not None
    ]
    site = (
        [link(user.website.display_url or user.website.url, user.website.url)]
        if (user.website and user.website.url)
        else []
    )
    lines = [
        f"# {escape(user.name)} (@{escape(user.screen_name)})",
        _linked(user.description or ""),
        " · ".join([*counts, *([escape(user.location)] if user.location else []), *site]),
        f"Joined {user.joined}" if user.joined else "",
    ]
    text = "\n\n".join(line for line in lines if line)
    return Document(
        text=text,
        media="twitter",
        facts=Facts(
            title=f"{user.name} (@{user.screen_name})",
            authors=(f"{user.name} (@{user.screen_name})",),
            site="X (Twitter)",
            description=user.description or "",
            canonical=user.url,
            kind="ProfilePage",
        ),
        links=links_in(text),
        page_type="service",
        reader="twitter",
    )


def _opened(reply: Reply, what: str) -> _Envelope:
    """The answer; its own code counts as much as the status it came with."""
    if (settled := verdict(reply, what)) is not None:
        raise settled
    found = decoded(reply, _Envelope)
    if found.code == 404:
        raise NotFound(f"{what} does not exist")
    if found.code == 401:
        raise LoginNeeded(f"{what} is private")
    if found.code >= 400:
        raise Unfit(f"{found.message[:40]} ({found.code})")
    return found


def _markdown(status: _Status, depth: int = 0) -> str:
    author = status.author or _Author()
    post = Post(
        author=f"{author.name} (@{author.screen_name})",
        text=_linked(status.text),
        date=moment(status.created_timestamp),
        url=status.url,
        notes=tuple(_counts(status)),
    )
    parts = [byline(post), _answering(status), post.text, _poll(status.poll)]
    parts += [_medium(medium) for medium in (status.media.all if status.media else [])]
    if status.community_note and status.community_note.text:
        parts.append("**Community note:** " + _linked(status.community_note.text))
    if status.quote is not None and depth < 3:
        parts.append(quoted(_markdown(status.quote, depth + 1)))
    return "\n\n".join(part for part in parts if part)


def _counts(status: _Status) -> list[str]:
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


def _answering(status: _Status) -> str:
    to = status.replying_to
    name = to if isinstance(to, str) else to.get("screen_name") if isinstance(to, dict) else ""
    if not name:
        return ""
    number = status.replying_to_status or (to.get("status") if isinstance(to, dict) else "")
    address = f"https://x.com/{name}/status/{number}" if number else f"https://x.com/{name}"
    return f"In reply to {link('@' + escape(str(name)), address)}"


def _poll(poll: _Poll | None) -> str:
    if poll is None:
        return ""
    rows = [f"- {escape(choice.label)}: {choice.percentage:g} %" for choice in poll.choices]
    return "\n".join([*rows, "", counted(poll.total_votes, "vote")])


def _medium(medium: _Medium) -> str:
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
