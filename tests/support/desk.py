"""A desk whose answers a test writes down beforehand."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar, cast

from headwater.kernel.client import Answers, Question
from headwater.kernel.faults import Fault
from headwater.kernel.message import Ask, Message
from headwater.kernel.tool import Level

Answer = TypeVar("Answer")
Script = dict[type[Ask[Any]], Message | Fault]


class ScriptedDesk:
    """Answers each kind of ask with one thing, and remembers what was asked."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.asked: list[Ask[Any]] = []

    async def ask(self, ask: Ask[Answer], *, within: float = math.inf) -> Answer:  # noqa: ARG002
        self.asked.append(ask)
        answer = self.script[type(ask)]
        if isinstance(answer, Fault):
            raise answer
        return cast("Answer", answer)

    async def ask_all(self, asks: Sequence[Ask[Answer]]) -> list[Answer | Fault]:
        answers: list[Answer | Fault] = []
        for ask in asks:
            try:
                answers.append(await self.ask(ask))
            except Fault as fault:
                answers.append(fault)
        return answers

    async def race(
        self,
        attempts: Sequence[Callable[[], Awaitable[Answer]]],
        good: Callable[[Answer], bool],
        *,
        patience: float = math.inf,  # noqa: ARG002
        within: float = math.inf,  # noqa: ARG002
    ) -> list[Answer | Fault | None]:
        outcomes: list[Answer | Fault | None] = [None] * len(attempts)
        for place, attempt in enumerate(attempts):
            try:
                outcomes[place] = answer = await attempt()
            except Fault as fault:
                outcomes[place] = fault
                continue
            if good(answer):
                break
        return outcomes

    async def compute(self, work: Callable[..., Answer], *args: Any) -> Answer:
        return work(*args)

    def progress(self, done: float, total: float | None = None, message: str = "") -> None:
        pass

    def log(self, level: Level, message: str) -> None:
        pass

    def offers(self, method: str) -> bool:  # noqa: ARG002
        return False

    async def inquire(self, questions: Mapping[str, Question]) -> Answers:
        raise AssertionError(questions)

    async def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        raise AssertionError((method, params))
