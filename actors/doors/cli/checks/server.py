"""The server itself: whether its lists fit its code, and whether it answers."""

from __future__ import annotations

from pathlib import Path

from headwater.actors import lists
from headwater.actors.doors.cli.checks.finding import Finding, Patient
from headwater.actors.doors.cli.client import Client, ServerSilent, own_command


def packaged_lists(_: Patient) -> Finding:
    """Whether the lists that clients get were made from the code that answers."""
    fix = "Install Headwater again; in a checkout, `make golden` writes them anew."
    try:
        stale = [name for name, text in _fresh().items() if _stored(name) != text]
    except (ImportError, OSError) as error:
        return Finding("lists", "problem", f"cannot be compared: {error}", fix)
    if stale:
        detail = f"{', '.join(stale)} differ from the code"
        return Finding("lists", "problem", detail, fix)
    return Finding("lists", "ok", "match the code")


def answers(patient: Patient) -> Finding:
    """Start it as a client would, shake hands, list, and leave."""
    if patient.settings is None:
        return Finding("server", "note", "not started, because the settings are not valid")
    fix = "`headwater serve` on a terminal shows what it says; report it if it is a bug."
    try:
        with Client(own_command(), patient.environ) as client:
            hello = client.greet()
            listed = client.request("tools/list")
            code, seconds = client.leave()
    except (ServerSilent, OSError) as error:
        return Finding("server", "problem", str(error), fix)
    if hello.failed or listed.failed or code:
        detail = f"answers with errors, or leaves with code {code}"
        return Finding("server", "problem", detail, fix)
    times = f"first answer {hello.seconds * 1000:.0f} ms, list {listed.seconds * 1000:.1f} ms"
    tools = len(listed.body["tools"])
    detail = f"{times}, end {seconds * 1000:.0f} ms; tools/list has {tools}, {listed.size:,} bytes"
    return Finding("server", "ok", detail)


def _stored(name: str) -> bytes:
    return Path(lists.FOLDER, f"{name}.tsv").read_bytes()


def _fresh() -> dict[str, bytes]:
    from headwater.actors import prompts, tools, views
    from headwater.actors.doors.mcp.listing import files
    from headwater.kernel.discovery import discover
    from headwater.kernel.prompt import Prompt
    from headwater.kernel.tool import Tool
    from headwater.kernel.view import View

    return files(
        discover(tools, "TOOL", Tool),
        discover(views, "VIEW", View),
        discover(prompts, "PROMPT", Prompt),
    )
