"""What kept going wrong in a session, and which providers answered."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from headwater.actors.domain.session.output import ErrorPattern, ProviderTally
from headwater.actors.messages.sessions import Outcome

OFTEN = 3  # of a kind, as the specification says; fewer may be chance
URLS = 5  # shown of a pattern, the last ones

_SUGGESTIONS = {
    "auth_required": "Set open_access=true, or look on preprint servers such as arXiv or bioRxiv.",
    "blocked": "These sites refuse programs: look for the same facts on other hosts.",
    "rate_limited": "Ask less often, or set another provider.",
    "browser_unavailable": "Set CHROME_PATH, or choose sources that need no browser.",
    "content_empty": "These pages need a browser or hold no text: choose other sources.",
    "not_found": "These addresses are dead: search again, or look for archived copies.",
    "network": "Check the connection, then repeat; or use other hosts.",
    "upstream_unavailable": "These servers fail: repeat later, or use another provider.",
    "config": "A provider is not set up: see its key in the settings.",
    "validation": "These addresses are not allowed: use public http(s) ones.",
    "deadline": "These take too long: ask for less, or use other sources.",
}
_OTHERWISE = "Try other sources or another provider."


def error_patterns(outcomes: Sequence[Outcome]) -> tuple[ErrorPattern, ...]:
    """The kinds of error that came up often, the most frequent first."""
    kinds: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        if outcome.kind:
            kinds.setdefault(outcome.kind, []).append(outcome)
    found = [_pattern(kind, seen) for kind, seen in kinds.items() if len(seen) >= OFTEN]
    return tuple(sorted(found, key=lambda pattern: (-pattern.count, pattern.kind)))


def provider_tallies(outcomes: Sequence[Outcome]) -> dict[str, ProviderTally]:
    """Attempts and successes by provider."""
    tallies: dict[str, ProviderTally] = {}
    for outcome in outcomes:
        if outcome.provider:
            known = tallies.get(outcome.provider, ProviderTally(0, 0))
            tallies[outcome.provider] = ProviderTally(
                known.attempts + 1, known.successes + (not outcome.kind)
            )
    return dict(sorted(tallies.items()))


def _pattern(kind: str, seen: list[Outcome]) -> ErrorPattern:
    urls = list(dict.fromkeys(outcome.url for outcome in reversed(seen) if outcome.url))
    last = datetime.fromtimestamp(max(outcome.at for outcome in seen), UTC)
    return ErrorPattern(
        kind=kind,
        count=len(seen),
        affected_urls=tuple(urls[:URLS]),
        suggestion=_SUGGESTIONS.get(kind, _OTHERWISE),
        last_seen=last.isoformat(timespec="seconds").replace("+00:00", "Z"),
    )
