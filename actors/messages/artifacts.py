"""Large results, kept for a while so that a client can fetch them when it wants to."""

from __future__ import annotations

from typing import ClassVar

from headwater.kernel.message import Ask, Message


class Artifact(Message, frozen=True):
    """Where something is kept, and until when."""

    id: str  # SHA-256 of the body, hexadecimal
    expires_at: float  # wall clock, seconds


class ArtifactBody(Message, frozen=True):
    """What is kept."""

    body: bytes
    mime_type: str


class PutArtifact(Ask[Artifact], frozen=True):
    """Keep this for some time."""

    shared: ClassVar[bool] = False

    body: bytes
    mime_type: str
    seconds: float = 1800.0


class ReadArtifact(Ask[ArtifactBody], frozen=True):
    """What is kept under an id."""

    id: str
