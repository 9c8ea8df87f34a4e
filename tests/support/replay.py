"""Recorded answers on loopback, for a server in another process."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from msgspec import Struct


class Recorded(Struct, frozen=True):
    """One answer."""

    body: bytes
    status: int = 200
    media: str = "application/json"


class Replay:
    """Answers a request with what is recorded for the longest beginning of its target."""

    def __init__(self, answers: dict[str, Recorded]) -> None:
        self.answers = answers
        self.seen: list[str] = []
        self.root = ""

    def find(self, target: str) -> Recorded:
        known = [start for start in self.answers if target.startswith(start)]
        return self.answers[max(known, key=len)] if known else Recorded(b"", 404)


class Listening(ThreadingHTTPServer):
    """One whose backlog holds what a crowd asks at once; five, and the rest tries again later."""

    request_queue_size = 128


@contextmanager
def replaying(answers: dict[str, Recorded]) -> Iterator[Replay]:
    """A replay while the block runs."""
    replay = Replay(answers)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self.rfile.read(int(self.headers.get("content-length", 0)))
            replay.seen.append(f"{self.command} {self.path}")
            found = replay.find(self.path)
            self.send_response(found.status)
            self.send_header("content-type", found.media)
            self.send_header("content-length", str(len(found.body)))
            self.end_headers()
            self.wfile.write(found.body)

        do_POST = do_GET  # noqa: N815 - its name there

        def log_message(self, *_: object) -> None:
            pass

    with Listening(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        replay.root = f"http://127.0.0.1:{server.server_address[1]}"
        try:
            yield replay
        finally:
            server.shutdown()
            thread.join()
