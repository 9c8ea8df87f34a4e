"""A result that was too large to send."""

from __future__ import annotations

from collections.abc import Mapping

from headwater.actors.messages.artifacts import LOCAL, ReadArtifact
from headwater.kernel.tool import Desk
from headwater.kernel.view import View


async def read(variables: Mapping[str, str], desk: Desk) -> str | bytes:
    """The body: as text where it is text."""
    found = await desk.ask(ReadArtifact(owner=LOCAL, id=variables["id"]))
    try:
        return found.body.decode()
    except UnicodeDecodeError:
        return found.body


VIEW = View(
    uri="research://artifact/{id}",
    name="research-artifact",
    title="Research Artifact",
    about="The full body of a result that was linked because it is large; kept for 30 minutes.",
    mime_type="text/plain",
    read=read,
)
