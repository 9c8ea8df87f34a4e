"""The name of a town where only ASCII may be written."""

from __future__ import annotations

import unicodedata
from urllib.parse import quote

LONGEST = 200  # characters


def header_text(name: str) -> str:
    """Without accents; a name in another script is percent-encoded."""
    line = " ".join(name.split())[:LONGEST]
    plain = unicodedata.normalize("NFKD", line)
    bare = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return bare if bare.isascii() and bare.isprintable() else quote(line, safe=" ,'-")
