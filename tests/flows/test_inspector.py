"""The public inspector as a client over stdio."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from support import node

SERVE = [sys.executable, "-m", "headwater.actors.main", "serve"]
SOURCES = [{"url": "https://example.com/essay", "title": "On rivers", "author": "Ada Lovelace"}]

pytestmark = pytest.mark.slow


def inspect(method: str, *more: str) -> dict[str, Any]:
    """What the inspector prints."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "PYTHONPATH") if name in os.environ}
    done = subprocess.run(
        [*node.command(node.INSPECTOR), "--cli", *SERVE, "--method", method, *more],
        capture_output=True,
        text=True,
        check=False,
        env=kept,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    printed: dict[str, Any] = json.loads(done.stdout)
    return printed


def test_tools_are_listed() -> None:
    tools = {tool["name"]: tool for tool in inspect("tools/list")["tools"]}
    assert tools["format_bibliography"]["inputSchema"]["additionalProperties"] is False


def test_a_tool_is_called() -> None:
    arguments = ["--tool-arg", "style=bibtex", "--tool-arg", f"sources={json.dumps(SOURCES)}"]
    result = inspect("tools/call", "--tool-name", "format_bibliography", *arguments)
    assert result["structuredContent"]["entryCount"] == 1
    assert "Ada" in result["structuredContent"]["bibliography"]
    assert json.loads(result["content"][0]["text"]) == result["structuredContent"]


def test_prompts_are_listed() -> None:
    names = [prompt["name"] for prompt in inspect("prompts/list")["prompts"]]
    assert "cite-sources" in names


def test_a_resource_is_read() -> None:
    contents = inspect("resources/read", "--uri", "lenses://catalog")["contents"]
    assert json.loads(contents[0]["text"])["lenses"]
