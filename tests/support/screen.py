"""What a command writes to, be it a terminal or not."""

from __future__ import annotations

import io


class Screen(io.TextIOWrapper):
    """Keeps everything that was written."""

    def __init__(self, *, terminal: bool, encoding: str = "utf-8") -> None:
        self.bytes = io.BytesIO()
        self.terminal = terminal
        super().__init__(self.bytes, encoding=encoding, write_through=True)

    def isatty(self) -> bool:
        return self.terminal

    @property
    def text(self) -> str:
        return self.bytes.getvalue().decode(self.encoding)
