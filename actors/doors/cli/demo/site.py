"""Serves the demonstration's pages on loopback, from a thread."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from msgspec import Struct

from headwater.actors.doors.cli.demo.pages import PAGES, Page, html


class Site(Struct, frozen=True):
    """A site that is up."""

    origin: str

    def url(self, page: Page) -> str:
        """The address of a page."""
        return self.origin + page.path


@contextmanager
def serving() -> Iterator[Site]:
    """The site, on a port that was free, until the block ends."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield Site(f"http://127.0.0.1:{server.server_port}")
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    """Answers GET and HEAD for the pages, and 404 for everything else."""

    protocol_version = "HTTP/1.1"
    server_version = "upstream"
    sys_version = ""
    timeout = 10  # seconds a connection may idle

    def do_GET(self) -> None:
        """A page with its body."""
        self.wfile.write(self._start())

    def do_HEAD(self) -> None:
        """A page without its body."""
        self._start()

    def log_message(self, *_: object) -> None:
        """The demonstration shows what matters itself."""

    def _start(self) -> bytes:
        """Send status and headers; the body is returned."""
        page = _BY_PATH.get(self.path.partition("?")[0])
        body = (html(page) if page else "There is no such page.\n").encode()
        self.send_response(200 if page else 404)
        kind = "text/html" if page else "text/plain"
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return body


_BY_PATH = {page.path: page for page in PAGES}
