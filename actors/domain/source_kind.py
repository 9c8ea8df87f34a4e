"""
What kind of source a page is: hints, from its host and from what it says about itself.

A host that is known, or whose name only a government or university can have, counts before the
page's own claims, which anybody can write.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from headwater.actors.domain.hosts import Known, known_host

SourceType = Literal[
    "peer_reviewed",
    "official_docs",
    "government",
    "news_publication",
    "blog",
    "forum",
    "wiki",
    "social_media",
    "unknown",
]


class SourceKind(Struct, frozen=True):
    """Three hints for whoever weighs the page."""

    source_type: str
    authority_tier: str  # high, medium, low
    category: str  # academic, legal, medical, financial, technical, general


# Ends of a host's name, and last names but one before a country's.
_GOVERNMENT = (
    *(".gov", ".mil", ".int", ".gob"),
    *(".gc.ca", ".europa.eu", ".admin.ch", ".bund.de", ".gouv.fr"),
)
_GOVERNMENT_OF = {"gov", "gob", "gouv", "go", "govt", "gv", "gub", "mil"}
_ACADEMIC_OF = {"ac", "edu"}
# First names of a host.
_FIRST = (
    dict.fromkeys(("forum", "forums", "community", "discuss", "discourse", "talk"), "forum")
    | dict.fromkeys(("blog", "blogs"), "blog")
    | dict.fromkeys(("doc", "docs", "developer", "developers", "api", "reference"), "official_docs")
    | dict.fromkeys(("help", "support", "manual", "learn"), "official_docs")
)
_CLAIMS = (
    (("ScholarlyArticle",), "peer_reviewed"),
    (("NewsArticle",), "news_publication"),
    (("DiscussionForumPosting", "QAPage"), "forum"),
    (("SocialMediaPosting",), "social_media"),
    (("BlogPosting",), "blog"),
    (("TechArticle", "APIReference"), "official_docs"),
    (("GovernmentService", "Legislation"), "government"),
)
_EXACT_CLAIMS = {"Question": "forum", "Blog": "blog"}
_MEDICAL = ("health", "medic", "hospital", "clinic", "cancer", "pharma", "pubmed")
_LEGAL = ("legal", "court", "justice", "legislat", "justia", "lexis")
_FINANCIAL = ("financ", "invest", "stock", "trading", "treasury")
_TECHNICAL = {"doc", "docs", "dev", "developer", "developers", "api", "tech", "code", "git"}
_TIERS = {"high": "high", "mixed": "medium", "low": "low"}
_USUAL = {"government": "high", "forum": "low", "social_media": "low", "blog": "low"}


def classify(host: str, kind: str = "", *, scholarly_tags: bool = False) -> SourceKind:
    """The kind of a page on `host` that calls itself `kind` (a Schema.org type)."""
    host = host.lower().removeprefix("www.")
    known = known_host(host)
    source_type = _type(host, known, kind, scholarly_tags=scholarly_tags)
    return SourceKind(
        source_type, _tier(host, known, source_type), _category(host, known, source_type)
    )


def _type(host: str, known: Known | None, kind: str, *, scholarly_tags: bool) -> str:
    if known and known.source_type not in {"unknown", "blog"}:
        return known.source_type
    if f".{host}".endswith(_GOVERNMENT) or _is_national(host, _GOVERNMENT_OF):
        return "government"
    if scholarly_tags:
        return "peer_reviewed"
    return _claimed(kind) or (known.source_type if known else "") or _by_name(host)


def _claimed(kind: str) -> str:
    named = (name for words, name in _CLAIMS if any(word in kind for word in words))
    return _EXACT_CLAIMS.get(kind) or next(named, "")


def _is_national(host: str, names: set[str]) -> bool:
    """Whether it ends in one of these names and a country's."""
    before, _, country = host.rpartition(".")
    letters = len(country) == 2 and country.isascii() and country.isalpha()
    return letters and before.rpartition(".")[2] in names


def _by_name(host: str) -> str:
    first, dot, _ = host.partition(".")
    if ".wiki." in f".{host}":
        return "wiki"
    if dot and first in _FIRST:
        return _FIRST[first]
    return "official_docs" if host.endswith(".readthedocs.io") else "unknown"


def _tier(host: str, known: Known | None, source_type: str) -> str:
    """Only the host makes a source high: what a page says of itself costs nothing to say."""
    if known:
        return _TIERS[known.tier]
    if _is_academic(host):
        return "high"
    return _USUAL.get(source_type, "medium")


def _is_academic(host: str) -> bool:
    return f".{host}".endswith(".edu") or _is_national(host, _ACADEMIC_OF)


def _category(host: str, known: Known | None, source_type: str) -> str:
    if known and known.category != "general":
        return known.category
    named = _subject(host)
    if not named and (_is_academic(host) or source_type == "peer_reviewed"):
        return "academic"
    return named or "general"


def _subject(host: str) -> str:
    """By words in the host's name; short ones count where a name begins, or stand alone."""
    words = host.replace("-", ".").split(".")
    if ".nih." in f".{host}" or any(part in host for part in _MEDICAL):
        return "medical"
    if "law" in words or any(part in host for part in _LEGAL):
        return "legal"
    if any(word.startswith("bank") for word in words) or any(part in host for part in _FINANCIAL):
        return "financial"
    *names, last = host.split(".")
    begun = [name.partition("-")[0] for name in (*names, last if "-" in last else "")]
    return "technical" if "readthedocs" in host or not _TECHNICAL.isdisjoint(begun) else ""
