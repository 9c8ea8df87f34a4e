"""Other programs, measured in the same run. Each lives in an environment of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

SCRIPTS = Path(__file__).parent / "scripts"


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
    def python(self) -> Path:
        """Its interpreter; installs it the first time."""
        python = self.folder / "bin" / "python"
        if not (self.folder / "ready").exists():
            venv.create(self.folder, with_pip=True, clear=True)
            pinned = [f"{self.name}=={self.version}", *self.also]
            install = [str(python), "-m", "pip", "install", "--quiet", *pinned]
            subprocess.run(install, check=True, stdout=sys.stderr)
            (self.folder / "ready").touch()
        return python

    def script(self, name: str, *arguments: str) -> bytes:
        """What a script of ours prints when that interpreter runs it."""
        command = [str(self.python), str(SCRIPTS / name), *arguments]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


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


def _cache() -> Path:
    """Where environments are kept from one run to the next."""
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(home) / "headwater" / "peers"


RESEARCHER = ServerPeer("web-researcher-mcp", "1.50.4", scrape="scrape_page")
FETCH = ServerPeer(
    "mcp-server-fetch",
    "2026.10.24",
    scrape="fetch",
    flags=("--allow-private-ips", "--ignore-robots-txt"),
    arguments=lambda url: {"url": url, "max_length": 900_000},
)
SERVERS = (RESEARCHER, FETCH)
TRAFILATURA = Peer("trafilatura", "2.3.1", also=("lxml_html_clean",))
RS_TRAFILATURA = Peer("rs-trafilatura", "0.1.1")
RESILIPARSE = Peer("resiliparse", "1.1.0")
PLAYWRIGHT = Peer("playwright", "1.65.2")
EXTRACTORS = (TRAFILATURA, RS_TRAFILATURA, RESILIPARSE)
MARKITDOWN = Peer("markitdown", "0.1.8", also=("markitdown[pdf,docx,pptx,xlsx]==0.1.8",))
PYPDF = Peer("pypdf", "7.1.0", also=("cryptography",))
PDFMINER = Peer("pdfminer.six", "20260107")
PYTHON_DOCX = Peer("python-docx", "1.2.0")
DOCUMENTS = (MARKITDOWN, PYPDF, PDFMINER, PYTHON_DOCX)
