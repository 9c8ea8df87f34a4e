"""The least that fetching a page can cost: one connection, one request, bytes read and dropped."""

from __future__ import annotations

import socket
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit


class Plain:
    """A connection to the site's server, which always says how long its answer is."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._address = (parts.hostname or "", parts.port or 80)
        self._request = f"GET {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n".encode()

    def __enter__(self) -> Self:
        self._socket = socket.create_connection(self._address)
        self._file = self._socket.makefile("rb")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()
        self._socket.close()

    def get(self) -> None:
        """One page."""
        self._socket.sendall(self._request)
        length = 0
        while (line := self._file.readline()).strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        assert len(self._file.read(length)) == length > 0
