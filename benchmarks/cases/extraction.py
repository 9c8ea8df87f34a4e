"""Extraction alone: speed against others, quality where there is ground truth, and both cores."""

from __future__ import annotations

import base64
import gzip
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from msgspec import Struct

from headwater import to_markdown
from headwater.benchmarks import at_hand, peers
from headwater.benchmarks.case import Case, Chart, Measured, Plan, Series
from headwater.benchmarks.peers.peer import Peer, last_line
from headwater.benchmarks.scoring import f1
from headwater.benchmarks.site import page, text_of

ADAPTERS = Path(__file__).parents[1] / "peers" / "scripts"
EVALUATING = 150.0  # seconds for one extractor over the corpus
EASY = 0.95  # F1, the least on pages without anything difficult
SIZES = (5_000, 20_000, 80_000, 320_000, 1_280_000)


Pages = list[tuple[bytes, str]]


def own_pages(plan: Plan) -> Pages:
    """Pages of the site."""
    numbers = range(plan.times(200, 40))
    return [(page(60_000, number), f"https://a.example/{number}") for number in numbers]


def real_pages(plan: Plan) -> Pages:
    """Pages of the corpus, evenly chosen."""
    files = sorted(Path(plan.corpus).rglob("*.html.gz"))
    chosen = files[:: max(len(files) // plan.times(300, 40), 1)]
    return [(gzip.decompress(file.read_bytes()), "https://a.example/") for file in chosen]


def speed(plan: Plan, pages_of: Callable[[Plan], Pages]) -> Measured:
    """Pages per second of one thread; the others run over the same pages."""
    pages = pages_of(plan)
    ours = _ours(pages)
    with _written(pages) as file:
        others = peers.beside(plan, peers.EXTRACTORS, lambda peer: _theirs(peer, file).speed)
    return Measured(
        ours.speed,
        at_hand.parsing(pages),
        "parsing alone",
        unit="pages/s",
        higher=True,
        peers={**at_hand.extracting(pages), **others.found},
        left_out=others.left_out,
    )


class Extracted(Struct, frozen=True):
    """What an extractor made of all pages."""

    texts: list[str]
    speed: float  # pages per second of processor time


def _ours(pages: Pages) -> Extracted:
    begun = time.process_time()
    texts = [to_markdown(html, url) for html, url in pages]
    spent = time.process_time() - begun
    assert _has_text(texts), "extracts nothing"
    return Extracted(texts, len(pages) / spent)


def _theirs(peer: Peer, file: str) -> Extracted:
    found = json.loads(peer.script("extract.py", peer.name, file))
    assert _has_text(found["texts"]), "extracts nothing"
    return Extracted(found["texts"], len(found["texts"]) / found["seconds"])


def _has_text(texts: list[str]) -> bool:
    """Real pages include a few that hold nothing without their scripts."""
    return sum(map(bool, texts)) >= 0.95 * len(texts)


@contextmanager
def _written(pages: Pages) -> Iterator[str]:
    """A file of them, for those who run by themselves."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        for html, url in pages:
            row = {"html": base64.b64encode(html).decode(), "url": url}
            file.write(json.dumps(row) + "\n")
        file.flush()
        yield file.name


def cores(plan: Plan) -> Measured:
    """Two threads against one: extraction must not hold the interpreter's lock."""
    pages = [html for html, _ in own_pages(plan)]
    took: dict[int, float] = {}
    for threads in (1, 2, 1, 2, 1, 2):
        with ThreadPoolExecutor(threads) as pool:
            begun = time.perf_counter()
            texts = list(pool.map(to_markdown, pages))
            took[threads] = min(took.get(threads, 1e9), time.perf_counter() - begun)
        assert _has_text(texts)
    return Measured(took[2] / len(pages), took[1] / len(pages), "one thread")


def growth(plan: Plan) -> Measured:
    """Time by page size; the ratio is that of the largest a byte to that of a small one a byte."""
    points = []
    for size in SIZES[: 4 if plan.quick else 5]:
        html = [page(size, number) for number in range(5)]
        begun = time.process_time()
        for _ in range(3):
            assert all(to_markdown(one) for one in html)
        points.append((size / 1e3, (time.process_time() - begun) / 15 * 1e3))
    chart = Chart(
        "Extraction by page size",
        "KB",
        "ms",
        (Series("headwater", tuple(points)),),
        log="xy",
        better="lower",
    )
    per_byte = [milliseconds / size for size, milliseconds in points]
    return Measured(per_byte[-1] / 1e6, per_byte[1] / 1e6, "a byte of 20 KB", charts=(chart,))


def quality(plan: Plan) -> Measured:
    """F1 beside speed, for every extractor: over the corpus, or over pages that we wrote."""
    score = _over_corpus if plan.corpus else _over_own_pages
    with score(plan) as (ours, measure):
        others = peers.beside(plan, peers.EXTRACTORS, measure)
    every = {"headwater": ours, **others.found}
    series = tuple(Series(name, ((one.speed, one.f1),)) for name, one in every.items())
    chart = Chart(
        "Quality against speed",
        "pages/s",
        "F1",
        series,
        kind="scatter",
        log="x",
        better="upper right",
    )
    return Measured(
        ours.f1,
        unit="F1",
        higher=True,
        peers={name: one.f1 for name, one in others.found.items()},
        left_out=others.left_out,
        charts=(chart,),
        note="" if plan.corpus else "generated pages, which are easy",
    )


class Score(Struct, frozen=True):
    """How right, and how fast."""

    f1: float
    speed: float  # pages per second


Scores = tuple[Score, Callable[[Peer], Score]]  # ours, and how a peer's is found


@contextmanager
def _over_own_pages(plan: Plan) -> Iterator[Scores]:
    pages = own_pages(plan)
    truth = [text_of(60_000, number) for number in range(len(pages))]

    def score(found: Extracted) -> Score:
        values = [f1(text, true) for text, true in zip(found.texts, truth, strict=True)]
        return Score(statistics.mean(values), found.speed)

    ours = score(_ours(pages))
    assert ours.f1 > EASY, f"F1 {ours.f1:.3f} of pages that are easy"
    with _written(pages) as file:
        yield ours, lambda peer: score(_theirs(peer, file))


@contextmanager
def _over_corpus(plan: Plan) -> Iterator[Scores]:
    yield (
        _evaluate(plan, "headwater:to_markdown", sys.executable),
        lambda peer: _evaluate(plan, f"adapters:{_name(peer)}", str(peer.python)),
    )


def _name(peer: Peer) -> str:
    return peer.name.replace("-", "_")


def _evaluate(plan: Plan, spec: str, python: str) -> Score:
    """By the corpus's own program."""
    program = Path(plan.corpus) / "evaluate.py"
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        command = [python, str(program), "--extractor", spec, "--json", file.name]
        command += ["--dataset", "wcxb", "--path", str(ADAPTERS)]
        command += ["--limit", "100"] if plan.quick else []
        done = subprocess.run(command, check=False, capture_output=True, timeout=EVALUATING)
        assert done.returncode == 0, last_line(done.stderr)
        rows = json.loads(Path(file.name).read_bytes())[spec]["rows"]
    return Score(
        statistics.mean(row["f1"] for row in rows), len(rows) / sum(row["secs"] for row in rows)
    )


def cases(plan: Plan) -> list[Case]:
    """Speed, cores, growth; quality where there is a corpus."""
    found = [
        Case("extract/speed", "generated pages into Markdown", partial(speed, plan, own_pages)),
        Case("extract/growth", "time by page size, a byte", partial(growth, plan)),
    ]
    if len(os.sched_getaffinity(0)) > 1:
        found.append(Case("extract/cores", "a page with two threads", partial(cores, plan)))
    if plan.corpus:
        words = "real pages into Markdown"
        found.insert(1, Case("extract/real", words, partial(speed, plan, real_pages)))
    over = "real pages" if plan.corpus else "generated pages"
    found.append(Case("extract/quality", f"share of words right, {over}", partial(quality, plan)))
    return found
