"""The interpreter, the packages, the native module and the browser."""

from __future__ import annotations

import importlib
import os
import platform
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path

from headwater import __version__
from headwater.actors.doors.cli.checks.finding import Finding, Patient
from headwater.actors.settings import NO_BROWSER
from headwater.kernel.environment import expand

OLDEST = (3, 11)
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
_REINSTALL = "Install Headwater again, so that its dependencies come with it."


def versions(_: Patient) -> Finding:
    """Headwater and Python."""
    detail = f"headwater {__version__}, Python {platform.python_version()}"
    if sys.version_info < OLDEST:
        return Finding("version", "problem", detail, "Use Python 3.11 or later.")
    return Finding("version", "ok", detail)


def packages(_: Patient) -> Finding:
    """What Headwater stands on, by version."""
    found, missing = [], []
    for name in _dependencies():
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            missing.append(name)
    if missing:
        return Finding("packages", "problem", f"not installed: {', '.join(missing)}", _REINSTALL)
    return Finding("packages", "ok", ", ".join(found))


def native(_: Patient) -> Finding:
    """Whether the compiled half loads and works."""
    try:
        module = importlib.import_module("headwater._native")
        works = module.member(b'{"a":1}', "a") == b"1"
    except (ImportError, AttributeError) as error:
        detail = f"does not load: {error}"
        return Finding("native module", "problem", detail, "Install the wheel, or `make native`.")
    if not works:
        fix = "It is of another version; install the wheel again, or `make native`."
        return Finding("native module", "problem", "loads, but answers wrongly", fix)
    return Finding("native module", "ok", "loads")


def browser(patient: Patient) -> Finding:
    """What renders pages that are empty without one."""
    chosen = patient.settings.chrome_path if patient.settings else ""
    if chosen == NO_BROWSER:
        return Finding("browser", "note", "turned off by CHROME_PATH", "Unset it to turn it on.")
    if chosen:
        chosen = expand(chosen, patient.environ)
        if os.access(chosen, os.X_OK) and Path(chosen).is_file():
            return Finding("browser", "ok", f"{chosen} (CHROME_PATH)")
        fix = "Set CHROME_PATH to the browser's program, or unset it to have one looked for."
        return Finding("browser", "problem", f"CHROME_PATH: no program at {chosen}", fix)
    for path in _browsers(patient.environ):
        return Finding("browser", "ok", path)
    fix = "To read pages that need a browser, install chromium or set CHROME_PATH."
    return Finding("browser", "note", "none found; no tool of this build needs one yet", fix)


def _browsers(environ: Mapping[str, str]) -> Iterator[str]:
    """On the PATH, where macOS keeps programs, then where Playwright keeps its own."""
    named = (shutil.which(name, path=environ.get("PATH")) for name in NAMES)
    yield from (path for path in named if path)
    if os.access(MAC, os.X_OK):
        yield MAC
    caches = "Library/Caches" if sys.platform == "darwin" else ".cache"
    usual = Path(environ.get("HOME") or Path.home(), caches, "ms-playwright")
    folder = Path(environ.get("PLAYWRIGHT_BROWSERS_PATH") or usual)
    for path in sorted(folder.glob("chromium*/chrome-*/*"), reverse=True):
        if path.name in {"chrome", "headless_shell"} and os.access(path, os.X_OK):
            yield str(path)


def _dependencies() -> list[str]:
    try:
        required = metadata.requires("headwater") or []
    except metadata.PackageNotFoundError:  # run from the sources
        required = ["msgspec", "orjson", "trio"]
    own = [line for line in required if "extra ==" not in line]
    return [re.split(r"[^\w.-]", line, maxsplit=1)[0] for line in own]
