"""Providers on loopback, in a thread: every address leads here, and what was asked is kept."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from support.replay import Listening
from support.server import Server, serving

FIXTURES = Path(__file__).parents[3] / "shared" / "fixtures"

Answer = tuple[int, str, bytes]  # status, content type, body


class Asked:
    """One request as it came."""

    def __init__(self, target: str, headers: Mapping[str, str], body: bytes) -> None:
        parts = urlsplit(target)
        self.path = parts.path
        self.params = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        self.lists = parse_qs(parts.query)
        self.headers = {name.lower(): value for name, value in headers.items()}
        self.body = body

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class StandIn:
    """Answers by path; `asked` are the requests in order."""

    def __init__(self) -> None:
        self.root = ""
        self.asked: list[Asked] = []
        self._answers: dict[str, list[Answer]] = {}

    def gives(
        self, path: str, *bodies: object, status: int = 200, media: str = "application/json"
    ) -> None:
        """Answer with one body after another; the last stays."""
        written = [
            body if isinstance(body, bytes) else json.dumps(body).encode() for body in bodies
        ]
        self._answers[path] = [(status, media, body) for body in written]

    def answer(self, asked: Asked) -> Answer:
        self.asked.append(asked)
        left = self._answers.get(asked.path, [(404, "text/html", b"<p>not here</p>")])
        return left.pop(0) if len(left) > 1 else left[0]


@contextmanager
def standing_in() -> Iterator[StandIn]:
    stand_in = StandIn()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            length = int(self.headers.get("content-length") or 0)
            body = self.rfile.read(length)
            status, media, answer = stand_in.answer(Asked(self.path, dict(self.headers), body))
            self.send_response(status)
            self.send_header("Content-Type", media)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        do_POST = do_GET  # noqa: N815 - the name that the server looks for

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    server = Listening(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    stand_in.root = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield stand_in
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Client:
    """Calls tools of a server, and takes their answers apart."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def call(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        """The structured answer."""
        result = self.result(name, **arguments)
        assert not result.get("isError"), result["content"]
        found: dict[str, Any] = result["structuredContent"]
        return found

    def fails(self, name: str, /, **arguments: Any) -> tuple[str, dict[str, Any]]:
        """The sentence and the details of an error."""
        result = self.result(name, **arguments)
        assert result.get("isError"), result
        sentence, _, details = result["content"][0]["text"].partition("\n\n")
        return sentence, json.loads(details)["error"]

    def result(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        answer = self.server.request("tools/call", name=name, arguments=arguments)
        found: dict[str, Any] = answer["result"]
        return found

    def tools(self) -> set[str]:
        listed = self.server.request("tools/list")["result"]["tools"]
        return {tool["name"] for tool in listed}


@contextmanager
def client_of(folder: Path, environment: Mapping[str, str]) -> Iterator[Client]:
    """A server of one's own, past its handshake."""
    settings = {"HEADWATER_HOME": str(folder), "ALLOW_PRIVATE_IPS": "true"}
    with serving(environment={**settings, **environment}) as server:
        server.shake_hands()
        yield Client(server)


def fixture(name: str) -> bytes:
    """A recorded answer; the test is skipped where the recordings are not."""
    path = FIXTURES / name
    if not FIXTURES.exists():
        pytest.skip("no recordings here")
    return path.read_bytes()
