"""How broad the sources of a session are. Describes; never answers."""

from __future__ import annotations

from collections import Counter
from urllib.parse import urlsplit

from msgspec import Struct

from headwater.actors.domain.source_kind import classify
from headwater.actors.messages.sessions import Session, Source

FEW = 3  # sources below which nothing is said about their balance
NARROW = 3  # domains that a broad base has at least
DOMINANT = 0.5  # of all sources: more than this from one domain is too much
SOUND = ("peer_reviewed", "government", "official_docs")

NOTHING = "No sources recorded yet: search or read pages with this sessionId."
THIN = "Only {count} source{s} recorded."
ONE_SIDED = "{domain} gives {share:.0%} of the sources."
NARROW_BASE = "The sources come from {count} domain{s} only."
UNSOUND = "No peer-reviewed, government or official source."
MISSING_KIND = "All sources are of one kind: {kind}."


class Coverage(Struct, frozen=True, rename="camel", omit_defaults=True, kw_only=True):
    """Signals about the sources; `domain_spread` is the number of domains for each source."""

    source_count: int
    unique_domains: int
    domain_spread: float
    source_types: dict[str, int]
    gaps: tuple[str, ...]
    dominant_domain: str = ""


def coverage_of(session: Session) -> Coverage:
    """What the sources so far cover, and what they lack."""
    sources = session.sources
    domains = Counter(domain for domain in map(domain_of, sources) if domain)
    kinds = Counter(kind_of(source) for source in sources)
    first, most = domains.most_common(1)[0] if domains else ("", 0)
    dominant = first if len(sources) >= FEW and most / len(sources) > DOMINANT else ""
    return Coverage(
        source_count=len(sources),
        unique_domains=len(domains),
        domain_spread=round(len(domains) / len(sources), 2) if sources else 0.0,
        source_types=dict(sorted(kinds.items())),
        gaps=tuple(_gaps(len(sources), domains, kinds, dominant)),
        dominant_domain=dominant,
    )


def domain_of(source: Source) -> str:
    """The host without www."""
    try:
        return (urlsplit(source.url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def kind_of(source: Source) -> str:
    """What the tool that found it says, or what its host is known for."""
    return source.source_type or classify(domain_of(source)).source_type


def authority_of(source: Source) -> str:
    """How much weight it has: high, medium or low."""
    return source.authority or classify(domain_of(source)).authority_tier


def _gaps(count: int, domains: Counter[str], kinds: Counter[str], dominant: str) -> list[str]:
    if not count:
        return [NOTHING]
    gaps = []
    if count < FEW:
        gaps.append(THIN.format(count=count, s="" if count == 1 else "s"))
    if dominant:
        gaps.append(ONE_SIDED.format(domain=dominant, share=domains[dominant] / count))
    if len(domains) < NARROW <= count:
        gaps.append(NARROW_BASE.format(count=len(domains), s="" if len(domains) == 1 else "s"))
    if not any(kinds[kind] for kind in SOUND):
        gaps.append(UNSOUND)
    elif len(kinds) == 1 and count >= FEW:
        gaps.append(MISSING_KIND.format(kind=next(iter(kinds))))
    return gaps
