"""How long a server asks us to wait."""

from __future__ import annotations

from datetime import UTC

LONGEST = 600.0  # seconds; a server that asks for days is asked again after ten minutes


def seconds(value: str, now: float) -> float | None:
    """Retry-After, given as seconds or as a date (`now` is wall clock), capped; None without."""
    value = value.strip()
    if value.isascii() and value.isdigit():
        return min(float(value[:12]), LONGEST)
    if not value:
        return None
    from email.utils import parsedate_to_datetime  # takes a while, and dates are rare

    try:
        date = parsedate_to_datetime(value)
        moment = (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError, IndexError, TypeError):
        return None
    return min(max(moment - now, 0.0), LONGEST)
