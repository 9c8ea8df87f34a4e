"""Extraction alone: speed against others, quality where there is ground truth, and both cores."""

from __future__ import annotations

import base64
import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from headwater import to_markdown
from headwater.benchmarks import peers
from headwater.benchmarks.case import Case, Chart, Measured, Plan, Series
from headwater.benchmarks.site import page

ADAPTERS = Path(__file__).parents[1] / "peers" / "scripts"
SIZES = (5_000, 20_000, 80_000, 320_000, 1_280_000)


def pages_of(plan: Plan) -> list[tuple[bytes, str]]:
    """Pages of the corpus, evenly chosen, or generated ones where there is none."""
    count = plan.times(300, 40)
    files = sorted(Path(plan.corpus).rglob("*.html.gz")) if plan.corpus else []
    if not files:
        return [(page(60_000, number), f"https://a.example/{number}") for number in range(count)]
    chosen = files[:: max(len(files) // count, 1)]
    return [(gzip.decompress(file.read_bytes()), "https://a.example/") for file in chosen]


def speed(plan: Plan) -> Measured:
    """Pages per second of one thread; the peers run over the same pages."""
    pages = pages_of(plan)
    begun = time.process_time()
    texts = [to_markdown(html, url) for html, url in pages]
    ours = len(pages) / (time.process_time() - begun)
    assert _has_text(texts)
    others = _others(pages) if plan.peers else {}
    floor = others.get("resiliparse")
    return Measured(
        ours, floor, "resiliparse" if floor else "", unit="pages/s", higher=True, peers=others
    )


def _has_text(texts: list[str]) -> bool:
    """Real pages include a few that hold nothing without their scripts."""
    return sum(map(bool, texts)) >= 0.95 * len(texts)


def _others(pages: list[tuple[bytes, str]]) -> dict[str, float]:
    found = {}
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        for html, url in pages:
            row = {"html": base64.b64encode(html).decode(), "url": url}
            file.write(json.dumps(row) + "\n")
        file.flush()
        for peer in peers.EXTRACTORS:
            try:
                result = json.loads(peer.script("extract.py", peer.name, file.name))
            except subprocess.CalledProcessError:
                continue  # some are built for a few Pythons only
            assert result["characters"]
            found[peer.name] = len(pages) / result["seconds"]
    return found


def cores(plan: Plan) -> Measured:
    """Two threads against one: extraction must not hold the interpreter's lock."""
    pages = [html for html, _ in pages_of(plan)]
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
        "extraction by page size", "KB", "ms", (Series("headwater", tuple(points)),), log="xy"
    )
    per_byte = [milliseconds / size for size, milliseconds in points]
    return Measured(per_byte[-1] / 1e6, per_byte[1] / 1e6, "a byte of 20 KB", charts=(chart,))


def quality(plan: Plan) -> Measured:
    """F1 over the corpus, beside speed, for every extractor."""
    specs = {"headwater": ("headwater:to_markdown", sys.executable)}
    if plan.peers:
        specs |= {
            peer.name: (f"adapters:{_name(peer)}", str(peer.python)) for peer in peers.EXTRACTORS
        }
    found = {}
    for name, (spec, python) in specs.items():
        scored = _evaluate(plan, spec, python)
        if scored is not None:
            found[name] = scored
    series = tuple(Series(name, ((speed, f1),)) for name, (f1, speed) in found.items())
    chart = Chart("quality against speed", "pages/s", "F1", series, kind="scatter", log="x")
    others = {name: f1 for name, (f1, _) in found.items() if name != "headwater"}
    best = max(others.values(), default=None)
    return Measured(
        found["headwater"][0],
        best,
        "the best peer" if best else "",
        unit="",
        higher=True,
        peers=others,
        charts=(chart,),
    )


def _name(peer: peers.Peer) -> str:
    return peer.name.replace("-", "_")


def _evaluate(plan: Plan, spec: str, python: str) -> tuple[float, float] | None:
    """F1 and pages per second, by the corpus's own program."""
    program = Path(plan.corpus) / "evaluate.py"
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        command = [python, str(program), "--extractor", spec, "--json", file.name]
        command += ["--dataset", "wcxb", "--path", str(ADAPTERS)]
        command += ["--limit", "100"] if plan.quick else []
        try:
            subprocess.run(
                command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            rows = json.loads(Path(file.name).read_bytes())[spec]["rows"]
        except (subprocess.CalledProcessError, json.JSONDecodeError, KeyError):
            return None
    f1 = sum(row["f1"] for row in rows) / len(rows)
    return f1, len(rows) / sum(row["secs"] for row in rows)


def cases(plan: Plan) -> list[Case]:
    """Speed, cores, growth; quality where there is a corpus."""
    found = [
        Case("extract/speed", "pages into Markdown, one thread", partial(speed, plan)),
        Case("extract/growth", "time by page size, a byte", partial(growth, plan)),
    ]
    if len(os.sched_getaffinity(0)) > 1:
        found.append(Case("extract/cores", "a page with two threads", partial(cores, plan)))
    if plan.corpus:
        found.append(Case("extract/quality", "F1 over the corpus", partial(quality, plan)))
    return found
