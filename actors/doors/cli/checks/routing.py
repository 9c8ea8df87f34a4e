"""In which order providers are asked, and whether those that the operator named can be."""

from __future__ import annotations

from collections.abc import Mapping

from headwater.actors.doors.cli.checks.finding import Finding, Patient
from headwater.actors.keys import values
from headwater.kernel.environment import BadSetting

NAME = "routing"
Orders = Mapping[str, tuple[str, ...]]


def routing(patient: Patient) -> Finding:
    """What does not exist keeps the server from starting; what lacks its key is passed over."""
    from headwater.actors.service import routing_of

    if patient.settings is None:
        return Finding(NAME, "note", "not looked at, because the settings are not valid")
    try:
        wished = routing_of(patient.settings)
    except BadSetting as problem:
        fix = "Correct it, or leave it out: the usual order serves most."
        return Finding(NAME, "problem", str(problem), fix)
    named = [*(name for names in wished.orders.values() for name in names), wished.first]
    idle = _lacking(named, values(patient.given)) + _unable(wished.orders)
    if idle:
        return Finding(NAME, "note", "; ".join(idle), "Set what they need, or leave them out.")
    first = f"{wished.first} first; " if wished.first else ""
    said = "; ".join(f"{name}: {', '.join(names)}" for name, names in wished.orders.items())
    return Finding(NAME, "ok", first + (said or "the usual order"))


def _lacking(named: list[str], given: Mapping[str, str]) -> list[str]:
    """Those that are named but are passed over for want of a key or an address."""
    from headwater.actors.resources.directory import Directory

    directory = Directory(given)
    wanted = {name: directory.missing(directory.all()[name]) for name in named if name}
    return [f"{name} lacks {' and '.join(missing)}" for name, missing in wanted.items() if missing]


def _unable(orders: Orders) -> list[str]:
    """Those that are named for something that they do not do."""
    from headwater.actors.providers.provider import packaged

    return [
        f"{name} has no {operation}"
        for operation, names in orders.items()
        for name in names
        if operation != "default" and operation not in packaged()[name].operations
    ]
