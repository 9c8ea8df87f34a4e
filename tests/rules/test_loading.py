"""What a first call may load. An import that comes back makes every first call slower, silently."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from support.replay import Recorded, replaying
from support.server import serving

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

# What neither loads.
NEVER = {
    *("asyncio", "anyio", "mcp", "pydantic", "httpx", "httpx2", "httpcore2", "h2", "pymupdf"),
    *("lxml", "playwright", "truststore", "idna", "msgspec.inspect"),
    *("trio._dtls", "trio._ssl", "trio._subprocess", "trio._path", "trio._unix_pipes"),
    *("calendar", "difflib", "email", "html.entities", "http", "json"),
    *("shutil", "ssl", "_ssl", "tempfile"),
}
# Ours, by how their names begin.
NEVER_OURS = (
    "headwater.actors.bulk",
    "headwater.actors.domain.claims",
    "headwater.actors.domain.gather",
    "headwater.actors.domain.session.events",
    "headwater.actors.doors.cli",
    "headwater.actors.providers.brave",
    "headwater.actors.readers.docx",
    "headwater.actors.readers.html.sites.github",
    "headwater.actors.readers.pdf",
    "headwater.actors.resources.browser.page",
    "headwater.actors.resources.lenses",
    "headwater.actors.sources.reddit",
    "headwater.actors.tools.search",
    "headwater.actors.tools.session",
)
NO_FETCH = {"_hashlib", "hashlib", "secrets", "hmac", "base64", "lmdb", "cryptography"}
# Modules in all, a few more than when they were counted.
MOST = 370
MOST_OF_A_PAGE = 425


def loaded_by(home: Path, name: str, arguments: dict[str, Any], expected: str) -> set[str]:
    """
    The modules that a fresh server has loaded when it has answered one call and ended.

    All is sent at once: a server whose client pauses uses the time to load more.
    """
    environment = {"HEADWATER_HOME": str(home), "ALLOW_PRIVATE_IPS": "true"}
    asked = [
        ("initialize", {"protocolVersion": "2025-11-25"}),
        ("tools/call", {"name": name, "arguments": arguments}),
    ]
    frames = [
        json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        for number, (method, params) in enumerate(asked)
    ]
    with serving([sys.executable, "-c", TELLING, "serve"], environment) as server:
        server.write("\n".join([*frames, ""]).encode())
        assert server.read()["id"] == 0
        assert expected in json.dumps(server.read()["result"])
        assert server.end() == 0
        lines = server.log.read().decode().splitlines()
    return set(next(line for line in lines if line.startswith("loaded ")).split()[1:])


def unwanted(modules: set[str]) -> list[str]:
    ours = [name for name in modules if name.startswith(NEVER_OURS)]
    return sorted([*ours, *(modules & NEVER)])


def test_a_call_that_fetches_nothing_loads_little(tmp_path: Path) -> None:
    source = {
        "title": "Weirs",
        "url": "https://a.test/1",
        "author": "Doe, J.",
        "date": "2024-01-01",
    }
    modules = loaded_by(tmp_path, "format_bibliography", {"sources": [source]}, "Weirs")
    assert unwanted(modules) == []
    assert sorted(modules & NO_FETCH) == []
    assert len(modules) <= MOST


def test_reading_a_page_loads_nothing_out_of_the_ordinary(tmp_path: Path) -> None:
    with replaying({"/weir": Recorded(PAGE, media="text/html; charset=utf-8")}) as site:
        arguments = {"url": site.root + "/weir"}
        modules = loaded_by(tmp_path, "scrape_page", arguments, "A river falls")
    assert unwanted(modules) == []
    assert len(modules) <= MOST_OF_A_PAGE
