"""
What the operator has set: environment variables over an optional TOML file.

This is on the path to the first answer, so it imports nothing that Python has not loaded anyway;
the TOML reader comes in only when there is a file. Names are those of the variables; in the
file they are written in lower case.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

ENVIRONMENT = "environment"  # the origin of a variable; a file's origin is its absolute path


class Given:
    """A value and where it came from. The value may be a secret, so it is never printed."""

    __slots__ = ("origin", "value")

    def __init__(self, value: object, origin: str) -> None:
        self.value = value
        self.origin = origin

    def __repr__(self) -> str:
        return f"Given(…, {self.origin!r})"


class BadSetting(Exception):
    """A setting that cannot be used; the message says which, why, and what is accepted."""


def gather(environ: Mapping[str, str]) -> dict[str, Given]:
    """Everything that is set. An empty variable counts as not set, as clients write them so."""
    path = config_path(environ)
    given = _from_file(path, required=_is_set(environ.get("HEADWATER_CONFIG")))
    for name, value in environ.items():
        if _is_set(value):
            given[name] = Given(value, ENVIRONMENT)
    return given


def config_path(environ: Mapping[str, str]) -> str:
    """Where the file is looked for."""
    chosen = environ.get("HEADWATER_CONFIG", "").strip()
    if chosen:
        return expand(chosen, environ)
    if sys.platform == "darwin":
        folder = _home(environ) + "/Library/Application Support"
    else:
        folder = environ.get("XDG_CONFIG_HOME") or _home(environ) + "/.config"
    return folder + "/headwater/config.toml"


def data_path(environ: Mapping[str, str]) -> str:
    """Where data is kept unless the operator says otherwise."""
    if sys.platform == "darwin":
        folder = _home(environ) + "/Library/Application Support"
    else:
        folder = environ.get("XDG_DATA_HOME") or _home(environ) + "/.local/share"
    return folder + "/headwater"


def expand(path: str, environ: Mapping[str, str]) -> str:
    """The absolute path. A client's settings pass ~ on as it is, because no shell is in between."""
    if path == "~" or path.startswith("~/"):
        path = _home(environ) + path[1:]
    return os.path.abspath(path)  # noqa: PTH100 - pathlib costs 5 ms


def _home(environ: Mapping[str, str]) -> str:
    return environ.get("HOME") or os.path.expanduser("~")  # noqa: PTH111 - as above


def _is_set(value: object) -> bool:
    """Whether a value says anything: not an empty text, and not an empty list."""
    return bool(value.strip()) if isinstance(value, str) else value not in (None, [])


def _from_file(path: str, *, required: bool) -> dict[str, Given]:
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - as above
            text = file.read()
    except (FileNotFoundError, NotADirectoryError):
        if required:
            raise BadSetting(f"HEADWATER_CONFIG: there is no file {path}") from None
        return {}
    except OSError as error:
        raise BadSetting(f"{path} cannot be read: {error.strerror}") from None
    import tomllib

    try:
        table = tomllib.loads(text.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSetting(f"{path} is not valid TOML: {error}") from None
    return _named(table, path)


def _named(table: dict[str, object], path: str) -> dict[str, Given]:
    if len({name.upper() for name in table}) < len(table):
        raise BadSetting(f"{path} sets a name twice, in different spellings; use lower case")
    return {name.upper(): Given(value, path) for name, value in table.items() if _is_set(value)}
