"""Results too large to send, kept for a while to be fetched by whoever they were made for."""

from __future__ import annotations

from typing import ClassVar

from headwater.kernel.faults import Fault
from headwater.kernel.message import Ask, Message

LOCAL = "local"
"""The owner over stdio, where there is only one. Never taken from what a caller sends."""


class Artifact(Message, frozen=True):
    """A kept result, without its body."""

    id: str  # SHA-256 of the body, hexadecimal
    bytes: int
    mime_type: str
    expires_at: float  # wall clock, seconds

    @property
    def uri(self) -> str:
        """Where it is read."""
        return f"research://artifact/{self.id}"


class ArtifactBody(Message, frozen=True):
    """A kept result."""

    body: bytes
    mime_type: str


class PutArtifact(Ask[Artifact], frozen=True):
    """Keep a body for its owner; answered when it is safe, so that the link can be handed out."""

    shared: ClassVar[bool] = False

    owner: str
    body: bytes
    mime_type: str = "application/json"


class ReadArtifact(Ask[ArtifactBody], frozen=True):
    """An owner's artifact. To know an id is not enough: it is looked up together with the owner."""

    owner: str
    id: str


class ArtifactGone(Fault):
    """There is no such artifact, or its time is over, or it is somebody else's."""

    code = "unknown_resource"
    hint = "Artifacts are kept for 30 minutes; call the tool again for a new one."

    def __init__(self, identity: str) -> None:
        super().__init__(f"there is no artifact {identity[:64]!r}")
