"""However the server ends, its browser ends with it."""

from __future__ import annotations

import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from support.browser import browsers_of, need_browser
from support.server import Server, serving

from headwater.actors.resources.browser.process import PREFIX

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser"), pytest.mark.timeout(240)]

SHELL = b"<title>T</title><div id=root></div><script>fetch('/never')</script>"
KILLS = 20
SOON = 30.0  # seconds, on a machine that has much else to do


class _Never(BaseHTTPRequestHandler):
    """A shell, whose script waits for an answer that does not come."""

    over = threading.Event()

    def do_GET(self) -> None:
        if self.path == "/never":
            self.over.wait()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(SHELL)))
        self.end_headers()
        self.wfile.write(SHELL)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def shell() -> Iterator[str]:
    need_browser()
    _Never.over.clear()
    site = ThreadingHTTPServer(("127.0.0.1", 0), _Never)
    thread = threading.Thread(target=site.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield f"http://127.0.0.1:{site.server_address[1]}/"
    _Never.over.set()
    site.shutdown()
    thread.join()
    site.server_close()


def test_a_server_that_is_killed_takes_its_browser_along(shell: str, tmp_path: Path) -> None:
    left: list[str] = []
    for number in range(KILLS):
        with rendering(shell, tmp_path, at=(number % 4) * 0.15) as server:
            server.process.send_signal(signal.SIGKILL)
            server.process.wait()
            left += gone(server.process.pid)
    assert left == []


@pytest.mark.parametrize("end", [Server.terminate, Server.end])
def test_a_server_that_ends_takes_its_browser_along(
    shell: str, tmp_path: Path, end: Callable[[Server], int]
) -> None:
    with rendering(shell, tmp_path, at=0.5) as server:
        assert end(server) == 0
        assert browsers_of(server.process.pid) == []
        assert folders(server.process.pid) == []


def test_what_a_killed_server_left_on_disk_goes_with_the_next(shell: str, tmp_path: Path) -> None:
    with rendering(shell, tmp_path, at=0.5) as first:
        first.process.send_signal(signal.SIGKILL)
        first.process.wait()
        assert gone(first.process.pid) == []
    with rendering(shell, tmp_path, at=0.5):
        assert folders(first.process.pid) == []


class rendering:  # noqa: N801 - used as a function
    """A server that is at work on a page in its browser, some seconds after the browser began."""

    def __init__(self, url: str, home: Path, at: float) -> None:
        environment = {"ALLOW_PRIVATE_IPS": "true", "HEADWATER_HOME": str(home)}
        self._serving = serving(environment=environment)
        self._url = url
        self._at = at

    def __enter__(self) -> Server:
        server = self._serving.__enter__()
        server.shake_hands()
        server.post("tools/call", name="scrape_page", arguments={"url": self._url, "refresh": True})
        assert until(lambda: bool(browsers_of(server.process.pid)), 60.0)
        time.sleep(self._at)
        return server

    def __exit__(self, *details: object) -> None:
        self._serving.__exit__(None, None, None)


def gone(owner: int) -> list[str]:
    """What is still there of a server's browser although it had time to go."""
    until(lambda: not browsers_of(owner), SOON)
    return browsers_of(owner)


def until(true: Callable[[], bool], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.02)
    return False


def folders(owner: int) -> list[str]:
    return [str(path) for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}{owner}-*")]
