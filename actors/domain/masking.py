"""
Takes keys out of text that leaves for a log or an error: those we hold, by value and in the forms
they travel in, and whatever looks like one.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping
from urllib.parse import quote, quote_plus

from headwater.actors.domain.lazy import pattern

MASK = "[masked]"
_SHORTEST = 6  # characters; a shorter value occurs by chance
_NAMES = pattern(
    r"(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|AUTH|CREDENTIALS?|HEADERS|KEY_PREV)$",
    re.IGNORECASE,
)
_PATTERNS = (
    pattern(r"(?i)\b(?:bearer|basic)\s+[\w.~+/=-]{8,}"),
    pattern(r"(?i)\btoken\s+(?=[a-z_-]*\d)[\w.~+/=-]{16,}"),
    pattern(
        r"(?i)\b((?:x-)?(?:api|access|secret|private|client|subscription)?[_-]?(?:key|token|secret)"
        r"|passw(?:or)?d|pwd|authorization|credential|signature|sig)"
        r"(\"?\s*[=:]\s*\"?)(?!\[masked\])[^\s\"'&,;<>]{4,}"
    ),
    pattern(r"(?i)(?<=://)[^\s/@?#]+:[^\s/@?#]*(?=@)"),
    pattern(r"\b(?:sk|pk|rk)[-_](?:live|test|proj|ant|or)?[-_]?[A-Za-z0-9_-]{16,}"),
    pattern(r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b"),
    pattern(r"\bAIza[\w-]{35}"),
    pattern(r"\b(?:gh[pousr]|github_pat)_[A-Za-z0-9_]{20,}"),
    pattern(r"\bglpat-[\w-]{20,}|\bxox[abeoprs]-[\w-]{10,}|\b(?:tvly|BSA|jina)[-_][\w-]{16,}"),
    pattern(r"\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*"),
    pattern(
        r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)", re.DOTALL
    ),
)


class Mask:
    """Masks with what it was given to hide. Give it every secret that was loaded."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        forms = {form for secret in secrets for form in _forms(secret)}
        ordered = sorted(forms, key=lambda form: (-len(form), form))  # a key may be part of another
        self._values = pattern("|".join(map(re.escape, ordered))) if ordered else None

    def __call__(self, text: str) -> str:
        """The text without secrets.."""
        masked = self._values.sub(MASK, text) if self._values else text
        for likely in _PATTERNS:
            masked = likely.sub(_masked, masked)
        return masked


def secrets_in(environment: Mapping[str, str]) -> list[str]:
    """The values of variables whose names say that they are secret."""
    return [value for name, value in environment.items() if _NAMES.search(name)]


def _masked(found: re.Match[str]) -> str:
    """The name of a masked value stays, so that a reader knows what was there."""
    if found.re.groups == 2:
        return f"{found[1]}{found[2]}{MASK}"
    return MASK


def _forms(secret: str) -> set[str]:
    """A value as it is, in an address, and in base64 wherever it starts within three bytes."""
    secret = secret.strip()
    if len(secret) < _SHORTEST:
        return set()
    raw = secret.encode(errors="replace")
    forms = {secret, quote(secret, safe=""), quote(secret), quote_plus(secret)}
    forms |= {form.replace("%", "%25") for form in forms if "%" in form}
    for shift in range(3):
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            coded = encode(b"\0" * shift + raw).decode().rstrip("=")
            start, end = (0, 2, 3)[shift], (len(raw) + shift) % 3
            forms.add(coded[start : len(coded) - (1 if end else 0)])
    forms.add(secret.replace("\\", "\\\\").replace('"', '\\"'))  # in JSON
    return {form for form in forms if len(form) >= _SHORTEST}
