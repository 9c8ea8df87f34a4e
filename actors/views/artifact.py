"""A result that was too large to send."""

from __future__ import annotations

from collections.abc import Mapping

from headwater.actors.messages.artifacts import LOCAL, ReadArtifact
from headwater.kernel.tool import Desk
from headwater.kernel.view import Content, View


async def read(variables: Mapping[str, str], desk: Desk) -> Content:
    """The body: as text where it is text, and as what it is."""
    found = await desk.ask(ReadArtifact(owner=LOCAL, id=variables["id"]))
    try:
        return Content(found.body.decode(), found.mime_type)
    except UnicodeDecodeError:
        return Content(found.body, found.mime_type)


VIEW = View(
    uri="research://artifact/{id}",
    name="research-artifact",
    title="Research Artifact",
    about="The full body of a result that was linked because it is large; kept for 30 minutes.",
    mime_type="text/plain",
    read=read,
)
