"""Names into addresses, once per connection."""

from __future__ import annotations

import socket
from typing import Protocol

import trio

from headwater.actors.domain import address
from headwater.actors.domain.address import Address
from headwater.actors.messages.faults import Unreachable


class Resolver(Protocol):
    """Gives a name's addresses, the one to try first coming first."""

    async def resolve(self, name: str) -> list[Address]:
        """At least one address, or Unreachable."""


class SystemResolver:
    """The machine's own resolver, in a thread that is left behind when nobody waits any more."""

    async def resolve(self, name: str) -> list[Address]:
        """Ask the system."""
        try:
            found = await trio.socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise Unreachable(f"Network error: no address for {name}", reason="name") from error
        addresses = [address.parse(str(entry[4][0])) for entry in found]
        if not addresses or None in addresses:
            raise Unreachable(f"Network error: no usable address for {name}", reason="name")
        return [known for known in dict.fromkeys(addresses) if known is not None]
