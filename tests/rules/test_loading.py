"""What a first call may load. An import that comes back makes every first call slower, silently."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from support.replay import Recorded, replaying
from support.server import Server, serving

# The server's last act tells which modules it loaded; one that waits for its use is not loaded.
TELLING = """
import os, sys
leave = os._exit
def tell(code):
    names = [name for name, module in sys.modules.items() if type(module).__name__ != "Waiting"]
    sys.stderr.write("loaded " + " ".join(names) + "\\n")
    sys.stderr.flush()
    leave(code)
os._exit = tell
from headwater.actors.main import main
sys.exit(main())
"""
PAGE = b"""<!doctype html><html lang=en><title>The weir</title>
<meta name=author content='A. Writer'>
<meta property='article:published_time' content='2024-03-05T10:00:00Z'><nav><a href=/>Home</a></nav>
<article><h1>The weir</h1>%b</article></html>""" % (b"<p>A river falls to the sea.</p>" * 90)

# Other people's.
NEVER = {
    "asyncio",
    "anyio",
    "mcp",
    "pydantic",
    "httpx",
    "httpx2",
    "httpcore2",
    "h2",
    "pymupdf",
    "lxml",
}
NEVER |= {"playwright", "http", "email", "ctypes", "difflib", "_ssl", "subprocess", "tempfile"}
NEVER |= {"shutil", "html.entities", "typing_extensions", "idna", "msgspec.inspect", "truststore"}
NEVER |= {"trio._dtls", "trio._ssl", "trio._subprocess", "trio._path", "trio._unix_pipes"}
# Ours, and what only a fetch needs.
NO_FETCH = {"_hashlib", "hashlib", "secrets", "hmac", "base64", "lmdb", "cryptography"}


@contextmanager
def telling(home: Path) -> Iterator[Server]:
    environment = {"HEADWATER_HOME": str(home), "ALLOW_PRIVATE_IPS": "true"}
    with serving([sys.executable, "-c", TELLING, "serve"], environment) as server:
        server.shake_hands()
        yield server


def loaded(server: Server) -> set[str]:
    """End it, and hear what it loaded."""
    assert server.end() == 0
    lines = server.log.read().decode().splitlines()
    return set(next(line for line in lines if line.startswith("loaded ")).split()[1:])


def test_a_call_that_fetches_nothing_loads_little(tmp_path: Path) -> None:
    sources = [
        {"title": "Weirs", "url": "https://a.test/1", "author": "Doe, J.", "date": "2024-01-01"}
    ]
    with telling(tmp_path) as server:
        answer = server.request(
            "tools/call", name="format_bibliography", arguments={"sources": sources}
        )
        assert "Weirs" in json.dumps(answer["result"])
        modules = loaded(server)
    assert modules & (NEVER | NO_FETCH) == set()


def test_reading_a_page_loads_nothing_out_of_the_ordinary(tmp_path: Path) -> None:
    pages = {"/weir": Recorded(PAGE, media="text/html; charset=utf-8")}
    with replaying(pages) as site, telling(tmp_path) as server:
        arguments = {"url": site.root + "/weir"}
        answer = server.request("tools/call", name="scrape_page", arguments=arguments)
        assert "A river falls" in json.dumps(answer["result"])
        modules = loaded(server)
    assert modules & NEVER == set()
