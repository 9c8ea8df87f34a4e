"""Lists of stories, and people."""

from __future__ import annotations

from headwater.actors.domain.markdown import escape, link
from headwater.actors.domain.thread import counted, links_in, moment
from headwater.actors.messages.faults import NotFound
from headwater.actors.messages.sources import Call
from headwater.actors.messages.web import Document, Facts
from headwater.actors.readers.html.fragment import fragment
from headwater.actors.sources.decoding import decoded, maybe
from headwater.actors.sources.hackernews.shapes import SITE, Item, User, address_of
from headwater.actors.sources.hackernews.threads import item_call
from headwater.actors.sources.source import Reading, Unfit

STORIES = 20  # of a list, as the specification says
PAGE = 30  # stories on a page of the site


def listing(path: str, name: str, title: str, page: int) -> Reading:
    """The stories on a page of a list, in its order."""
    (ids,) = yield (Call("hackernews_firebase", f"/{name}.json"),)
    numbers = decoded(ids, list[int])
    skipped = (page - 1) * PAGE
    wanted = numbers[skipped : skipped + STORIES]
    if not wanted:
        raise NotFound("there is no such page of the list")
    replies = yield tuple(item_call(number) for number in wanted)
    items = [maybe(reply, Item) for reply in replies]
    if not any(items):
        raise Unfit(f"no story of {len(wanted)} could be read: {replies[0].outcome}")
    rows = [
        _row(skipped + place, item)
        for place, item in enumerate(items, start=1)
        if item is not None and not item.deleted
    ]
    text = f"# {title}\n\n" + "\n".join(rows)
    return Document(
        text=text,
        media="hn",
        facts=Facts(title=title, site="Hacker News", canonical=SITE + path, language="en"),
        links=links_in(text),
        quality="complete" if len(rows) == len(wanted) else "partial",
        page_type="listing",
        reader="hackernews",
    )


def person(name: str) -> Reading:
    """An account."""
    (reply,) = yield (Call("hackernews_firebase", f"/user/{name}.json"),)
    if reply.ok and reply.body.strip() == b"null":
        raise NotFound(f"Hacker News has no user {name}")
    user = decoded(reply, User)
    recent = [link(str(number), address_of(number)) for number in user.submitted[:20]]
    lines = [
        f"# {escape(user.id)}",
        (
            f"{user.karma:,} karma · since {moment(user.created)[:10] or 'unknown'}"
            f" · {counted(len(user.submitted), 'submission')}"
        ),
        fragment(user.about, SITE),
        "Latest: " + ", ".join(recent) if recent else "",
    ]
    text = "\n\n".join(line for line in lines if line)
    return Document(
        text=text,
        media="hn",
        facts=Facts(
            title=f"{user.id} on Hacker News",
            authors=(user.id,),
            site="Hacker News",
            published=moment(user.created),
            canonical=f"{SITE}user?id={user.id}",
            kind="ProfilePage",
        ),
        links=links_in(text),
        page_type="service",
        reader="hackernews",
    )


def _row(place: int, item: Item) -> str:
    talk = address_of(item.id)
    head = f"{place}. {link(escape(item.title) or 'untitled', item.url or talk)}"
    parts = [] if item.score is None else [counted(item.score, "point")]
    parts += [f"by {escape(item.by)}"] if item.by else []
    parts += [moment(item.time)[:10]] if item.time else []
    parts.append(link(counted(item.descendants, "comment"), talk))
    body = fragment(item.text, SITE)
    more = f"\n   {body.splitlines()[0][:300]}" if body else ""
    return f"{head}  \n   {' · '.join(parts)}{more}"
