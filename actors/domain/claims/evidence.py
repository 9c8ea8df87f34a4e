"""What in a text speaks of a claim: how much of it, in which sentences, and where they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from headwater.actors.domain.claims.cues import Stance, opposed, stance_of
from headwater.actors.domain.claims.finding import Hit, find
from headwater.actors.domain.claims.references import references_in
from headwater.actors.domain.claims.sentences import Place, sentences_of
from headwater.actors.domain.claims.terms import Term, terms_of_claim

Support = Literal["addressed", "partially_addressed", "not_addressed"]

WINDOW = 4  # sentences that are looked at together
ADDRESSED = 0.6  # of the claim's terms in one window
MOST = 5  # key sentences
_SHARE = 0.5  # of the best sentence's score; below it a sentence is beside the claim
_NUMBER = 1.5  # what a number counts beyond a word: few sentences have just that one
_CUE = 0.5  # what a word of denial counts: such sentences should not be missed
_HEADING = 0.5  # of what a sentence counts: a heading names a subject and says nothing of it
_DENIAL = 1.5  # what it counts where the claim denies something too


class Claim(Struct, frozen=True):
    """A claim, read once and held against many texts."""

    text: str
    terms: tuple[Term, ...]
    stance: Stance
    numbers: dict[str, tuple[int, ...]]  # the terms that each key stands for, by number


class KeySentence(Struct, frozen=True):
    """A sentence and where it is: the text from `start` to `end`, in characters."""

    text: str
    start: int
    end: int
    score: float
    opposes: bool = False  # carries a word of negation or refutation that the claim has not


class Evidence(Struct, frozen=True):
    """What one text has on one claim. Coverage says what is spoken of, not what is said of it."""

    support: Support
    coverage: float  # share of the claim's terms within the best window
    sentences: tuple[KeySentence, ...] = ()  # the best ones, in the order of the text
    signal: str = ""  # the best one
    contrast: bool = False  # one of them should be read before the claim is taken as confirmed


def read_claim(text: str) -> Claim:
    """A claim's terms; numbers with their units, words without their endings."""
    terms = tuple(terms_of_claim(text))
    numbers: dict[str, tuple[int, ...]] = {}
    for number, term in enumerate(terms):
        for key in term:
            numbers[key] = (*numbers.get(key, ()), number)
    return Claim(text, terms, stance_of(text), numbers)


def weigh(
    claim: Claim, text: str, most: int = MOST, found: Sequence[Hit] | None = None
) -> Evidence:
    """
    The evidence in a text, all of it but its lists of references.

    Who has looked for the claim's keys already, perhaps among others, gives what was found.
    """
    places = _prose(text)
    hits = _hits(claim, find(claim.numbers, text) if found is None else found, places)
    coverage = _peak(hits, len(places)) / len(claim.terms) if claim.terms else 0.0
    chosen = _best(claim, text, places, hits, most)
    sentences = tuple(sorted(chosen, key=lambda one: one.start))
    return Evidence(
        support=_support(coverage),
        coverage=round(coverage, 3),
        sentences=sentences,
        signal=chosen[0].text if chosen else "",
        contrast=any(one.opposes for one in sentences),
    )


def signal(claim: Claim, snippet: str) -> str:
    """The sentence of a short text that says most about a claim, or nothing."""
    return weigh(claim, snippet, most=1).signal


def _support(coverage: float) -> Support:
    if coverage == 0.0:
        return "not_addressed"
    return "addressed" if coverage >= ADDRESSED else "partially_addressed"


def _prose(text: str) -> list[Place]:
    """Every sentence that is not part of a list of references."""
    start = 0
    places: list[Place] = []
    for listed_from, listed_to in references_in(text):
        places += sentences_of(text, start, listed_from)
        start = listed_to
    return [*places, *sentences_of(text, start)]


def _hits(claim: Claim, found: Sequence[Hit], places: Sequence[Place]) -> dict[int, set[int]]:
    """For each sentence that has some, the claim's terms in it; both by number."""
    hits: dict[int, set[int]] = {}
    sentence = 0
    for place, key in found:
        while sentence < len(places) and places[sentence][1] <= place:
            sentence += 1
        if key in claim.numbers and sentence < len(places) and places[sentence][0] <= place:
            hits.setdefault(sentence, set()).update(claim.numbers[key])
    return hits


def _peak(hits: dict[int, set[int]], count: int) -> int:
    """The most terms that any few sentences in a row have together."""
    held: Counter[int] = Counter()
    peak = distinct = 0
    for last in range(count):
        for term in hits.get(last, ()):
            distinct += held[term] == 0
            held[term] += 1
        for term in hits.get(last - WINDOW, ()):
            held[term] -= 1
            distinct -= held[term] == 0
        peak = max(peak, distinct)
    return peak


def _best(
    claim: Claim,
    text: str,
    places: Sequence[Place],
    hits: dict[int, set[int]],
    most: int,
) -> list[KeySentence]:
    """The sentences that score highest, best first; the earlier one where two are equal."""
    weights = _weights(claim, hits, len(places))
    scores = {place: sum(weights[term] for term in terms) for place, terms in hits.items()}
    first = sorted(scores, key=lambda place: (-scores[place], place))[: most * 4]
    found = [_key_sentence(claim, text, places[place], scores[place]) for place in first]
    found.sort(key=lambda one: (-one.score, one.start))
    once = {one.text: one for one in reversed(found)}  # what a page repeats is said once
    distinct = [one for one in found if once[one.text] is one]
    return [one for one in distinct[:most] if one.score >= found[0].score * _SHARE]


def _key_sentence(claim: Claim, text: str, place: Place, score: float) -> KeySentence:
    written = text[slice(*place)]
    if _heads(text, place[0]):
        score *= _HEADING
    stance = stance_of(written)
    if stance.negated or stance.disputed:
        score += _DENIAL if claim.stance.negated else _CUE
    return KeySentence(written, *place, round(score, 3), opposed(stance, claim.stance))


def _heads(text: str, start: int) -> bool:
    """Whether what begins there is a heading: the marks before it were left out."""
    marks = text[max(0, start - 7) : start].rpartition("\n")[2]
    return marks.startswith("#") and not marks.strip("# ")


def _weights(claim: Claim, hits: dict[int, set[int]], count: int) -> list[float]:
    """A term counts one, up to one more the fewer sentences have it, and more if it is a number."""
    spread = Counter(term for terms in hits.values() for term in terms)
    return [
        2.0 - spread[number] / max(1, count) + (_NUMBER if term[0][0] in "=~" else 0.0)
        for number, term in enumerate(claim.terms)
    ]
