"""An actor: state, a policy, and one handler per message."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from headwater.kernel.faults import Stopped
from headwater.kernel.message import Ask, Message

Handler = Callable[[Any], Awaitable[Message | None]]
Learner = Callable[[Any], None]
Answer = TypeVar("Answer")
Method = TypeVar("Method", bound=Callable[..., Awaitable[Message] | None])


class Policy(Struct, frozen=True):
    """How an actor runs. More than `restarts` within `within` seconds stop the kernel."""

    workers: int = 1
    restarts: int = 3
    within: float = 60.0  # seconds
    tells: int = 64  # how much unread news it keeps while it is being restarted


class Pipe(Protocol):
    """The kernel as an actor sees it. Only the router asks, on behalf of tools; the rest tell."""

    async def ask(self, ask: Ask[Answer]) -> Answer:
        """Wait for the answer."""

    def tell(self, message: Message) -> None:
        """Pass on news nobody waits for."""


class Nowhere:
    """The pipe of an actor that was not seated: news is lost, and nobody answers."""

    async def ask(self, ask: Ask[Answer]) -> Answer:
        """Say that it cannot be."""
        raise Stopped(f"nobody to ask {type(ask).__name__}")

    def tell(self, message: Message) -> None:
        """Nobody listens."""


class Actor:
    """Subclass, keep state in __init__, mark handlers with @handle. Never import another actor."""

    policy: Policy = Policy()
    pipe: Pipe = Nowhere()  # until the actor is seated

    async def open(self) -> None:
        """Acquire what the actor works with: before the first message, and after a restart."""

    async def close(self) -> None:
        """Give it back; called at the end and before a restart."""


class Route(Struct, frozen=True):
    """One handler, read from its type hints."""

    actor: str
    takes: type[Message]
    gives: tuple[type[Message], ...]  # empty: a tell
    method: str


def handle(method: Method) -> Method:
    """
    Mark a method as the handler of the message in its type hint.

    Asks are handled by coroutines. News is learnt by a plain function, at once, because nobody
    waits for it and it must not wait for anybody.
    """
    method.__handles__ = True  # type: ignore[attr-defined]  # read by routes_of
    return method


def routes_of(actor: type[Actor]) -> list[Route]:
    """The routes of an actor's class, in the order they are written."""
    marked = [name for name, value in vars(actor).items() if hasattr(value, "__handles__")]
    return [_route(actor, name) for name in marked]


def _route(actor: type[Actor], name: str) -> Route:
    hints = typing.get_type_hints(vars(actor)[name])
    given = hints.pop("return", None)
    taken = list(hints.values())
    if len(taken) != 1 or not issubclass(taken[0], Message):
        raise TypeError(f"{actor.__name__}.{name} must take exactly one message")
    gives = tuple(kind for kind in _members(given) if kind is not types.NoneType)
    if issubclass(taken[0], Ask) and not gives:
        raise TypeError(f"{actor.__name__}.{name}: an ask is answered or forwarded")
    if inspect.iscoroutinefunction(vars(actor)[name]) != bool(gives):
        raise TypeError(f"{actor.__name__}.{name}: a coroutine answers, a plain function learns")
    return Route(actor=actor.__name__.lower(), takes=taken[0], gives=gives, method=name)


def _members(hint: Any) -> tuple[Any, ...]:
    union = isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union
    return typing.get_args(hint) if union else (hint,)
