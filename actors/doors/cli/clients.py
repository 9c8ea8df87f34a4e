"""The programs that can start Headwater: where each keeps its servers, and in which shape."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct


class Place(Struct, frozen=True):
    """One client's file. `member` is the object in it that holds the servers."""

    path: Path
    member: str
    typed: bool  # whether an entry says that it is a stdio server
    after: str  # what to do for the client to notice


NAMES = ("claude-code", "claude-desktop", "cursor", "vscode")


def place_of(client: str, environ: Mapping[str, str], folder: Path, *, project: bool) -> Place:
    """Where an entry for the client goes; `folder` is the project's."""
    home = Path(environ.get("HOME") or Path.home())
    if client == "claude-code":
        after = "Start claude in this folder; it asks once whether to trust the server."
        return Place(folder / ".mcp.json", "mcpServers", typed=True, after=after)
    if client == "vscode":
        after = "Open this folder in VS Code and start the server above its entry."
        return Place(folder / ".vscode" / "mcp.json", "servers", typed=True, after=after)
    if client == "cursor":
        path = (folder if project else home) / ".cursor" / "mcp.json"
        after = "Restart Cursor and switch the server on in its MCP settings."
        return Place(path, "mcpServers", typed=False, after=after)
    after = "Quit Claude Desktop and start it again; closing its window is not enough."
    return Place(_desktop(home, environ), "mcpServers", typed=False, after=after)


def entry(place: Place, command: list[str], env: dict[str, str]) -> dict[str, Any]:
    """What the client is told about the server."""
    kind = {"type": "stdio"} if place.typed else {}
    started = {"command": command[0], "args": [*command[1:], "serve"]}
    return {**kind, **started, **({"env": env} if env else {})}


def claude_command(name: str, command: list[str], env: dict[str, str]) -> list[str]:
    """
    What adds the entry for all of a person's projects, through Claude Code's own program.

    Its --env takes every word up to the next option, so an option has to follow.
    """
    variables = [word for key, value in env.items() for word in ("--env", f"{key}={value}")]
    options = [*variables, "--scope", "user", "--transport", "stdio"]
    return ["claude", "mcp", "add", *options, name, "--", *command, "serve"]


def _desktop(home: Path, environ: Mapping[str, str]) -> Path:
    if sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = Path(environ.get("XDG_CONFIG_HOME") or home / ".config")
    return folder / "Claude" / "claude_desktop_config.json"
