"""
Keys of kept results.

Two calls that may give different results never share a key: everything a tool takes is in it,
defaults filled in, unless the tool says that an argument does not change its result.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from headwater.actors.messages.providers import Consult
from headwater.kernel.tool import Tool

ANSWER_SHAPE = 1  # raise it whenever what providers give changes its meaning
PAGE_SHAPE = 1  # raise it whenever what is kept of a page changes its shape


def tool_key(tool: Tool, arguments: Struct) -> str:
    """The key of a call's result: the tool, the shape of what it gives, and all it was given."""
    given = plain(arguments)
    keyed = {name: value for name, value in given.items() if name not in tool.unkeyed}
    canonical = msgspec.json.encode(keyed, order="sorted")
    return f"{tool.name}/{tool.shape}/{hashlib.sha256(canonical).hexdigest()}"


def page_key(kind: Literal["page", "raw"], normalised: str) -> str:
    """The key of a page. One document serves every length and mode, so only the address counts."""
    return f"{kind}/{PAGE_SHAPE}/{normalised}"


def answer_key(want: Consult) -> str:
    """The key of a provider's answer: hashed, because questions are private."""
    canonical = msgspec.json.encode(want.question, order="deterministic")
    digest = hashlib.sha256(canonical).hexdigest()
    return f"{want.provider}/{want.operation}/{ANSWER_SHAPE}/{digest}"


def plain(value: Any) -> Any:
    """Plain JSON values under the names that callers use, with nothing left out."""
    if isinstance(value, Struct):
        fields = msgspec.structs.fields(value)
        return {field.encode_name: plain(getattr(value, field.name)) for field in fields}
    if isinstance(value, Mapping):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return msgspec.to_builtins(value, order="sorted")
