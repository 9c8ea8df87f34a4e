"""Where a command's words go: standard output for results, standard error for the rest."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TextIO

import msgspec

from headwater.actors.doors.cli.table import table

Style = Literal["bold", "dim", "red", "green", "yellow"]
State = Literal["ok", "note", "problem"]

_CODES: dict[Style, int] = {"bold": 1, "dim": 2, "red": 31, "green": 32, "yellow": 33}
_MARKS: dict[State, tuple[str, str, Style]] = {  # and what stands for it where only ASCII can
    "ok": ("✓", "+", "green"),
    "note": ("!", "!", "yellow"),
    "problem": ("✗", "x", "red"),
}
_CLEAR = "\r\x1b[K"


class Console:
    """
    Colours and a changing status line only where somebody looks at them.

    On a terminal text is wrapped to its width; elsewhere a row stays one line, for other programs,
    unless COLUMNS says how wide it may be.
    """

    def __init__(self, out: TextIO, error: TextIO, environ: Mapping[str, str]) -> None:
        self._out = out
        self._error = error
        self._status = False
        self.terminal = out.isatty()
        self.watched = error.isatty()  # whether a status line can be seen
        plain = environ.get("NO_COLOR") or environ.get("TERM") == "dumb"
        self.colours = self.terminal and not plain
        sized = self.terminal or environ.get("COLUMNS", "").isdigit()
        self.width = shutil.get_terminal_size().columns if sized else None

    def say(self, *lines: str) -> None:
        """A result, line by line."""
        self._write(self._out, "".join(f"{line}\n" for line in lines))

    def complain(self, *lines: str) -> None:
        """Something that is not a result."""
        self.status("")
        self._write(self._error, "".join(f"{line}\n" for line in lines))

    def status(self, text: str) -> None:
        """What is going on, on one line that the next replaces; nothing takes it away."""
        if self.watched and (text or self._status):
            width = shutil.get_terminal_size().columns
            self._write(self._error, _CLEAR + text[: width - 1])
            self._status = bool(text)

    def json(self, value: Any) -> None:
        """A result for programs."""
        self.raw(msgspec.json.format(msgspec.json.encode(value), indent=2))

    def raw(self, document: bytes) -> None:
        """JSON as it is: always UTF-8, whatever the terminal's encoding is."""
        self._out.flush()
        self._out.buffer.write(document + b"\n")
        self._out.buffer.flush()

    def table(self, headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Rows under their headers."""
        first, *rest = table(headers, rows, self.width)
        self.say(self.paint(first, "bold"), *rest)

    def paint(self, text: str, style: Style) -> str:
        """The text in a style, where colours are shown."""
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if self.colours else text

    def mark(self, state: State) -> str:
        """One character that says how a check went."""
        sign, plain, style = _MARKS[state]
        return self.paint(sign if self._can_write(sign) else plain, style)

    def _can_write(self, text: str) -> bool:
        try:
            text.encode(self._out.encoding or "utf-8")
        except UnicodeEncodeError:
            return False
        return True

    def _write(self, stream: TextIO, text: str) -> None:
        encoding = stream.encoding or "utf-8"
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
        stream.flush()
