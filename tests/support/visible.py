"""What is invisible, said once more as one regular expression: what the native code is held to."""

from __future__ import annotations

import re
from collections import Counter

# Letters and marks of scripts in which a joiner changes how a word is written: Arabic, Syriac,
# N'Ko, the Indic scripts with Sinhala, Tibetan, Myanmar, Khmer, Mongolian and Arabic's forms.
_JOINING = (
    "\u0620-\u065f\u066e-\u06d3\u06d5-\u06dc\u06ed-\u06ef\u06fa-\u06ff\u0710-\u074a\u074d-\u07b1"
    "\u07ca-\u07ea\u08a0-\u08ff\u0900-\u0963\u0971-\u0dff\u0f40-\u0fbc\u1000-\u103f\u1780-\u17b3"
    "\u17b6-\u17d3\u1820-\u18aa\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc"
)
_EMOJI = (
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u24c2\u25aa-\u25fe\u2600-\u27bf"
    "\u2934-\u2935\u2b05-\u2b55\u3030\u303d\u3297\u3299\U0001f000-\U0001f3fa\U0001f400-\U0001faff]"
)
_ONE = f"{_EMOJI}(?:\ufe0f|[\U0001f3fb-\U0001f3ff]\ufe0f?)?"
_FLAGS = "|".join(  # the three regions whose flags are spelt in tag characters
    "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in region) + "\U000e007f"
    for region in ("gbeng", "gbsct", "gbwls")
)

_TOKEN = re.compile(
    "(?:"
    f"(?P<kept>{_FLAGS}|{_ONE}(?:\u200d{_ONE})*|[0-9#*]\ufe0f?\u20e3"
    f"|(?<=[{_JOINING}])[\u200c\u200d](?=[{_JOINING}]))"
    "|(?P<escape_sequences>\x1b\\[[0-?]*[ -/]*[@-~]|\x1b\\][^\x07\x1b\n]*(?:\x07|\x1b\\\\))"
    "|(?P<tag_characters>[\U000e0000-\U000e007f]+)"
    "|(?P<variation_selectors>[\ufe00-\ufe0f\U000e0100-\U000e01ef]+)"
    "|(?P<joiners>[\u200c\u200d]+)"
    "|(?P<bidi_controls>[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+)"
    "|(?P<zero_width>[\u200b\u2060-\u2065\u206a-\u206f\ufeff]+)"
    "|(?P<soft_hyphens>\u00ad+)"
    "|(?P<fillers>[\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0]+)"
    "|(?P<annotations>[\ufff9-\ufffb\U0001d173-\U0001d17a]+)"
    "|(?P<control_characters>[\x00-\x08\x0b-\x1f\x7f-\x9f])"
    ")"
)


def sanitised(text: str) -> tuple[str, dict[str, int]]:
    """The text as a reader sees it, and what went by rule."""
    removed: Counter[str] = Counter()

    def keep(found: re.Match[str]) -> str:
        rule = found.lastgroup or ""
        if rule == "kept":
            return found[0]
        removed[rule] += 1 if rule == "escape_sequences" else len(found[0])
        return ""

    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    return _TOKEN.sub(keep, plain), dict(removed)
