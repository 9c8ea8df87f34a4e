"""Lenses by name."""

from __future__ import annotations

import difflib

from headwater.actors.messages.lenses import Lens, Lenses
from headwater.kernel.faults import BadInput


def lens_named(name: str, known: Lenses) -> Lens:
    """The lens of that name; else what is wrong with it, or which there are."""
    wanted = name.strip().lower()
    if lens := known.lenses.get(wanted):
        return lens
    broken = [said for said in known.problems if said.startswith(f"{wanted}.")]
    if broken:
        raise BadInput("lens", f"{name[:64]!r} cannot be used: {broken[0]}", "a corrected file")
    close = difflib.get_close_matches(wanted, known.lenses, n=1)
    hint = f"{close[0]}, or another of " if close else ""
    raise BadInput("lens", f"unknown lens {name[:64]!r}", hint + ", ".join(known.lenses))
