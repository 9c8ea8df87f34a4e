"""What is told about a search beside its results: how fresh they are, and who was asked."""

from __future__ import annotations

from typing import Any

from headwater.actors.domain.search.asking import Search


def meta_of(done: Search, seconds: float, *, always: bool = False) -> dict[str, Any] | None:
    """For the answer's `_meta`; freshness only of what was cached, unless always."""
    meta: dict[str, Any] = {}
    if done.found.cached or always:
        meta |= freshness(done.found.age, done.found.max_age, cached=done.found.cached)
    if len(done.candidates) > 1:
        meta["routing"] = _routing(done, seconds)
    return meta or None


def audit_of(meta: dict[str, Any] | None) -> dict[str, Any] | None:
    """What the operator's records hold of it."""
    routing = (meta or {}).get("routing")
    return {"routing": routing} if routing else None


def freshness(age: float, max_age: float, *, cached: bool) -> dict[str, Any]:
    """How old an answer is, and how old it may become."""
    share = age / max_age if max_age else 0.0
    return {
        "cached": cached,
        "ageSeconds": int(age),
        "maxAgeSeconds": int(max_age),
        "freshness": "fresh" if share < 0.5 else "aging" if share < 1 else "stale",
    }


def _routing(done: Search, seconds: float) -> dict[str, Any]:
    """Names of providers, and nothing that a provider said."""
    latency = {"latency_ms": round(seconds * 1000)}
    if done.found.cached:
        return {"cache_hit": True, "fallback": False} | latency
    used = done.found.provider
    attempted = done.candidates[: done.candidates.index(used) + 1]
    routing: dict[str, Any] = {"provider_used": used, "providers_attempted": attempted}
    routing["fallback"] = attempted[0] != used
    if routing["fallback"]:
        resting = done.attempts[0].provider == attempted[0] and done.attempts[0].resting
        routing["fallback_reason"] = "circuit_open" if resting else "primary_unavailable"
    return routing | {"cache_hit": False} | latency
