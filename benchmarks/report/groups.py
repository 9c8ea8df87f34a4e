"""Families of cases, in the order in which they are read."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from headwater.benchmarks.suite import Row


class Group(Struct, frozen=True):
    """What a family is about."""

    title: str
    about: str


GROUPS = {
    "scrape": Group(
        "Reading pages",
        "scrape_page over one stdio connection. Pages come from a server of their own on loopback.",
    ),
    "bulk": Group(
        "Reading in bulk",
        "headwater bulk, with the page server on the same cores; beside it a loop of urllib and"
        " trafilatura with a process for each core.",
    ),
    "extract": Group(
        "Extraction",
        "HTML into Markdown, in one thread unless said otherwise. F1 is the share of words right.",
    ),
    "growth": Group("As work grows", "The same work again, larger or later. Flat curves are good."),
    "sessions": Group("Research sessions", "Steps that are on the disk before they are answered."),
    "documents": Group("Documents", "Processor time of one file, after a first reading."),
    "stdio": Group("Start and small calls", "What a client waits for before any page is read."),
    "render": Group("Pages made by scripts", "A real Chromium, cold and warm."),
    "search": Group("Searching", "What we add to a provider that answers at once."),
    "gather": Group("Searching and reading", "search_and_scrape of ten pages."),
    "store": Group("The store", "Compressed, encrypted, committed."),
    "cache": Group("The cache", "Pages in memory."),
    "kernel": Group("The kernel", "Actors, beside bare channels."),
}


def group_of(name: str) -> Group:
    """A family that nobody described is called what it is called."""
    return GROUPS.get(name) or Group(name, "")


def grouped(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """Rows by family, those first that most people want to see."""
    found: dict[str, list[Row]] = {name: [] for name in GROUPS}
    for row in rows:
        found.setdefault(row.name.partition("/")[0], []).append(row)
    return {name: some for name, some in found.items() if some}
