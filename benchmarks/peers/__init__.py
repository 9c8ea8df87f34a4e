"""Other programs, measured in the same run."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from msgspec import Struct, field

from headwater.benchmarks.case import Plan
from headwater.benchmarks.peers.peer import LeftOut, Peer, ServerPeer

FAILURES = (LeftOut, AssertionError, OSError, subprocess.SubprocessError, ValueError, KeyError)

T = TypeVar("T")
P = TypeVar("P", bound=Peer)


class Beside(Struct, Generic[T]):
    """What peers did, and why some of them did nothing."""

    found: dict[str, T] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)


def beside(plan: Plan, peers: Iterable[P], measure: Callable[[P], T]) -> Beside[T]:
    """Measure each, where peers are wanted. One that fails is left out, and the others go on."""
    result: Beside[T] = Beside()
    for peer in peers if plan.peers else ():
        try:
            result.found[peer.name] = measure(peer)
        except FAILURES as problem:
            result.left_out[peer.name] = reason_of(problem)
    return result


def reason_of(problem: Exception) -> str:
    """One line about it."""
    if isinstance(problem, subprocess.TimeoutExpired):
        return f"took longer than {problem.timeout:.0f} s"
    text = " ".join(str(problem).split())[:240]
    return text if isinstance(problem, LeftOut) else f"{type(problem).__name__}: {text}"


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


def versions() -> dict[str, str]:
    """Of all that are there by now."""
    every = (*SERVERS, *EXTRACTORS, *DOCUMENTS, PLAYWRIGHT)
    return {peer.name: peer.version for peer in every if peer.is_there}
