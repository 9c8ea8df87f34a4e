"""A resource that clients can read, as a value."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Literal

from msgspec import Struct

from headwater.kernel.tool import Desk


class Content(Struct, frozen=True):
    """What a view gives when its media type depends on what is read."""

    body: str | bytes
    mime_type: str


class View(Struct, frozen=True):
    """
    Something to read under a URI. A URI with {name} in it is a template, and each name a variable.

    `choices` are the values a client may complete a variable with. `follows` says after what the
    content is another one, for clients that subscribe to it.
    """

    uri: str
    name: str
    about: str
    read: Callable[[Mapping[str, str], Desk], Awaitable[str | bytes | Content]]
    title: str = ""
    mime_type: str = "application/json"
    choices: Mapping[str, tuple[str, ...]] = {}
    follows: Literal["calls", "failures"] | None = None

    @property
    def is_template(self) -> bool:
        """Whether the URI has variables."""
        return "{" in self.uri

    def serves(self, uri: str) -> bool:
        """Whether the URI is this view's, or is its template."""
        return uri == self.uri or self.match(uri) is not None

    def match(self, uri: str) -> dict[str, str] | None:
        """The variables' values when this view serves the URI. A value never spans a slash."""
        literal = [re.escape(part) for part in re.split(r"\{\w+\}", self.uri)]
        names = re.findall(r"\{(\w+)\}", self.uri)
        found = re.fullmatch("([^/]+)".join(literal), uri)
        return dict(zip(names, found.groups(), strict=True)) if found else None
