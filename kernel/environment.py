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


class Given:
    """A value and where it came from."""

    __slots__ = ("origin", "value")

    def __init__(self, value: object, origin: str) -> None:
        self.value = value
        self.origin = origin


class BadSetting(Exception):
    """A setting that cannot be used; the message says which, why, and what is accepted."""


def gather(environ: Mapping[str, str]) -> dict[str, Given]:
    """Everything that is set. An empty variable counts as not set, as clients write them so."""
    path = config_path(environ)
    given = _from_file(path, required="HEADWATER_CONFIG" in environ)
    for name, value in environ.items():
        if value:
            given[name] = Given(value, "environment")
    return given


def config_path(environ: Mapping[str, str]) -> str:
    """Where the file is looked for."""
    if chosen := environ.get("HEADWATER_CONFIG"):
        return chosen
    home = environ.get("HOME") or os.path.expanduser("~")  # noqa: PTH111 - pathlib costs 5 ms
    if sys.platform == "darwin":
        folder = home + "/Library/Application Support"
    else:
        folder = environ.get("XDG_CONFIG_HOME") or home + "/.config"
    return folder + "/headwater/config.toml"


def _from_file(path: str, *, required: bool) -> dict[str, Given]:
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - as above
            text = file.read()
    except FileNotFoundError:
        if required:
            raise BadSetting(f"HEADWATER_CONFIG: there is no file {path}") from None
        return {}
    except OSError as error:
        raise BadSetting(f"{path} cannot be read: {error.strerror}") from None
    import tomllib

    try:
        table = tomllib.loads(text.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSetting(f"{path} is not valid TOML: {error}") from None
    return {name.upper(): Given(value, path) for name, value in table.items()}
