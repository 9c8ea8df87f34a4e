"""Why nothing was found, as far as that can be told, and what to try."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct

MOST = 4  # suggestions


class SuggestedAction(Struct, frozen=True, omit_defaults=True):
    """One thing to try."""

    action: Literal["remove-filter", "try-different-provider", "rephrase"]
    filter: str = ""
    provider: str = ""
    query: str = ""


class ZeroResultHints(Struct, frozen=True, rename="camel", omit_defaults=True):
    """Only on an answer without results. That nothing was found proves nothing."""

    reason: Literal["no_match", "filters_too_restrictive"]
    filters_applied: Mapping[str, str] = {}
    providers_attempted: tuple[str, ...] = ()
    suggested_actions: tuple[SuggestedAction, ...] = ()


def hints_for(
    filters: Mapping[str, str],
    attempted: Iterable[str],
    others: Iterable[str],
    suggestion: str = "",
) -> ZeroResultHints:
    """Filters in the order given, the first to go first; only providers that work now."""
    applied = {name: value for name, value in filters.items() if value}
    actions = [SuggestedAction("rephrase", query=suggestion)] if suggestion else []
    actions += [SuggestedAction("remove-filter", filter=name) for name in applied]
    actions = actions[: MOST - 1]
    actions += [SuggestedAction("try-different-provider", provider=name) for name in others]
    return ZeroResultHints(
        reason="filters_too_restrictive" if applied else "no_match",
        filters_applied=applied,
        providers_attempted=tuple(attempted),
        suggested_actions=tuple(actions[:MOST]),
    )
