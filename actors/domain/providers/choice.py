"""Which provider answers, where one answers alone."""

from __future__ import annotations

from collections.abc import Sequence

from headwater.actors.messages.faults import Unconfigured
from headwater.actors.messages.providers import Roster, Standing
from headwater.kernel.faults import BadInput


def chosen(roster: Roster, operation: str, wanted: str | None, order: Sequence[str]) -> str:
    """
    The provider that was named, or the first that is set up.

    The operator's order counts before ours. One whose breaker is open comes after those that work.
    A name that cannot be asked is refused with those that can, and so is a missing key.
    """
    able = [name for name, one in roster.standings.items() if operation in one.operations]
    if wanted:
        return _named(roster, wanted.strip().lower(), able)
    ranked = [*roster.routing.get(operation, ()), *order, *sorted(able)]
    ready = [name for name in dict.fromkeys(ranked) if name in able and _is_ready(roster, name)]
    if not ready:
        keys = dict.fromkeys(key for name in able for key in roster.standings[name].missing)
        raise Unconfigured(f"no provider is configured: set {' or '.join(keys)}")
    return next((name for name in ready if roster.standings[name].state != "open"), ready[0])


def _named(roster: Roster, name: str, able: Sequence[str]) -> str:
    if name not in able:
        raise BadInput("provider", f"unknown provider {name[:64]!r}", ", ".join(sorted(able)))
    standing: Standing = roster.standings[name]
    if standing.missing:
        missing = " and ".join(standing.missing)
        raise Unconfigured(f"{name} is not configured: set {missing}", provider=name)
    return name


def _is_ready(roster: Roster, name: str) -> bool:
    return not roster.standings[name].missing
