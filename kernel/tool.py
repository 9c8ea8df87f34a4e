"""A tool as a value, and what it may do while it runs."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeVar

from msgspec import Struct

from headwater.kernel.client import Answers, Question
from headwater.kernel.faults import Fault
from headwater.kernel.message import Ask

Answer = TypeVar("Answer")

ErrorForm = Literal["web", "scholarly", "analysis"]
"""How a family of tools words its errors; each is a public contract of its own."""

Level = Literal["debug", "info", "notice", "warning", "error"]


class Desk(Protocol):
    """What a tool may do: ask the pipe, and tell its caller how far it is."""

    async def ask(self, ask: Ask[Answer], *, within: float = math.inf) -> Answer:
        """Ask one thing; a fault is raised, Overdue where it takes more than `within` seconds."""

    async def ask_all(self, asks: Sequence[Ask[Answer]]) -> list[Answer | Fault]:
        """Ask several things at once; a fault takes its answer's place."""

    async def race(
        self,
        attempts: Sequence[Callable[[], Awaitable[Answer]]],
        good: Callable[[Answer], bool],
        *,
        patience: float = math.inf,
        within: float = math.inf,
    ) -> list[Answer | Fault | None]:
        """
        Try one after another until one is good; the others are dropped.

        The next one begins when the last one ended badly, or has taken `patience` seconds and goes
        on beside it; none begins after `within` seconds. What came of each is in its place: None
        where it was not tried, or dropped.
        """

    async def compute(self, work: Callable[..., Answer], *args: Any) -> Answer:
        """Do something that takes the processor for long, where nobody has to wait for it."""

    def progress(self, done: float, total: float | None = None, message: str = "") -> None:
        """Tell the caller how far the work is, if the caller wants to know."""

    def log(self, level: Level, message: str) -> None:
        """Tell the caller something that is not part of the answer."""

    def offers(self, method: str) -> bool:
        """Whether the client can be asked this (sampling, elicitation, its roots)."""

    async def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Ask the client itself one thing, where it offers to be asked."""

    async def inquire(self, questions: Mapping[str, Question]) -> Answers:
        """
        Ask the client several things at once; the names are the tool's own.

        A tool may be run again from its start when the answers are there, so whatever it changes
        comes after its questions.
        """


class Tool(Struct, frozen=True):
    """One tool. Everything a client sees of it is derived from these fields."""

    name: str
    family: str  # the toolset it belongs to
    summary: str  # for a model choosing among fifty: what comes back, and when to prefer this one
    takes: type[Struct]
    gives: type[Any]
    run: Callable[[Any, Desk], Awaitable[Any]]
    title: str = ""
    read_only: bool = True
    idempotent: bool = True
    open_world: bool = True
    needs: tuple[str, ...] = ()  # settings of which one must be given, or the tool is not listed
    errors: ErrorForm = "web"
    seconds: float = 60.0  # the whole call's deadline
    unkeyed: tuple[str, ...] = ()  # arguments that do not change the result, as callers name them
    shape: int = 1  # raised whenever a kept result of the version before would not do any more
