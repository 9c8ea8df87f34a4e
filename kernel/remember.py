"""
Code that libraries write while they are loaded, compiled once for all starts.

attrs writes the methods of Trio's classes as text and has Python compile it, in every process anew,
which took a tenth of a first call. What was compiled is kept beside the bytecode of this module,
where and when Python keeps bytecode, and is used only for the same text.
"""

from __future__ import annotations

import builtins
import marshal
import os
import re
import sys
from contextlib import contextmanager, suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import CodeType
    from typing import Any

    Kept = dict[str, tuple[str, CodeType]]  # by the name it is compiled under

_WRITTEN = "<attrs generated "  # how the names of such code begin
# The number that each hash of a class begins with. It is any number: attrs takes another in every
# process, so the text is compared without it.
_SALT = re.compile(r"(hash\(\(\n\s+)-?\d+")
_HEAD = f"headwater 1 {sys.version}\n".encode()  # compiled code is one Python's own


@contextmanager
def remembering(file: str | None = None) -> Iterator[None]:
    """While the block runs, code that was compiled in an earlier process is not compiled again."""
    place = file or _beside()
    known = _read(place)
    used: Kept = {}
    usual = builtins.compile

    def find(source: Any, filename: Any, mode: str, *rest: Any, **options: Any) -> Any:
        if rest or options or mode != "exec" or not str(filename).startswith(_WRITTEN):
            return usual(source, filename, mode, *rest, **options)
        text = _SALT.sub(r"\1", source)
        before, code = known.get(filename, (None, None))
        if before != text or code is None:
            code = usual(source, filename, mode)
        used[filename] = (text, code)
        return code

    builtins.compile = find
    try:
        yield
    finally:
        builtins.compile = usual
    if used != known and not sys.dont_write_bytecode:
        _write(place, used)


def _beside() -> str:
    """Where this module's own bytecode is kept; the name tells the Python it is for."""
    cached = __spec__.cached or ""
    return cached.removesuffix(".pyc") + ".attrs" if cached else os.devnull


def _read(file: str) -> Kept:
    with suppress(OSError, EOFError, ValueError, TypeError), open(file, "rb") as kept:  # noqa: PTH123
        data = kept.read()
        if data.startswith(_HEAD):
            found: Kept = marshal.loads(data[len(_HEAD) :])  # noqa: S302 - as bytecode is
            return found
    return {}


def _write(file: str, kept: Kept) -> None:
    """All at once: another process may read it or write it at the same time."""
    draft = f"{file}.{os.getpid()}"
    with suppress(OSError):
        with open(draft, "wb") as out:  # noqa: PTH123
            out.write(_HEAD + marshal.dumps(kept))
        os.replace(draft, file)  # noqa: PTH105
