"""Every text in an answer without what nobody sees, whatever the answer is made of."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from headwater.actors.domain.sanitise import sanitise


def clean(value: Any) -> Any:
    """The same value; where nothing has to go, the very same object."""
    try:
        written = msgspec.json.encode(value).decode()  # all texts at once, controls as escapes
    except UnicodeEncodeError:
        return _cleaned(value)
    if "\\u" not in written and "\\r" not in written and sanitise(written).text == written:
        return value
    return _cleaned(value)


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return sanitise(value).text
    if isinstance(value, Struct):
        return _struct(value)
    if isinstance(value, list):
        return [_cleaned(item) for item in value]
    if isinstance(value, tuple):
        return tuple(_cleaned(item) for item in value)
    if isinstance(value, dict):
        return {_cleaned(name): _cleaned(item) for name, item in value.items()}
    return value


def _struct(value: Struct) -> Struct:
    fields = {name: getattr(value, name) for name in value.__struct_fields__}
    cleaned = {name: _cleaned(item) for name, item in fields.items()}
    changed = {name: item for name, item in cleaned.items() if item != fields[name]}
    return msgspec.structs.replace(value, **changed) if changed else value
