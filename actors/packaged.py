"""The inventory that came with the package; a module is imported when it is first needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from headwater.kernel.discovery import exported
from headwater.kernel.prompt import Prompt
from headwater.kernel.tool import Tool
from headwater.kernel.view import View

if TYPE_CHECKING:
    from headwater.actors.doors.mcp.lists import Lists


class Packaged:
    """Finds by the lists' rows, so that a name which is not listed cannot be called either."""

    def __init__(self, lists: Lists) -> None:
        self._tools = {row.name: row.module for row in lists.tools}
        self._views = {row.name: row.module for row in lists.resources}
        self._templates = [row.module for row in lists.templates]
        self._prompts = {row.name: row.module for row in lists.prompts}

    def tool(self, name: str) -> Tool | None:
        """The tool of that name, if the operator offers it."""
        module = self._tools.get(name)
        return None if module is None else exported(module, "TOOL", Tool)

    def view(self, uri: str) -> View | None:
        """The view that serves the URI, or whose template it is."""
        if uri in self._views:
            return exported(self._views[uri], "VIEW", View)
        templates = (exported(module, "VIEW", View) for module in self._templates)
        return next((view for view in templates if view.serves(uri)), None)

    def prompt(self, name: str) -> Prompt | None:
        """The prompt of that name."""
        module = self._prompts.get(name)
        return None if module is None else exported(module, "PROMPT", Prompt)
