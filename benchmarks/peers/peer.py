"""A program that is measured beside us, in an environment of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Callable
from functools import cache
from pathlib import Path

from msgspec import Struct

SCRIPTS = Path(__file__).parent / "scripts"
INSTALLING = 300.0  # seconds; one is compiled where there is no wheel for this Python
RUNNING = 120.0  # seconds for one script


class LeftOut(Exception):
    """A peer that does not take part, and why."""


class Peer(Struct, frozen=True):
    """A package, and the version that is compared."""

    name: str
    version: str
    also: tuple[str, ...] = ()  # packages that it needs to be run our way

    @property
    def folder(self) -> Path:
        """Its environment."""
        return _cache() / f"{self.name}-{self.version}"

    @property
    def is_there(self) -> bool:
        """Whether it is installed."""
        return (self.folder / "ready").exists()

    @property
    def python(self) -> Path:
        """Its interpreter; installs it the first time."""
        refused = _install(self)
        if refused:
            raise LeftOut(f"cannot be installed: {refused}")
        return _python_in(self.folder)

    def script(self, name: str, *arguments: str) -> bytes:
        """What a script of ours prints when that interpreter runs it."""
        command = [str(self.python), str(SCRIPTS / name), *arguments]
        done = subprocess.run(
            command, capture_output=True, check=False, timeout=RUNNING, env=_environment()
        )
        if done.returncode:
            raise LeftOut(f"fails: {last_line(done.stderr)}")
        return done.stdout


class ServerPeer(Peer, frozen=True):
    """A peer that is an MCP server, and how it is asked for a page."""

    scrape: str = ""
    flags: tuple[str, ...] = ()  # so that it reads the site, which is on loopback
    arguments: Callable[[str], dict[str, object]] = lambda url: {"url": url}

    def command(self) -> list[str]:
        """How it is started; a program inside the wheel is started without the Python around it."""
        environment = self.python.parents[1]
        package = self.name.replace("-", "_")
        bundled = sorted(environment.glob(f"lib/python*/site-packages/{package}/bin/*"))
        if not bundled:
            return [str(environment / "bin" / self.name), *self.flags]
        bundled[0].chmod(0o755)  # which its own launcher would do first
        return [str(bundled[0])]


@cache
def _install(peer: Peer) -> str:
    """Why it cannot be had, or nothing; asked for once in a run."""
    if peer.is_there:
        return ""
    print(f"installing {peer.name} {peer.version}", file=sys.stderr)
    pinned = [f"{peer.name}=={peer.version}", *peer.also]
    pip = [str(_python_in(peer.folder)), "-m", "pip", "install", "--quiet"]
    try:
        venv.create(peer.folder, with_pip=True, clear=True)
        subprocess.run(
            [*pip, *pinned], check=True, capture_output=True, timeout=INSTALLING, env=_environment()
        )
    except subprocess.CalledProcessError as problem:
        return last_line(problem.stderr) or f"pip ended with {problem.returncode}"
    except (OSError, subprocess.TimeoutExpired) as problem:
        return str(problem)
    (peer.folder / "ready").touch()
    return ""


def last_line(output: bytes | None) -> str:
    """What a program said last, which is usually what is wrong."""
    lines = (output or b"").decode(errors="replace").strip().splitlines()
    return lines[-1].strip()[:200] if lines else ""


def _python_in(environment: Path) -> Path:
    return environment / "bin" / "python"


def _environment() -> dict[str, str]:
    """Ours, without the path of our own modules: a peer has its own versions of them."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def _cache() -> Path:
    """Where environments are kept from one run to the next."""
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(home) / "headwater" / "peers"
