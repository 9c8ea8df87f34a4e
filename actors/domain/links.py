"""Addresses of pages: parsed, joined and normalised by WHATWG rules, or refused with a reason."""

from __future__ import annotations

from typing import Literal, cast

from headwater import _native
from headwater.actors.messages.faults import Refused
from headwater.actors.messages.web import Url

_PROBLEMS = {
    "invalid": "it is not a valid URL",
    "scheme": "only http and https are read",
    "credentials": "it carries a user name or password",
    "port": "its port belongs to another protocol",
    "length": "it is too long",
}


def parse(text: str) -> Url:
    """The address, or Refused."""
    try:
        return _url(_native.parse_url(text))
    except ValueError as problem:
        raise _refusal(problem, hop=0) from None


def join(base: Url, reference: str, *, hop: int = 0) -> Url:
    """The address that a redirect on `base` means, or Refused at that hop."""
    try:
        return _url(_native.join_url(base.href, reference))
    except ValueError as problem:
        raise _refusal(problem, hop) from None


def absolute(base: str, reference: str) -> str:
    """What a link on the page `base` leads to; nothing where that is no page."""
    try:
        return _native.join_url(base, reference)[0] if base else _native.parse_url(reference)[0]
    except ValueError:
        return ""


def normalise(url: Url) -> str:
    """One text for all addresses of one page; for cache keys, never for requests."""
    return _native.normalise_url(url.href)


def origin(url: Url) -> tuple[str, str, int]:
    """Who is asked. Credentials stay with their origin."""
    return url.scheme, url.host, url.port


def authority(url: Url) -> str:
    """The Host header."""
    host = f"[{url.host}]" if ":" in url.host else url.host
    usual = 443 if url.scheme == "https" else 80
    return host if url.port == usual else f"{host}:{url.port}"


def _url(parts: tuple[str, str, str, int, str, str]) -> Url:
    href, scheme, host, port, target, fragment = parts
    known = cast("Literal['http', 'https']", scheme)  # the parser refuses others
    return Url(href, known, host, port, target, fragment)


def _refusal(problem: ValueError, hop: int) -> Refused:
    """A text that is not Unicode (lone surrogates) fails on its way in, and is just as invalid."""
    word = "invalid" if isinstance(problem, UnicodeError) else str(problem)
    return Refused(_PROBLEMS[word], reason=word, hop=hop)
