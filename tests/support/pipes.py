"""A small pipe for kernel tests: three stages whose behaviour a test scripts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import ClassVar

import trio

from headwater.kernel.actor import Actor, Policy, handle
from headwater.kernel.faults import Broken
from headwater.kernel.message import Ask, Message


class Answered(Message, frozen=True):
    word: str


class Second(Ask[Answered], frozen=True):
    word: str


class First(Ask[Answered], frozen=True):
    word: str


class Change(Ask[Answered], frozen=True):
    """An ask that must not be shared."""

    shared: ClassVar[bool] = False
    word: str


class News(Message, frozen=True):
    word: str


Script = Callable[[str], Awaitable[None]]


async def nothing(_: str) -> None:
    await trio.lowlevel.checkpoint()


class Front(Actor):
    policy = Policy(workers=4)

    def __init__(self, script: Script = nothing) -> None:
        self.script = script
        self.seen: list[str] = []

    @handle
    async def first(self, ask: First) -> Second:
        self.seen.append(ask.word)
        await self.script(ask.word)
        return Second(ask.word)

    @handle
    async def change(self, ask: Change) -> Second:
        self.seen.append(ask.word)
        await self.script(ask.word)
        return Second(ask.word)


class Back(Actor):
    def __init__(
        self, script: Script = nothing, *, policy: Policy | None = None, opens: int = 99
    ) -> None:
        self.policy = policy or Policy(workers=2)
        self.script = script
        self.heard: list[str] = []
        self.opened = 0
        self.closed = 0
        self._opens = opens

    async def open(self) -> None:
        self.opened += 1
        if self.opened > self._opens:
            raise Broken("cannot be opened again")

    async def close(self) -> None:
        self.closed += 1

    @handle
    async def second(self, ask: Second) -> Answered:
        await self.script(ask.word)
        return Answered(ask.word)

    @handle
    def hear(self, news: News) -> None:
        self.heard.append(news.word)
        if news.word == "unbearable":
            raise Broken("bad news")
        if news.word == "confusing":
            raise KeyError(news.word)
