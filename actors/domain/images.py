"""Images in Markdown load where it is shown, and so tell their server who reads it and when."""

from __future__ import annotations

import re

_FENCED = re.compile(r"^(```+|~~~+)[^\n]*\n.*?(?:^\1[`~]*[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_IMAGE = re.compile(r"!\[([^\[\]\n]{0,1000})\](?:\([^()\n]{0,4000}\)|\[[^\[\]\n]{0,200}\])")
_UNSAFE = re.compile(
    r"(?i)\[([^\[\]\n]{0,1000})\]\(\s*(?:javascript|data|vbscript):[^()\n]{0,4000}\)"
)


def without_images(text: str) -> str:
    """Markdown in which images are their descriptions; code is left as it is."""
    if "](" not in text and "![" not in text:
        return text
    pieces: list[str] = []
    place = 0
    for code in _FENCED.finditer(text):
        pieces += [_plain(text[place : code.start()]), code[0]]
        place = code.end()
    return "".join([*pieces, _plain(text[place:])])


def _plain(text: str) -> str:
    """Until nothing changes: what is left of one image may make another."""
    for _ in range(4):
        changed = _UNSAFE.sub(r"\1", _IMAGE.sub(r"\1", text))
        if changed == text:
            break
        text = changed
    return text
