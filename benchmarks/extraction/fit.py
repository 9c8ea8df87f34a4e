"""
Fits the model that tells content from the rest, and shows that it is not fitted to its pages.

    fit.py CORPUS                 cross-validation by domain, then a fit on all pages
    fit.py CORPUS --validate      cross-validation only
    fit.py CORPUS --only-fit      the fit only

Needs lightgbm and numpy, and the native module on the path. The model goes to
native/core/model/blocks.bin; the layout is told in native/core/src/content/model.rs.
"""

import argparse
import gzip
import json
import struct
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
from labels import label

from headwater import _native

MODEL = Path(__file__).parents[2] / "native/core/model/blocks.bin"
FOLDS = 5
MEASURES = ("f1", "prec", "rec", "shingle", "keep", "noise", "head", "list", "code", "table")
DEPTH = 5
ROUNDS = 140
# Models whose opinions are averaged, each fitted on other rows: one alone is half a point of luck.
MEMBERS = 2
# Rows taken of each page for a member; more of a page's menu teaches nothing new.
MOST_ROWS = 110
# Every page weighs the same, except that rare page types and reviewed truth weigh more.
BY_SET = {"wcxb": 1.0, "aeb": 1.0, "mozilla": 0.5, "defuddle": 0.1, "trafilatura": 1.0}
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
    "feature_fraction": 0.25,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "lambda_l2": 10,
    "max_bin": 63,
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
    known: np.ndarray
    html: bytes
    url: str
    truth: dict[str, Any]

    def weights(self) -> np.ndarray:
        """How much each block counts."""
        size = (self.sizes + 0.5) * self.known
        root = np.sqrt(size)  # half by words, half so that short blocks are learnt as well
        share = (size / size.sum() + root / root.sum()) / 2
        return 100 * BY_SET[self.source] * BY_TYPE.get(self.kind, 1.0) * share


def load(corpus: Path) -> list[Page]:
    """All pages of the sets."""
    pages = []
    for line in (corpus / "manifest.jsonl").read_text().splitlines():
        entry = json.loads(line)
        truth = json.loads((corpus / "truth" / f"{entry['id']}.json").read_text())
        if entry["dataset"] not in BY_SET:
            continue
        html = gzip.decompress((corpus / "pages" / f"{entry['id']}.html.gz").read_bytes())
        raw, width, texts, *_ = _native.evidence(html, entry["url"] or "")
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
        pages.append(
            Page(
                name=entry["id"],
                kind=entry["page_type"],
                source=entry["dataset"],
                domain=entry["domain"],
                rows=np.frombuffer(raw, np.float32).reshape(-1, width),
                share=share,
                sizes=sizes,
                known=known,
                html=html,
                url=entry["url"] or "",
                truth=truth,
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


def fit(pages: list[Page]) -> list[lightgbm.Booster]:
    """The members of a model, over the blocks of the pages that tell something about theirs."""
    return [_member([page for page in pages if page.known.any()], seed) for seed in range(MEMBERS)]


def _member(pages: list[Page], seed: int) -> lightgbm.Booster:
    random = np.random.RandomState(seed)
    taken = [_sample(page.weights(), random) for page in pages]
    data = lightgbm.Dataset(
        np.vstack([page.rows[rows] for page, (rows, _) in zip(pages, taken, strict=True)]),
        np.concatenate([page.share[rows] for page, (rows, _) in zip(pages, taken, strict=True)]),
        weight=np.concatenate([weights for _, weights in taken]),
        params=PARAMETERS,
    )
    return lightgbm.train({**PARAMETERS, "seed": seed}, data, ROUNDS)


def _sample(weights: np.ndarray, random: np.random.RandomState) -> tuple[np.ndarray, np.ndarray]:
    """Some rows of a page, heavy ones more likely, with weights that make up for the others."""
    count = len(weights)
    if count <= MOST_ROWS:
        return np.arange(count), weights
    chance = MOST_ROWS * (0.5 * weights / weights.sum() + 0.5 / count)
    for _ in range(10):  # what is surely taken leaves less for the others
        free = chance < 1
        room = (MOST_ROWS - (~free).sum()) / max(chance[free].sum(), 1e-9)
        chance[free] = np.minimum(1, chance[free] * room)
        chance[~free] = 1
    rows = np.flatnonzero(random.rand(count) < chance)
    return rows, (weights / chance)[rows]


def validate(pages: list[Page], corpus: Path) -> None:
    """Prints the corpus's own measure for pages of domains that the fit has not seen."""
    sys.path.insert(0, str(corpus))
    from evaluate import score_page, summarise

    domains = np.random.RandomState(7).permutation(sorted({page.domain for page in pages}))
    fold = {domain: number % FOLDS for number, domain in enumerate(domains)}
    rows = []
    for number in range(FOLDS):
        model = packed(fit([page for page in pages if fold[page.domain] != number]))
        unseen = [page for page in pages if fold[page.domain] == number]
        texts = _native.markdown_by(model, [(page.html, page.url) for page in unseen])
        for page, text in zip(unseen, texts, strict=True):
            row = score_page(page.truth, text, "markdown")
            rows.append({**row, "dataset": page.source, "type": page.kind})
    types = sorted({row["type"] for row in rows if row["dataset"] == "wcxb"})
    show = {source: [row for row in rows if row["dataset"] == source] for source in BY_SET}
    for kind in types:
        show[f"wcxb/{kind}"] = [row for row in show["wcxb"] if row["type"] == kind]
    for name, group in show.items():
        known = summarise(group)
        told = (f"{measure} {known[measure]:.3f}" for measure in MEASURES if measure in known)
        print(f"{name:<20} {len(group):>4}  {'  '.join(told)}")
    macro = np.mean([summarise(show[f"wcxb/{kind}"])["f1"] for kind in types])
    print(f"wcxb {summarise(show['wcxb'])['f1']:.3f}, macro {macro:.3f}")


def packed(members: list[lightgbm.Booster]) -> bytes:
    """The trees as complete ones of one depth, in the layout of native/core's model.rs."""
    dumps = [member.dump_model()["tree_info"] for member in members]
    trees = [tree["tree_structure"] for dump in dumps for tree in dump]
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
        leaves += [node["leaf_value"] / len(members) for node in level]
    head = struct.pack("<IIf", len(trees), DEPTH, 0.0)
    inner = struct.pack(f"<{len(features)}H{len(limits)}f", *features, *limits)
    return head + inner + struct.pack(f"<{len(leaves)}f", *leaves)


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--validate", action="store_true")
    parser.add_argument("--only-fit", action="store_true")
    chosen = parser.parse_args()
    pages = load(chosen.corpus)
    print(f"{len(pages)} pages, {sum(len(page.share) for page in pages)} blocks")
    if not chosen.only_fit:
        validate(pages, chosen.corpus)
    if not chosen.validate:
        MODEL.write_bytes(packed(fit(pages)))


if __name__ == "__main__":
    main()
