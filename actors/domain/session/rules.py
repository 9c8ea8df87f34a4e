"""What a step must be, and what its caller should hear about it."""

from __future__ import annotations

from collections.abc import Sequence

from headwater.actors.domain.session.trail import find_gap
from headwater.actors.messages.sessions import Gap, Step
from headwater.kernel.faults import BadInput


def check(step: Step, taken: Sequence[Step]) -> None:
    """Refuse a step that refers to one that does not exist."""
    known = sorted({one.number for one in taken})
    for field, number in (("revisesStep", step.revises), ("branchFromStep", step.branch_from)):
        if number and number not in known:
            accepted = f"a step from 1 to {known[-1]}" if known else "nothing at the first step"
            raise BadInput(field, f"there is no step {number}", accepted)


def notes_on(step: Step, gaps: Sequence[Gap], count: int, most: int) -> tuple[str, ...]:
    """What the caller should know: `gaps` were open before the step, `count` is with it."""
    notes: list[str] = []
    if count > most:
        notes.append(
            f"This step was not recorded: the session has its {most} steps (SESSION_MAX_STEPS). "
            "Export it and go on in a new one."
        )
    elif count == most:
        notes.append(f"This was the last of {most} steps that a session may have.")
    if step.resolves and not find_gap(gaps, step.resolves):
        names = ", ".join(f"{gap.id} ({gap.description[:60]})" for gap in gaps) or "none"
        notes.append(f"resolvesGap names no open gap. Open: {names}.")
    if step.is_revision and not step.revises:
        notes.append("isRevision without revisesStep: no step was marked as superseded.")
    return tuple(notes)
