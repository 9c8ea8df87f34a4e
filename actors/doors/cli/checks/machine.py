"""The interpreter, the packages, the native module and the browser."""

from __future__ import annotations

import importlib
import platform
import re
import sys
from importlib import metadata

from headwater import __version__
from headwater.actors.doors.cli.checks.finding import Finding, Patient
from headwater.actors.messages.faults import BrowserUnavailable
from headwater.actors.resources.browser.find import find
from headwater.actors.settings import NO_BROWSER

OLDEST = (3, 11)
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
    try:
        path = find(chosen, patient.environ)
    except BrowserUnavailable as fault:
        if chosen:
            fix = "Set CHROME_PATH to the browser's program, or unset it to have one looked for."
            return Finding("browser", "problem", str(fault), fix)
        fix = "To read pages that need a browser, install chromium or set CHROME_PATH."
        return Finding("browser", "note", f"{fault}; pages made by scripts cannot be read", fix)
    return Finding("browser", "ok", f"{path} (CHROME_PATH)" if chosen else path)


def _dependencies() -> list[str]:
    try:
        required = metadata.requires("headwater") or []
    except metadata.PackageNotFoundError:  # run from the sources
        required = ["msgspec", "trio"]
    own = [line for line in required if "extra ==" not in line]
    return [re.split(r"[^\w.-]", line, maxsplit=1)[0] for line in own]
