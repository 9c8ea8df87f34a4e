"""
x.com and twitter.com: posts and profiles. No key.

Everything else of the site is for those who log in, and is tried as a page.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from headwater.actors.domain.lazy import pattern
from headwater.actors.messages.web import Url
from headwater.actors.sources.source import Reading, Source

_POST = pattern(r"/(?:i/(?:web/)?|[A-Za-z0-9_]{1,20}/)?status(?:es)?/([0-9]{1,20})(?:/|$)")
_PERSON = pattern(r"/([A-Za-z0-9_]{1,15})/?")
_NO_PERSON = frozenset(
    [
        "home",
        "explore",
        "search",
        "i",
        "settings",
        "hashtag",
        "login",
        "logout",
        "signup",
        "tos",
        "privacy",
        "about",
        "intent",
        "share",
        "notifications",
        "messages",
        "compose",
        "jobs",
        "download",
        "account",
        "help",
    ]
)


def begin(url: Url) -> Reading | None:
    """The reading of a post or a profile."""
    from headwater.actors.sources.twitter import posts

    path = urlsplit(url.href).path
    if post := _POST.search(path):
        return posts.read_post(post[1])
    person = _PERSON.fullmatch(path)
    if person and person[1].lower() not in _NO_PERSON:
        return posts.read_person(person[1])
    return None


SOURCE = Source(
    name="twitter",
    hosts=("x.com", "twitter.com", "fxtwitter.com", "vxtwitter.com", "fixupx.com", "fixvx.com"),
    begin=begin,
    bases={"fxtwitter": "https://api.fxtwitter.com"},
)
