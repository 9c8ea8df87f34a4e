"""Telling organisations from people, by the words in their names."""

from __future__ import annotations

from headwater.actors.domain.citation.text import fold, word_set
from headwater.actors.domain.lazy import pattern

_NOUNS = word_set(
    """
    academies academy administration agency alliance archive archives association associates
    authority board bureau center centers centre centres clinic club coalition collaboration
    college commission committee community company conference congress consortium contributors
    cooperative corporation council daily department desk directorate division editorial editors
    faculty federation fellowship forum foundation fund government group guild hospital inc
    initiative institut institute institutes institution international journal laboratories
    laboratory labs league library limited llc ltd magazine media ministry museum nations network
    news newspaper newsroom observatory office organisation organization panel parliament
    partnership plc program programme project publishers publishing reporters research school
    secretariat senate service services society staff states studio survey studios syndicate
    systems team times trust union universities university weekly wikipedia workshop
    bloomberg reuters
    akademie bundesamt bundesministerium gesellschaft gmbh hochschule institutet ministerium
    redaktion stiftung universitat verband verein zentrum
    agence comite ministere redaction societe universite
    asociacion fundacion instituto ministerio redaccion sociedad universidad
    fondazione istituto ministero redazione societa universita
    fundacao universidade stichting universiteit vereniging
    """
)
"""Words that no person bears as a name, without accents and in lower case."""

_HEADS = word_set(
    """
    academies academy agency association bureau center centre college commission committee
    corporation council department federation foundation hospital institute institutes laboratory
    library ministry museum office organisation organization school society union university
    """
)
"""Words that make a piece of a list an organisation of its own."""

_NOUNS_AND_SURNAMES = frozenset({"bank", "press"})
"""Organisations use them, and so do people: World Bank, but William H. Press."""

_LINKS = frozenset({"of", "for", "the", "to", "on"})

_ACRONYMS = word_set(
    """
    ACM AFP AMA ANSI APA BBC CDC CERN CNN DARPA DLR ECB EMA EPA ESA ETSI EU FAO FDA HHS IAEA IBM
    IEA IEEE IETF ILO IMF IPCC ISO ITU MIT MSF NASA NATO NBER NHS NICE NIH NIST NOAA NPR NSF OECD
    PBS UN UNDP UNEP UNESCO UNHCR UNICEF USDA USGS WHO WIPO WMO WTO WWF
    """
)

_TRAILING = frozenset({"UK", "US", "USA", "EU", "UN", "AI", "TV", "HQ"})
"""Capitals after a name that are a place or a trade, where others would be initials."""

_FORMS = frozenset({"inc", "ltd", "llc", "llp", "gmbh", "plc", "corp", "co", "ag", "sa", "bv"})
_BETWEEN_WORDS = pattern(r"[\W_]+")
_DIGIT_OR_HANDLE = pattern(r"[\d@]")


def is_organisation(text: str) -> bool:
    """Whether the name has a word, a form or a shape that people's names do not have."""
    words = _words(text)
    plain = _words(fold(text))
    if not _NOUNS.isdisjoint(plain) or not _ACRONYMS.isdisjoint(words):
        return True
    if len(words) > 1 and (plain[0] == "the" or not _LINKS.isdisjoint(plain[1:])):
        return True
    if len(words) > 1 and (words[-1] in _TRAILING or _ends_like_one(plain)):
        return True
    return bool(_DIGIT_OR_HANDLE.search(text))


def stands_alone(text: str) -> bool:
    """Whether a piece between two commas or around an "and" is an organisation by itself."""
    words = _words(text)
    if len(words) == 1:
        return len(text) > 1 and text.isupper()
    return any(fold(word) in _HEADS for word in words)


def is_acronym(text: str) -> bool:
    """Whether it is one of the organisations that everyone knows by its initials."""
    return text in _ACRONYMS


def is_company_form(text: str) -> bool:
    """Inc., Ltd. and the like, which follow a comma and belong to what is before it."""
    return text.lower().replace(".", "") in _FORMS


def _ends_like_one(plain: list[str]) -> bool:
    return plain[-1] in _NOUNS_AND_SURNAMES and all(len(word) > 1 for word in plain)


def _words(text: str) -> list[str]:
    return _BETWEEN_WORDS.sub(" ", text).split()
