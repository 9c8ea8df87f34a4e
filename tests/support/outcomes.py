"""What an actor told, for tests that call its methods without a kernel."""

from __future__ import annotations

from typing import Any

from headwater.kernel.message import Ask, Message


class Told:
    """A pipe that keeps news."""

    def __init__(self) -> None:
        self.news: list[Message] = []

    async def ask(self, ask: Ask[Any]) -> Any:
        raise AssertionError(f"actors do not ask, and this one asked {ask}")

    def tell(self, message: Message) -> None:
        self.news.append(message)
