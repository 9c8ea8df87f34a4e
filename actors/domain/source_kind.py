"""
What kind of source a page is: hints, from its host and from what it says about itself.

A host that is known, or whose name only a government or university can have, counts before the
page's own claims, which anybody can write.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from headwater.actors.domain.hosts import Known, known_host
from headwater.actors.domain.lazy import pattern

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


_GOVERNMENT = pattern(
    r"(?:^|\.)(?:gov|mil|gc\.ca|europa\.eu|admin\.ch|bund\.de|int|gob|gouv\.fr|"
    r"(?:gov|gob|gouv|go|govt|gv|gub|mil)\.[a-z]{2})$"
)
_ACADEMIC = pattern(r"(?:^|\.)(?:edu|ac\.[a-z]{2}|edu\.[a-z]{2})$")
_DOCS = pattern(
    r"^(?:docs?|developers?|api|reference|help|support|manual|learn)\.|\.readthedocs\.io$"
)
_FORUM = pattern(r"^(?:forums?|community|discuss|discourse|talk)\.")
_WIKI = pattern(r"(?:^|\.)wiki\.|^wiki\.")
_BLOG = pattern(r"^blogs?\.")
_CLAIMS = (
    (pattern(r"ScholarlyArticle"), "peer_reviewed"),
    (pattern(r"NewsArticle"), "news_publication"),
    (pattern(r"DiscussionForumPosting|QAPage|^Question$"), "forum"),
    (pattern(r"SocialMediaPosting"), "social_media"),
    (pattern(r"BlogPosting|^Blog$"), "blog"),
    (pattern(r"TechArticle|APIReference"), "official_docs"),
    (pattern(r"GovernmentService|Legislation"), "government"),
)
_CATEGORIES = (
    ("medical", pattern(r"(?:health|medic|hospital|clinic|cancer|pharma|pubmed|(?:^|\.)nih\.)")),
    ("legal", pattern(r"(?:(?:^|[.-])law(?:$|[.-])|legal|court|justice|legislat|justia|lexis)")),
    ("financial", pattern(r"(?:financ|invest|(?:^|[.-])bank|stock|trading|treasury)")),
    (
        "technical",
        pattern(r"(?:^|\.)(?:docs?|dev|developers?|api|tech|code|git)[.-]|readthedocs"),
    ),
)
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
    if _GOVERNMENT.search(host):
        return "government"
    if scholarly_tags:
        return "peer_reviewed"
    claimed = next((name for pattern, name in _CLAIMS if pattern.search(kind)), "")
    return claimed or (known.source_type if known else "") or _by_name(host)


def _by_name(host: str) -> str:
    for form, name in (
        (_WIKI, "wiki"),
        (_FORUM, "forum"),
        (_BLOG, "blog"),
        (_DOCS, "official_docs"),
    ):
        if form.search(host):
            return name
    return "unknown"


def _tier(host: str, known: Known | None, source_type: str) -> str:
    """Only the host makes a source high: what a page says of itself costs nothing to say."""
    if known:
        return _TIERS[known.tier]
    if _ACADEMIC.search(host):
        return "high"
    return _USUAL.get(source_type, "medium")


def _category(host: str, known: Known | None, source_type: str) -> str:
    if known and known.category != "general":
        return known.category
    named = next((name for name, pattern in _CATEGORIES if pattern.search(host)), "")
    if not named and (_ACADEMIC.search(host) or source_type == "peer_reviewed"):
        return "academic"
    return named or "general"
