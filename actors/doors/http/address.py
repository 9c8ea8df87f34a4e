"""Where the door may stand: on this machine's own loopback, and nowhere else for now."""

from __future__ import annotations

import re
import socket

from msgspec import Struct

from headwater.kernel.environment import BadSetting

ACCEPTED = "127.0.0.1:PORT, localhost:PORT or [::1]:PORT; port 0 chooses a free one"

_SHAPE = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[^:\[\]]+):(?P<port>[0-9]{1,5})", re.ASCII)
_HOSTS = {"127.0.0.1": "127.0.0.1", "localhost": "127.0.0.1", "[::1]": "::1"}


class Address(Struct, frozen=True):
    """A loopback address to listen on."""

    host: str
    port: int

    @property
    def url(self) -> str:
        """What a client is told."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}/mcp"


def parse(text: str) -> Address:
    """The address, or BadSetting with what is accepted."""
    found = _SHAPE.fullmatch(text.strip())
    if found is None or int(found["port"]) > 65535:
        raise BadSetting(f"--http: {text!r} is not an address with a port; use {ACCEPTED}")
    host = _HOSTS.get(found["host"].lower())
    if host is None:
        raise BadSetting(
            f"--http: {found['host']} is not loopback, and only loopback is offered for now, "
            f"because there is no sign-in yet; use {ACCEPTED}"
        )
    return Address(host, int(found["port"]))


def listen(address: Address) -> tuple[socket.socket, Address]:
    """A listening socket and the address it has, its port chosen if it was 0."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    try:
        listener = socket.create_server((address.host, address.port), family=family)
    except OSError as error:
        raise BadSetting(f"--http: cannot listen at {address.url}: {error.strerror}") from None
    return listener, Address(address.host, listener.getsockname()[1])
