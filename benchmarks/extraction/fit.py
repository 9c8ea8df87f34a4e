"""
Fits the model that tells content from the rest, and shows that it is not fitted to its pages.

    fit.py CORPUS                 cross-validation by domain, then a fit on all pages
    fit.py CORPUS --validate      cross-validation only

Needs lightgbm and numpy, and the native module on the path. The model goes to
native/core/model/blocks.bin; the layout is told in native/core/src/content/model.rs.
"""

import argparse
import gzip
import json
import struct
from dataclasses import dataclass
from pathlib import Path

import lightgbm
import numpy as np
from labels import WORD, label

from headwater import _native

MODEL = Path(__file__).parents[2] / "native/core/model/blocks.bin"
FOLDS = 5
DEPTH = 5
ROUNDS = 120
UNSURE, SOFTER = 0.85, 0.7  # as in native/core/src/content/choose.rs
SURE_KINDS = [-20, -18, -12]  # articles and threads, as places from the end of a row
# Every page weighs the same, except that rare page types and reviewed truth weigh more.
BY_SET = {"wcxb": 1.0, "aeb": 0.7, "mozilla": 0.5, "defuddle": 0.1, "trafilatura": 0.5}
BY_TYPE = {
    "service": 1.5,
    "forum": 1.6,
    "listing": 1.8,
    "documentation": 1.3,
    "collection": 1.9,
    "product": 1.9,
}
PARAMETERS = {
    "objective": "cross_entropy",
    "max_depth": DEPTH,
    "num_leaves": 28,
    "learning_rate": 0.1,
    "min_data_in_leaf": 100,
    "min_sum_hessian_in_leaf": 2.0,
    "feature_fraction": 0.3,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "lambda_l2": 10,
    "max_bin": 127,
    "seed": 1,
    "deterministic": True,
    "num_threads": 1,
    "verbose": -1,
}


@dataclass
class Page:
    """A page's evidence, and how much of each block is in the truth."""

    name: str
    kind: str
    source: str
    domain: str
    rows: np.ndarray
    share: np.ndarray
    sizes: np.ndarray
    words: np.ndarray
    wanted: int
    known: np.ndarray
    keep: list[list[int]]
    drop: list[list[int]]

    def weights(self) -> np.ndarray:
        """How much each block counts."""
        size = (self.sizes + 0.5) * self.known
        root = np.sqrt(size)  # half by words, half so that short blocks are learnt as well
        share = (size / size.sum() + root / root.sum()) / 2
        return 100 * BY_SET[self.source] * BY_TYPE.get(self.kind, 1.0) * share

    def cut(self, opinions: np.ndarray) -> np.ndarray:
        """The blocks of the cut that the opinions promise most of, as choose.rs has it."""
        limit, promise = self._best(opinions)
        if promise < UNSURE and not self.rows[0, SURE_KINDS].any():
            opinions = 1 / (1 + np.exp(-SOFTER * np.log(opinions / (1 - opinions))))
            limit, _ = self._best(opinions)
        return opinions >= limit

    def _best(self, opinions: np.ndarray) -> tuple[float, float]:
        order = np.argsort(-opinions, kind="stable")
        hit, kept = np.cumsum((opinions * self.words)[order]), np.cumsum(self.words[order])
        total = (opinions * self.words).sum()
        promises = 2 * hit / np.maximum(kept + total, 1e-6)
        best = int(np.argmax(promises))
        return opinions[order[best]], promises[best]

    def score(self, opinions: np.ndarray) -> float:
        """F1 of the cut."""
        keep = self.cut(opinions)
        right = (self.share * self.sizes)[keep].sum()
        return float(2 * right / (self.sizes[keep].sum() + self.wanted)) if right else 0.0


def load(corpus: Path) -> list[Page]:
    """All pages with a text as truth."""
    pages = []
    for line in (corpus / "manifest.jsonl").read_text().splitlines():
        entry = json.loads(line)
        truth = json.loads((corpus / "truth" / f"{entry['id']}.json").read_text())
        if entry["dataset"] not in BY_SET:
            continue
        html = gzip.decompress((corpus / "pages" / f"{entry['id']}.html.gz").read_bytes())
        raw, width, texts, words, _ = _native.evidence(html, entry["url"] or "")
        if not texts:
            continue
        text = truth.get("text", "")
        plain = [" ".join(text.lower().split()) for text in texts]
        keep = [_places(plain, snippet) for snippet in truth.get("with", ())]
        drop = [_places(plain, snippet) for snippet in truth.get("without", ())]
        share, sizes = label(texts, text)
        known = np.ones(len(texts), np.float32)
        if not text:  # only snippets tell, and only about the blocks they are in
            known[:] = 0
            for places, value in ((keep, 1.0), (drop, 0.0)):
                for place in (place for found in places for place in found):
                    share[place], known[place] = value, 1.0
        if not known.any():
            continue
        pages.append(
            Page(
                name=entry["id"],
                kind=entry["page_type"],
                source=entry["dataset"],
                domain=entry["domain"],
                rows=np.frombuffer(raw, np.float32).reshape(-1, width),
                share=share,
                sizes=sizes,
                words=np.array(words, np.float32),
                wanted=len(WORD.findall(text)),
                known=known,
                keep=keep,
                drop=drop,
            )
        )
    return pages


def _places(texts: list[str], snippet: str) -> list[int]:
    """The blocks that hold a snippet; where it spans several, the long ones that it holds."""
    snippet = " ".join(snippet.lower().split())
    whole = [place for place, text in enumerate(texts) if snippet in text]
    return whole or [
        place for place, text in enumerate(texts) if len(text) > 15 and text in snippet
    ]


def fit(pages: list[Page]) -> lightgbm.Booster:
    """Trees over all blocks of the pages."""
    data = lightgbm.Dataset(
        np.vstack([page.rows for page in pages]),
        np.concatenate([page.share for page in pages]),
        weight=np.concatenate([page.weights() for page in pages]),
        params=PARAMETERS,
    )
    return lightgbm.train(PARAMETERS, data, ROUNDS)


def validate(pages: list[Page]) -> None:
    """Prints the score on pages of domains that the fit has not seen."""
    domains = np.random.RandomState(7).permutation(sorted({page.domain for page in pages}))
    fold = {domain: number % FOLDS for number, domain in enumerate(domains)}
    scores: dict[tuple[str, str], list[float]] = {}
    for number in range(FOLDS):
        model = fit([page for page in pages if fold[page.domain] != number])
        for page in pages:
            if fold[page.domain] != number:
                continue
            opinions = model.predict(page.rows)
            if page.wanted:
                scores.setdefault((page.source, page.kind), []).append(page.score(opinions))
            else:
                cut = page.cut(opinions)
                for found, places in (("keep", page.keep), ("noise", page.drop)):
                    hits = [any(cut[place] for place in near) for near in places if near]
                    if hits:
                        scores.setdefault((page.source, found), []).append(float(np.mean(hits)))
    for (source, kind), values in sorted(scores.items()):
        print(f"{source:<11} {kind:<14} {len(values):>4}  {np.mean(values):.3f}")
    own = [values for (source, _), values in scores.items() if source == "wcxb"]
    print(
        f"wcxb {np.mean(np.concatenate(own)):.3f}, macro {np.mean([np.mean(v) for v in own]):.3f}"
    )


def write(model: lightgbm.Booster, path: Path) -> None:
    """Saves the trees as complete ones of one depth."""
    trees = [tree["tree_structure"] for tree in model.dump_model()["tree_info"]]
    features: list[int] = []
    limits: list[float] = []
    leaves: list[float] = []

    for tree in trees:
        level = [tree]
        for _ in range(DEPTH):
            below = []
            for node in level:
                if "split_feature" in node:
                    features.append(node["split_feature"])
                    limits.append(node["threshold"])
                    below += [node["left_child"], node["right_child"]]
                else:
                    features.append(0)
                    limits.append(3e38)
                    below += [node, node]
            level = below
        leaves += [node["leaf_value"] for node in level]
    with path.open("wb") as file:
        file.write(struct.pack("<IIf", len(trees), DEPTH, 0.0))
        file.write(struct.pack(f"<{len(features)}H", *features))
        file.write(struct.pack(f"<{len(limits)}f", *limits))
        file.write(struct.pack(f"<{len(leaves)}f", *leaves))


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--validate", action="store_true")
    chosen = parser.parse_args()
    pages = load(chosen.corpus)
    print(f"{len(pages)} pages, {sum(len(page.share) for page in pages)} blocks")
    validate(pages)
    if not chosen.validate:
        write(fit(pages), MODEL)


if __name__ == "__main__":
    main()
