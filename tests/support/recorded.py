"""A provider on loopback, in a thread: it answers with what it is given, and remembers requests."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit


class Recorded:
    """What is answered to whatever comes, and what came."""

    def __init__(self) -> None:
        self.url = ""
        self.status = 200
        self.headers = {"content-type": "application/json"}
        self.body = b"{}"
        self.requests: list[Came] = []

    def answer(self, body: bytes, status: int = 200, **headers: str) -> None:
        """From now on."""
        self.body = body
        self.status = status
        self.headers = {"content-type": "application/json"} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }

    @property
    def last(self) -> Came:
        """The newest request."""
        return self.requests[-1]


class Came:
    """One request."""

    def __init__(self, method: str, target: str, headers: dict[str, str], body: bytes) -> None:
        parts = urlsplit(target)
        self.method = method
        self.path = parts.path
        self.params = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        self.headers = headers
        self.body = body

    @property
    def form(self) -> dict[str, str]:
        """The fields of a form that was sent."""
        return {name: values[-1] for name, values in parse_qs(self.body.decode()).items()}


@contextmanager
def recorded() -> Iterator[Recorded]:
    """A provider while the block runs."""
    provider = Recorded()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # one segment per answer

        def do_GET(self) -> None:
            length = int(self.headers.get("content-length") or 0)
            headers = {name.lower(): value for name, value in self.headers.items()}
            body = self.rfile.read(length)
            provider.requests.append(Came(self.command, self.path, headers, body))
            self.send_response(provider.status)
            for name, value in provider.headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(provider.body)))
            self.end_headers()
            self.wfile.write(provider.body)

        do_POST = do_GET  # noqa: N815 - as above

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
