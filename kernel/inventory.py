"""What a server offers, by name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from headwater.kernel.prompt import Prompt
from headwater.kernel.tool import Tool
from headwater.kernel.view import View


class Inventory(Protocol):
    """Where tools, views and prompts are found."""

    def tool(self, name: str) -> Tool | None:
        """The tool of that name, if it is offered."""

    def view(self, uri: str) -> View | None:
        """The view that serves the URI, or whose template it is."""

    def prompt(self, name: str) -> Prompt | None:
        """The prompt of that name."""


class Loaded:
    """An inventory of values at hand."""

    def __init__(
        self, tools: Iterable[Tool], views: Iterable[View], prompts: Iterable[Prompt]
    ) -> None:
        self._tools = {tool.name: tool for tool in tools}
        self._views = list(views)
        self._prompts = {prompt.name: prompt for prompt in prompts}

    def tool(self, name: str) -> Tool | None:
        """The tool of that name."""
        return self._tools.get(name)

    def view(self, uri: str) -> View | None:
        """The view that serves the URI, or whose template it is."""
        return next((view for view in self._views if view.serves(uri)), None)

    def prompt(self, name: str) -> Prompt | None:
        """The prompt of that name."""
        return self._prompts.get(name)
