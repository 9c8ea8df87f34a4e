"""Serves the demonstration's pages on loopback, from a thread."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from msgspec import Struct

from headwater.actors.doors.cli.demo.pages import LIVE, PAGES, SHELL, Page, html, search

BROKEN = "/broken-engine"  # fails whatever is asked
ENGINE = "/engine"  # searches the pages of the site, in the form of SearXNG


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
    """Answers GET and HEAD for the pages, and 404 for everything else; it can also search them."""

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
        status, kind, text = _answer(self.path, f"http://{self.headers.get('Host', '')}")
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return body


def _answer(target: str, origin: str) -> tuple[int, str, str]:
    path = target.partition("?")[0]
    if path.startswith(BROKEN):
        return 500, "application/json", "{}"
    if path == f"{ENGINE}/search":
        words = parse_qs(urlsplit(target).query).get("q", [""])[0]
        return 200, "application/json", search(words, origin)
    if path == LIVE:
        return 200, "text/html", SHELL
    page = _BY_PATH.get(path)
    if page is None:
        return 404, "text/plain", "There is no such page.\n"
    return 200, "text/html", html(page)


_BY_PATH = {page.path: page for page in PAGES}
