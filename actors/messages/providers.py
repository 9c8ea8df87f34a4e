"""Asking a source that answers questions: a search engine, a register, an archive."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from headwater.actors.messages.web import Response
from headwater.kernel.message import Ask, Message

Parameter = str | int | float | Sequence[str] | None
Read = Callable[[Response, Any], Any]


class Request(Struct, frozen=True):
    """
    What is sent to a provider, without keys: the fetcher adds those.

    A parameter that is None is left out; several values repeat its name. With `json` or `form`
    it is a POST, unless `method` says otherwise. `then` reads the answer to this request in place
    of the operation's own `read`, so a second step can hold what the first one found.
    """

    path: str = ""  # below the provider's address
    params: Mapping[str, Parameter] = {}
    json: Any = None
    form: Mapping[str, Parameter] | None = None
    headers: Mapping[str, str] = {}
    base: str = ""  # where this source lives elsewhere than usual; the operator's address wins
    method: str = ""
    limit: int = 5_000_000  # bytes of the answer
    then: Read | None = None


class Consulted(Message, frozen=True):
    """What a provider answered, read and clean."""

    provider: str
    answer: Any  # of the operation's type
    fetched_at: float = 0.0  # wall clock, seconds
    cached: bool = False
    age: float = 0.0  # seconds, when cached
    max_age: float = 0.0  # seconds


class Consult(Ask[Consulted], frozen=True):
    """
    One question to one provider. `refresh` asks it whatever we hold.

    The question is a frozen struct, or any value that can be hashed and written as JSON. All of it
    is part of the key under which the answer is kept.
    """

    provider: str
    operation: str
    question: Any
    refresh: bool = False


class Inquire(Message, frozen=True):
    """Not held, or not fresh: wanted from the provider."""

    consult: Consult
    key: str  # under which the answer is kept
    request: Request
    left: float  # seconds for this and all further steps
    step: int = 1
    wait: float = 0.0  # seconds before it is sent again, as the provider asked


class Contact(Message, frozen=True):
    """Permission to ask a provider, and when."""

    inquiry: Inquire
    not_before: float  # trio clock, seconds


class Interpret(Message, frozen=True):
    """A provider's bytes, to be made into an answer or into its next request."""

    inquiry: Inquire
    response: Response


class KeepAnswer(Message, frozen=True):
    """An answer to be kept and given."""

    inquiry: Inquire
    answer: Any
    fetched_at: float


class ProviderOutcome(Message, frozen=True):
    """How asking a provider went; for the breaker."""

    provider: str
    ok: bool
    retry_after: float = 0.0  # seconds that the provider asked for
    interval: float | None = None  # seconds between requests, where its answer says so


class Abilities(Struct, frozen=True):
    """
    What a search operation makes of a query's fields, by name.

    `applies` are sent to the provider as they are, `understands` can be written into the text as
    operators. Everything else is emulated on the results, where they tell enough, or ignored.
    """

    applies: frozenset[str] = frozenset()
    understands: frozenset[str] = frozenset()
    sites: int = 8  # at most in one query
    longest: int = 2_000  # characters of a query's text
    most: int = 10  # results of one query
    hours: bool = True  # whether it knows a time range of an hour, or a day is the shortest


class Standing(Struct, frozen=True):
    """A provider as it stands now."""

    name: str
    operations: Mapping[str, Abilities]
    missing: tuple[str, ...] = ()  # variables that must be set before it can be asked
    keyed: bool = True  # False: anybody may ask it
    state: str = "closed"  # of its breaker: closed, open, half_open
    failures: int = 0  # in a row
    rests: float = 0.0  # seconds until it may be asked again
    interval: float = 0.0  # seconds from one request to the next
    waits: float = 0.0  # seconds until there is a turn


class Roster(Message, frozen=True):
    """Every provider there is, and how the operator wants them to be asked."""

    standings: Mapping[str, Standing]
    routing: Mapping[str, tuple[str, ...]] = {}  # by operation, as the operator wrote it
    first: str = ""  # to be asked before all others
    hedge: float = 0.0  # seconds after which a second one is asked as well; 0: never


class ReadRoster(Ask[Roster], frozen=True):
    """Who can be asked, and how are they?"""

    shared: ClassVar[bool] = False  # nobody waits for the answer, so there is nothing to share
