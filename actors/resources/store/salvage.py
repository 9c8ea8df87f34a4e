"""
Reads the records out of a data file whose pages LMDB must not be trusted with.

LMDB has no checksums and follows whatever a damaged page says, off the end of the file if need be.
This walks the same trees with every offset checked and skips what makes no sense. What it yields
still has to open under its seal, so a wrong guess here costs a record and never makes one up.
The format is that of LMDB 0.9 on 64 bits.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

_MAGIC = 0xBEEFC0DE
_PAGE = struct.Struct("=QHHHH")  # number, pad, flags, lower, upper
_NODE = struct.Struct("=HHHH")  # low, high, flags, key size
_BRANCH, _LEAF, _OVERFLOW = 1, 2, 4
_BIG, _SUBTREE = 1, 2
_META_MAGIC = 16
_META_MAIN_ROOT = 16 + 24 + 48 + 40  # page header, meta head, free tree, root within a tree
_META_MAP = 16 + 16
_META_PAGE_SIZE = 16 + 24
_META_LAST = 16 + 24 + 96
_META_TRANSACTION = 16 + 24 + 96 + 8
_TREE_ROOT = 40
_LARGEST_MAP = 1 << 44  # bytes; what a process can address, with room to spare


def rescue(path: Path, tree: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Keys and values of a named tree: of the last commit, then what only the one before has."""
    data = path.read_bytes()
    seen: set[bytes] = set()
    for commit in _commits(data):
        pages = _Pages(data, commit.size)
        for name, record, is_tree in pages.leaves(commit.root):
            if name != tree or not is_tree or len(record) != _TREE_ROOT + 8:
                continue
            for key, value, _ in pages.leaves(_number(record, _TREE_ROOT)):
                if key not in seen:
                    seen.add(key)
                    yield key, value


def fits(path: Path) -> bool:
    """Whether the file is as long as its newest commit needs, and asks for a map that can be."""
    with path.open("rb") as file:
        commits = _commits(file.read(2 * 65_536))
    if not commits:
        return False
    needed = commits[0].size * (commits[0].last + 1)
    return needed <= path.stat().st_size and needed <= commits[0].map <= _LARGEST_MAP


def _commits(data: bytes) -> list[_Commit]:
    """Each commit that the file still describes, the newest first."""
    found = set()
    for size in (4096, 8192, 16384, 32768, 65536):
        for base in (0, size):
            meta = data[base : base + 256]
            if len(meta) < 256 or struct.unpack_from("=I", meta, _META_MAGIC)[0] != _MAGIC:
                continue
            if struct.unpack_from("=I", meta, _META_PAGE_SIZE)[0] == size:
                numbers = (_META_TRANSACTION, _META_MAIN_ROOT, _META_LAST, _META_MAP)
                found.add(_Commit(size, *(_number(meta, place) for place in numbers)))
    return sorted(found, key=lambda commit: commit.transaction, reverse=True)


class _Commit(Struct, frozen=True):
    size: int  # of a page, bytes
    transaction: int
    root: int
    last: int  # page
    map: int  # bytes


class _Pages:
    def __init__(self, data: bytes, size: int) -> None:
        self._data = data
        self._size = size

    def leaves(self, root: int) -> Iterator[tuple[bytes, bytes, bool]]:
        """Key, value and whether that is a tree, for each sound entry below the page."""
        waiting, visited = [root], set[int]()
        while waiting:
            number = waiting.pop()
            page = self._page(number)
            if number in visited or page is None:
                continue
            visited.add(number)
            for flags, kind, key, low, place in _nodes(page):
                if kind == _BRANCH:
                    waiting.append(low | flags << 32)
                else:
                    value = self._value(page, place, low, big=bool(flags & _BIG))
                    if value is not None:
                        yield key, value, bool(flags & _SUBTREE)

    def _page(self, number: int) -> bytes | None:
        page = self._data[number * self._size : (number + 1) * self._size]
        return page if number >= 2 and len(page) == self._size else None

    def _value(self, page: bytes, place: int, length: int, *, big: bool) -> bytes | None:
        if not big:
            return page[place : place + length] if place + length <= len(page) else None
        if place + 8 > len(page):
            return None
        start = _number(page, place) * self._size + _PAGE.size
        value = self._data[start : start + length]
        return value if len(value) == length else None


def _nodes(page: bytes) -> Iterator[tuple[int, int, bytes, int, int]]:
    """Flags, kind of page, key, data size or lower half of the child, and where the data is."""
    _, _, flags, lower, _ = _PAGE.unpack_from(page)
    if flags not in (_BRANCH, _LEAF) or not _PAGE.size <= lower <= len(page):
        return
    for place in struct.unpack_from(f"={(lower - _PAGE.size) // 2}H", page, _PAGE.size):
        if place + _NODE.size > len(page):
            continue
        low, high, node_flags, key_size = _NODE.unpack_from(page, place)
        end = place + _NODE.size + key_size
        if end <= len(page):
            yield node_flags, flags, page[place + _NODE.size : end], low | high << 16, end


def _number(data: bytes, place: int) -> int:
    number: int = struct.unpack_from("=Q", data, place)[0]
    return number
