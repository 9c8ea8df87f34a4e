"""Whose page an address is."""

from __future__ import annotations

from headwater import _native


def host_of(url: str) -> str:
    """The host with its port; nothing where the address cannot be read, which the pipe will say."""
    try:
        _, _, host, port, _, _ = _native.parse_url(url)
    except ValueError:
        return ""
    return f"{host}:{port}"
