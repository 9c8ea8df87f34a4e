from __future__ import annotations

from headwater.actors.domain.held import Entry, Held
from headwater.actors.domain.recent import MOST, Recent

HELD = Held(Entry("http://a.test/", 200, "text/html", "0", 0.0), b"", size=10)


def test_the_pages_used_longest_ago_go_first() -> None:
    recent: Recent[Held] = Recent(limit=30)
    for key in ("a", "b", "c"):
        recent.put(key, HELD)
    recent.get("a")
    recent.put("d", HELD)
    assert [key for key in "abcd" if recent.get(key)] == ["a", "c", "d"]
    assert recent.size == 30


def test_there_are_never_more_than_so_many_pages() -> None:
    recent: Recent[Held] = Recent(limit=10_000_000)
    for number in range(MOST + 5):
        recent.put(str(number), HELD)
    assert recent.size == MOST * HELD.size
    assert recent.get("4") is None
    assert recent.get("5") is not None
