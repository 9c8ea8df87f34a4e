"""One author's name, taken apart only where that is safe."""

from __future__ import annotations

from msgspec import Struct

from headwater.actors.domain.citation.organisations import is_organisation
from headwater.actors.domain.citation.text import word_set
from headwater.actors.domain.lazy import pattern


class Name(Struct, frozen=True):
    """A person in parts; or, without a family name, what is printed as it is written."""

    literal: str
    family: str = ""
    given: str = ""
    suffix: str = ""


PARTICLES = word_set(
    """
    abu af al av ben bin bint da dal das de degli dei del della den der des di do dos du el ibn la
    las le les lo los st te ten ter van vande vanden vander vom von zu zum zur 't
    """
)
_CAPITAL_PARTICLES = word_set("Da De Del Della Den Der Di Dos Du La Le Ten Ter Van Von")
_NEVER_GIVEN = word_set("De Del Della Der Dos Du Von")

_SUFFIXES = {
    "jr": "Jr.",
    "sr": "Sr.",
    "ii": "II",
    "iii": "III",
    "iv": "IV",
    "2nd": "II",
    "3rd": "III",
}
_LONGEST_SUFFIX = 4  # characters
_DEGREES = word_set("ba bsc dds dphil edd jd llm ma mba md mph ms msc pharmd phd rn")
_CLEAR_DEGREES = word_set("dds dphil mba md mph phd rn")
_TITLES = frozenset({"dr", "prof", "professor", "mr", "mrs", "ms"})
_INITIALS = pattern(r"(?:[^\W\d_]\.?[\s-]?){1,4}")
_VOWELS = frozenset("AEIOUY")
_TIGHT = pattern(r"\.(?=[^\W\d_])")
_RUN = pattern(r"[A-Z]{1,3}")
_BEYOND_LATIN = pattern(
    "[\u0370-\u1dff\u1f00-\u1fff\u2c00-\u2c5f\u2c80-\ua71f\ua800-\ud7ff\uf900-\uffdc"
    "\U00010000-\U0003ffff]"
)


def is_suffix(text: str) -> bool:
    """Jr., III and the like."""
    return len(text) <= _LONGEST_SUFFIX and text.lower().rstrip(".") in _SUFFIXES


def is_degree(text: str) -> bool:
    """MD, Ph.D. and the like, but not Ma; what is before them decides if they are initials."""
    bare = text.replace(".", "")
    return bare.lower() in _DEGREES and not bare.istitle()


def is_initials(text: str) -> bool:
    """Capitals only: "J. K.", "J.-P." or "JK"."""
    return text.isupper() and bool(_INITIALS.fullmatch(text))


def is_beyond_latin(text: str) -> bool:
    """Whether a letter is of a script whose names this module does not take apart."""
    return not text.isascii() and bool(_BEYOND_LATIN.search(text))


def starts_with_particle(text: str) -> bool:
    """Whether it can only be a family name: "van Gogh" and "De la Cruz", but not "Van Morrison"."""
    first, second = (*text.split(" ", 2), "")[:2]
    if not second or first.lower() not in PARTICLES:
        return False
    return first.islower() or first in _NEVER_GIVEN or second.lower() in PARTICLES


def inverted(family: str, given: str, suffix: str = "") -> Name:
    """A name written family name first, with a comma."""
    literal = f"{family}, {given}" + (f", {suffix}" if suffix else "")
    if _RUN.fullmatch(given) and not (family.isupper() and len(given) > 1):
        given = _spread(given)
    return Name(literal, family, _spaced(given), _suffix(suffix))


def natural(text: str, suffix: str = "") -> Name:
    """A name written given name first; also "Smith JK" and "DUPONT Jean"; else as it is."""
    words = _without_titles(text.split())
    literal = " ".join(words) + (f", {suffix}" if suffix else "")
    if not suffix and len(words) > 2 and is_suffix(words[-1]):  # two names left
        suffix = words.pop()
    if len(words) < 2 or _is_title(words[0]) or is_organisation(text) or is_beyond_latin(text):
        return Name(literal)
    given, family = _divided(words)
    return Name(literal, family, _spaced(given), _suffix(suffix)) if given else Name(literal)


def _divided(words: list[str]) -> tuple[str, str]:
    """Given name and family name; no given name where only a family name is there."""
    first, last = words[0], words[-1]
    if _RUN.fullmatch(last) and not any(word.isupper() for word in words[:-1]):  # Smith JK
        return _spread(last), " ".join(words[:-1])
    if _is_shouted_family(first) and not words[1].isupper():  # DUPONT Jean
        return " ".join(words[1:]), first
    at = _family_start(words)
    if _RUN.fullmatch(first) and not words[1].isupper():  # JK Rowling
        return " ".join((_spread(first), *words[1:at])), " ".join(words[at:])
    return " ".join(words[:at]), " ".join(words[at:])


def _is_shouted_family(word: str) -> bool:
    """LI, KIM and DUPONT, but not JK, AJ, JRR or J.K., which are initials."""
    if not word.isupper() or "." in word or len(word) < 2:
        return False
    if len(word) == 2:
        return word[0] not in _VOWELS and word[1] in _VOWELS
    return len(word) > 3 or not _VOWELS.isdisjoint(word)


def _is_title(word: str) -> bool:
    return word.lower().rstrip(".") in _TITLES


def _without_titles(words: list[str]) -> list[str]:
    """Without Dr. before or MD after a whole name: Dr. Seuss keeps his."""
    while len(words) > 2 and _is_title(words[0]):
        words = words[1:]
    while len(words) > 2 and words[-1].replace(".", "").lower() in _CLEAR_DEGREES:
        words = words[:-1]
    return words


def _family_start(words: list[str]) -> int:
    """At the first particle, before an "y" that joins two family names, or at the last word."""
    if words[0].islower() and words[0] in PARTICLES:
        return 0
    for at in range(1, len(words) - 1):
        if words[at] in PARTICLES or words[at] in _CAPITAL_PARTICLES or words[at + 1] == "y":
            return at
    return len(words) - 1


def _spaced(given: str) -> str:
    """J.K. as J. K."""
    return _TIGHT.sub(". ", given)


def _spread(run: str) -> str:
    return " ".join(f"{letter}." for letter in run)


def _suffix(text: str) -> str:
    return _SUFFIXES.get(text.lower().rstrip("."), text)


def abbreviated(given: str) -> str:
    """
    "Jean-Paul K." as "J.-P. K.".

    Particles stay whole, and so do names in scripts that have no capitals.
    """
    return " ".join(filter(None, map(_abbreviated_word, _spaced(given).split())))


def _abbreviated_word(word: str) -> str:
    if word.islower() and word in PARTICLES:
        return word
    return "-".join(filter(None, map(_initial, word.split("-"))))


def _initial(part: str) -> str:
    bare = part.strip(".'’(\"")  # noqa: RUF001 - both apostrophes
    has_case = bare[:1].lower() != bare[:1].upper()
    return f"{bare[0].upper()}." if has_case else bare


def surname_first(name: Name, given: str) -> str:
    """Family, Given, Jr. with the given name as passed; the literal where there are no parts."""
    return (
        ", ".join(filter(None, (name.family, given, name.suffix))) if name.family else name.literal
    )


def given_first(name: Name, given: str) -> str:
    """Given Family Jr. with the given name as passed; the literal where there are no parts."""
    return (
        " ".join(filter(None, (given, name.family, name.suffix))) if name.family else name.literal
    )
