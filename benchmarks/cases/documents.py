"""Documents: how many of their words come out, and how fast, beside other programs."""

from __future__ import annotations

import atexit
import json
import shutil
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable
from functools import cache, partial
from pathlib import Path

from msgspec import Struct

from headwater.actors.domain.sniff import media_of
from headwater.actors.messages.faults import Unreadable
from headwater.actors.readers.reader import Given, packaged, reader_for
from headwater.benchmarks import paperwork, peers
from headwater.benchmarks.case import Case, Measured, Plan
from headwater.benchmarks.peers.peer import Peer
from headwater.benchmarks.scoring import expected_text, f1

FORMATS = ("pdf", "docx", "pptx", "xlsx", "epub", "odt", "ods")
PROMISED = {"pdf": 0.90}  # share of words, the least
USUAL = 0.95


class Sample(Struct, frozen=True):
    """A file, and what its source project expects of it, where that is known."""

    path: Path
    kind: str
    expected: str = ""


class Read(Struct, frozen=True):
    """What a program made of a file."""

    text: str
    seconds: float  # of processor time


def samples_of(plan: Plan) -> list[Sample]:
    """The documents beside the corpus, or some that we write ourselves."""
    if not plan.corpus:
        return _written(plan.times(8, 2))
    folder = Path(plan.corpus).parent / "fixtures" / "documents"
    index = folder / "INDEX.jsonl"
    rows = [json.loads(line) for line in index.read_text().splitlines()] if index.exists() else []
    found = []
    for row in rows:
        kind = row["file"].rpartition(".")[2]
        if "golden_for" in row or kind not in FORMATS:
            continue
        golden = row.get("expected_file")
        text = expected_text(folder / golden) if golden else ""
        found.append(Sample(folder / row["file"], kind, text))
    return [one for kind in FORMATS for one in _some(plan, found, kind)]


def _some(plan: Plan, samples: list[Sample], kind: str) -> list[Sample]:
    return [one for one in samples if one.kind == kind][: 6 if plan.quick else None]


@cache
def _written(count: int) -> list[Sample]:
    """Once in a run; they are gone when it ends."""
    folder = Path(tempfile.mkdtemp(prefix="headwater-bench-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return [Sample(path, path.suffix[1:], text) for path, text in paperwork.write(folder, count)]


def ours(samples: Iterable[Sample]) -> dict[Path, Read]:
    """What we make of them; files that cannot be read are left out."""
    found = {}
    for sample in samples:
        body = sample.path.read_bytes()
        reader = reader_for(packaged(), media_of(body))
        if reader is None or not reader.foreign:
            continue
        given = Given(body, media_of(body))
        try:
            reader.read(given)  # loads what is loaded once
            begun = time.process_time()
            document = reader.read(given)
        except Unreadable:
            continue
        found[sample.path] = Read(document.text, time.process_time() - begun)
    return found


def theirs(peer: Peer, samples: Iterable[Sample]) -> dict[Path, Read]:
    """What a peer makes of those that it reads."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(str(sample.path) for sample in samples))
        file.flush()
        lines = peer.script("documents.py", peer.name, file.name).decode().splitlines()
    rows = [json.loads(line) for line in lines]
    assert rows, "reads none of the files"
    return {Path(row["file"]): Read(row["text"], row["seconds"]) for row in rows}


def quality(plan: Plan) -> Measured:
    """The share of words that come out right, over the files whose text is known."""
    samples = [sample for sample in samples_of(plan) if sample.expected.strip()]
    scores = _scores(samples, ours(samples))
    means = {kind: sum(values) / len(values) for kind, values in scores.items()}
    for kind, mean in means.items():
        assert mean >= PROMISED.get(kind, USUAL), f"{kind}: {mean:.3f}"

    def measure(peer: Peer) -> float:
        read = theirs(peer, samples)
        return _mean(_scores([sample for sample in samples if sample.path in read], read))

    others = peers.beside(plan, [peers.MARKITDOWN], measure)  # the only one that reads all kinds
    return Measured(
        _mean(scores),
        unit="F1",
        higher=True,
        peers=others.found,
        left_out=others.left_out,
        note=", ".join(f"{kind} {mean:.3f} ({len(scores[kind])})" for kind, mean in means.items()),
    )


def speed(plan: Plan, kind: str, rivals: tuple[Peer, ...]) -> Measured:
    """Seconds a file, over the files that the program beside us reads too."""
    samples = [sample for sample in samples_of(plan) if sample.kind == kind]
    mine = ours(samples)
    assert mine
    per_file = sum(read.seconds for read in mine.values()) / len(mine)

    def measure(peer: Peer) -> float:
        read = theirs(peer, [sample for sample in samples if sample.path in mine])
        return sum(one.seconds for one in read.values()) / len(read)

    others = peers.beside(plan, rivals, measure)
    return Measured(
        per_file, peers=others.found, left_out=others.left_out, note=f"{len(mine)} files"
    )


def _scores(samples: list[Sample], read: dict[Path, Read]) -> dict[str, list[float]]:
    found: dict[str, list[float]] = defaultdict(list)
    for sample in samples:
        text = read[sample.path].text if sample.path in read else ""
        found[sample.kind].append(f1(text, sample.expected))
    return found


def _mean(scores: dict[str, list[float]]) -> float:
    values = [value for several in scores.values() for value in several]
    return sum(values) / max(1, len(values))


def cases(plan: Plan) -> list[Case]:
    """Quality over all of them, speed by kind."""
    kinds = {sample.kind for sample in samples_of(plan)}
    if not kinds:
        return []
    markitdown, pypdf, pdfminer, docx = peers.DOCUMENTS
    rivals = {
        "pdf": (pypdf, pdfminer, markitdown),
        "docx": (docx, markitdown),
        "pptx": (markitdown,),
        "xlsx": (markitdown,),
    }
    found = [Case("documents/quality", "share of words right", partial(quality, plan))]
    found += [
        Case(f"documents/{kind}", f"a {kind} file as Markdown", partial(speed, plan, kind, others))
        for kind, others in rivals.items()
        if kind in kinds
    ]
    return found
