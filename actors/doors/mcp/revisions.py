"""
The protocol revisions we speak.

Part of the start path: imports nothing. Versions are compared as the raw JSON strings they arrive
in, because the first answer is given before anything that could decode them is loaded.
"""

from __future__ import annotations

HANDSHAKE = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
STATELESS = ("2026-07-28",)
KNOWN = HANDSHAKE + STATELESS
LATEST_HANDSHAKE = HANDSHAKE[-1]

META = "_meta"
VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities"
LOG_LEVEL_KEY = "io.modelcontextprotocol/logLevel"
SERVER_KEY = "io.modelcontextprotocol/serverInfo"
SUBSCRIPTION_KEY = "io.modelcontextprotocol/subscriptionId"

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
RESOURCE_NOT_FOUND = -32002  # until 2025-11-25; later revisions use INVALID_PARAMS
CAPABILITY_REQUIRED = -32021
UNSUPPORTED_VERSION = -32022


def has(revision: str, since: str) -> bool:
    """Whether a feature that came with `since` is part of `revision`."""
    return KNOWN.index(revision) >= KNOWN.index(since)


class Refusal(Exception):
    """A request answered with a JSON-RPC error; `data` is raw JSON."""

    def __init__(self, code: int, message: str, data: bytes = b"") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data
