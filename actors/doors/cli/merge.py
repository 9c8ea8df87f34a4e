"""Puts one entry into another program's JSON file and leaves the rest as it is."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any, Literal

PRIVATE = 0o600  # for a file of our making, since an entry may carry keys

Change = Literal["added", "replaced", "unchanged"]


class CannotMerge(Exception):
    """The file is not one that an entry can be put into; the message says why."""


def put(path: Path, member: str, name: str, entry: dict[str, Any]) -> Change:
    """
    Set `entry` under `name` in the object `member`, keeping a copy of the file as it was.

    The new file takes the old one's place in one step, so the other program never reads half a
    file. A link is followed, because people keep such files elsewhere and link to them.
    """
    path = path.resolve()
    document = _read(path)
    servers = document.setdefault(member, {})
    if not isinstance(servers, dict):
        raise CannotMerge(f"{path}: {member} is not an object")
    before = servers.get(name)
    if before == entry:
        return "unchanged"
    servers[name] = entry
    _write(path, json.dumps(document, indent=2, ensure_ascii=False) + "\n")
    return "added" if before is None else "replaced"


def _read(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise CannotMerge(f"{path} cannot be read: {error}") from None
    try:
        document = json.loads(text) if text.strip() else {}
    except (ValueError, RecursionError) as error:
        hint = "correct it, or add the entry by hand if it holds comments, which would be lost"
        raise CannotMerge(f"{path} is not plain JSON ({error}); {hint}") from None
    if not isinstance(document, dict):
        raise CannotMerge(f"{path} does not hold a JSON object")
    return document


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        mode = PRIVATE
        if path.exists():
            mode = path.stat().st_mode & 0o777
            shutil.copy2(path, path.with_name(path.name + ".bak"))
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.chmod(mode)
        draft.replace(path)
    except OSError as error:
        raise CannotMerge(f"{path} cannot be written: {error.strerror}") from None
