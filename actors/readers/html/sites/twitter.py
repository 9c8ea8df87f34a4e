"""Pages of X, for when its posts are not to be had otherwise: what the page says it is about."""

from __future__ import annotations

import msgspec

from headwater.actors.domain.lazy import pattern
from headwater.actors.domain.markdown import escape
from headwater.actors.domain.thread import Post, byline
from headwater.actors.domain.thread_document import replaced
from headwater.actors.messages.web import Document
from headwater.actors.readers.html.sites.site import Site
from headwater.actors.readers.reader import Given

_WHO = pattern(r"(.{1,80}) \(@(\w{1,20})\) on (?:X|Twitter)")
_LITTLE = 100  # characters; a page that shows more has the post itself


def read(_: Given, document: Document) -> Document | None:
    """The post as it is shown where it is shared; counts and replies are not there."""
    told = document.structured.get("openGraph", {})
    who = _WHO.match(told.get("og:title", ""))
    words = told.get("og:description", "").strip()
    if who is None or not words or len(document.text) >= _LITTLE:
        return None
    name = f"{who[1]} (@{who[2]})"
    post = Post(author=name, text=escape(words), url=told.get("og:url", ""))
    made = replaced(
        document,
        f"{byline(post)}\n\n{post.text}",
        title=f"{name}: {words[:80]}",
        authors=(name,),
        site="X (Twitter)",
        kind="SocialMediaPosting",
    )
    return msgspec.structs.replace(made, media="twitter", quality="partial")


SITE = Site(marks=(b"abs.twimg.com",), read=read)
