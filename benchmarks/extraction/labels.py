"""
Which blocks of a page are in its ground truth.

The page's words and the truth's words are aligned as sequences; a block's label is the share of
its words that the alignment uses. A match counts more where its neighbours match too, so that a
"the" in a menu is not taken for the "the" of the article.
"""

import re
from collections.abc import Sequence

import numpy as np

WORD = re.compile(r"\w+")
LARGEST = 60_000_000  # cells of one alignment; larger pages are aligned by shingles


def label(texts: Sequence[str], truth: str) -> tuple[np.ndarray, np.ndarray]:
    """The share of each block's words found in the truth, and its number of words."""
    blocks = [WORD.findall(text.lower()) for text in texts]
    wanted = WORD.findall(truth.lower())
    sizes = np.array([len(words) for words in blocks], dtype=np.float32)
    page = [word for words in blocks for word in words]
    if not page or not wanted:
        return np.zeros(len(blocks), np.float32), sizes
    if len(page) * len(wanted) > LARGEST:
        hit = _by_shingles(page, wanted)
    else:
        hit = _aligned(page, wanted)
    owner = np.repeat(np.arange(len(blocks)), sizes.astype(int))
    found = np.bincount(owner, weights=hit, minlength=len(blocks))
    return (found / np.maximum(sizes, 1)).astype(np.float32), sizes


def _by_shingles(page: list[str], wanted: list[str]) -> np.ndarray:
    known = {tuple(wanted[at : at + 4]) for at in range(len(wanted) - 3)}
    hit = np.zeros(len(page), bool)
    for at in range(len(page) - 3):
        if tuple(page[at : at + 4]) in known:
            hit[at : at + 4] = True
    return hit


def _aligned(page: list[str], wanted: list[str]) -> np.ndarray:
    ids: dict[str, int] = {}
    a = np.array([ids.setdefault(word, len(ids)) for word in page])
    b = np.array([ids.setdefault(word, len(ids)) for word in wanted])
    n, m = len(a), len(b)
    left = np.r_[-1, a[:-1]]
    right = np.r_[a[1:], -1]
    b_left = np.r_[-2, b[:-1]]
    b_right = np.r_[b[1:], -2]
    best = np.zeros((n + 1, m + 1), np.float32)
    for i in range(n):
        same = b == a[i]
        gain = same * (1.0 + (b_left == left[i]) + (b_right == right[i])).astype(np.float32)
        row = best[i, :-1] + gain
        np.maximum(row, best[i, 1:], out=row)
        np.maximum.accumulate(row, out=best[i + 1, 1:])
    hit = np.zeros(n, bool)
    i, j = n, m
    while i > 0 and j > 0:
        here = best[i, j]
        if here == best[i, j - 1]:
            j -= 1
        elif here == best[i - 1, j]:
            i -= 1
        else:
            hit[i - 1] = True
            i -= 1
            j -= 1
    return hit
