"""Where the browser is: the one that the operator names, the machine's, or Playwright's."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from headwater.actors.messages.faults import BrowserUnavailable
from headwater.kernel.environment import expand

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
_BEHIND = {"/usr/bin/chromium": "/usr/lib/chromium/chromium"}  # Debian starts it with a script
_PLAYWRIGHT = {"chrome", "headless_shell", "chrome-headless-shell", "Chromium"}


def find(chosen: str, environ: Mapping[str, str]) -> str:
    """The program to start, or BrowserUnavailable."""
    if chosen:
        path = expand(chosen, environ)
        if is_program(path):
            return path
        raise BrowserUnavailable(f"CHROME_PATH: no program at {path}", reason="not_found")
    for path in installed(environ):
        return path
    raise BrowserUnavailable("no Chrome or Chromium is installed", reason="not_found")


def installed(environ: Mapping[str, str]) -> Iterator[str]:
    """On the PATH, where macOS keeps programs, then where Playwright keeps its own."""
    named = (shutil.which(name, path=environ.get("PATH")) for name in NAMES)
    for path in filter(None, named):
        behind = _BEHIND.get(path, path)
        yield behind if is_program(behind) else path
    yield from (path for path in PLACES if is_program(path))
    caches = "Library/Caches" if sys.platform == "darwin" else ".cache"
    usual = Path(environ.get("HOME") or Path.home(), caches, "ms-playwright")
    folder = Path(environ.get("PLAYWRIGHT_BROWSERS_PATH") or usual)
    for place in sorted(folder.glob("chromium*/chrome-*/**/*"), reverse=True):
        if place.name in _PLAYWRIGHT and is_program(str(place)):
            yield str(place)


def is_program(path: str) -> bool:
    """Whether it can be started."""
    return Path(path).is_file() and os.access(path, os.X_OK)
