"""Which provider answers, where one answers alone."""

from __future__ import annotations

from collections.abc import Sequence

from headwater.actors.messages.faults import Unconfigured
from headwater.actors.messages.providers import Roster, Standing
from headwater.kernel.faults import BadInput


def chosen(roster: Roster, operation: str, wanted: str | None) -> str:
    """
    The provider that was named, or the only one that is set up.

    Where several are, who asks decides, because answers differ and cost; an operator who gave an
    order for the operation has decided already, and one whose breaker is open comes last in it.
    A name that cannot be asked is refused with those that can, and so is a missing key.
    """
    able = sorted(name for name, one in roster.standings.items() if operation in one.operations)
    if wanted:
        return _named(roster, wanted.strip().lower(), able)
    ready = [name for name in able if not roster.standings[name].missing]
    if not ready:
        keys = dict.fromkeys(key for name in able for key in roster.standings[name].missing)
        raise Unconfigured(f"no provider is configured: set {' or '.join(keys)}")
    ordered = [name for name in roster.routing.get(operation, ()) if name in ready]
    if len(ready) > 1 and not ordered:
        raise BadInput("provider", "several are configured, so one has to be named", _listed(ready))
    at_work = [name for name in ordered or ready if roster.standings[name].state != "open"]
    return (at_work or ordered or ready)[0]


def _named(roster: Roster, name: str, able: Sequence[str]) -> str:
    if name not in able:
        raise BadInput("provider", f"unknown provider {name[:64]!r}", _listed(able))
    standing: Standing = roster.standings[name]
    if standing.missing:
        missing = " and ".join(standing.missing)
        raise Unconfigured(f"{name} needs {missing}", provider=name)
    return name


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names)
