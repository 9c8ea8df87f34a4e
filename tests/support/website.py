"""A small website on loopback in a thread of its own, for servers that are other processes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Answer = tuple[int, str, bytes]  # status, content type, body
Pages = Mapping[str, Answer] | Callable[[str], Answer]

ARTICLE = (
    "<title>How rivers rise</title><h1>How rivers rise</h1>"
    + "<p>The river rose in spring and fell in summer, as rivers of this kind always do.</p>" * 6
)
PAGES: Pages = {"/article": (200, "text/html; charset=utf-8", ARTICLE.encode())}
MISSING: Answer = (404, "text/html", b"<p>not here</p>")


@contextmanager
def website(pages: Pages = PAGES) -> Iterator[str]:
    """Its address; what it does not know is missing."""
    answer = pages if callable(pages) else lambda path: pages.get(path, MISSING)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, media, body = answer(self.path)
            self.send_response(status)
            self.send_header("Content-Type", media)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
