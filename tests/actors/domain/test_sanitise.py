from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.visible import sanitised

from headwater.actors.domain.sanitise import sanitise, sanitise_value

INVISIBLE = (
    "\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2066\u2069\ufeff\u00ad\u061c\u115f\u17b4\u180b"
    "\u3164\uffa0\ufff9\ufe00\ufe0e\x00\x07\x1b\x7f\x9b\U0001d173\U000e0041\U000e007f\U000e0100"
)
SCRIPTS = "aZé中कमال0#*🏴👩💻❤"  # noqa: RUF001
SEQUENCES = (
    "\x1b[31m",
    "\x1b]8;;http://x.test\x07",
    "\u200d\U0001f4bb",
    "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
)
TEXTS = st.one_of(
    st.text(),
    st.text(st.sampled_from(INVISIBLE + SCRIPTS + "\ufe0f\u20e3\U0001f3fd[]m;\\\r\n\t ")),
)


@given(TEXTS)
def test_sanitising_twice_is_sanitising_once(text: str) -> None:
    once = sanitise(text).text
    assert sanitise(once).text == once
    assert sanitise(once).removed == {}


@given(st.lists(st.sampled_from([*INVISIBLE, *SCRIPTS, *"\ufe0f\u20e3\U0001f3fd\r\n", *SEQUENCES])))
def test_it_is_what_one_regular_expression_says(pieces: list[str]) -> None:
    text = "".join(pieces)
    clean = sanitise(text)
    assert (clean.text, clean.removed) == sanitised(text)


def _letters(text: str) -> str:
    """What a reader sees for certain: letters, digits and punctuation of any script."""
    gone = "\u115f\u1160\u3164\uffa0\u17b4\u17b5"
    return "".join(
        character
        for character in text
        if unicodedata.category(character)[0] in "LNP" and character not in gone
    )


@given(st.text(st.characters(exclude_characters="\x1b")))
def test_nothing_visible_is_lost(text: str) -> None:
    assert _letters(sanitise(text).text) == _letters(text)


@given(TEXTS)
def test_what_is_left_is_valid_text_and_what_went_is_counted(text: str) -> None:
    clean = sanitise(text)
    clean.text.encode()
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\x1b" not in text:
        assert len(plain) - len(clean.text) == sum(clean.removed.values())


@pytest.mark.parametrize("invisible", [mark for mark in INVISIBLE if mark not in "\u200c\u200d"])
def test_invisible_characters_go(invisible: str) -> None:
    assert sanitise(f"a{invisible}b").text == "ab"


@pytest.mark.parametrize(
    "text",
    [
        "می\u200cخواهم",  # noqa: RUF001 - Persian: two parts of one word
        "क्\u200dष",  # Devanagari: a half form
        "👩\u200d💻",
        "👩🏽\u200d🚀",
        "❤\ufe0f\u200d🔥",
        "1\ufe0f\u20e3",
        "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        "naïve — “quoted” ¼ 中文 한국어",
        "tab\tand\nline",
    ],
)
def test_what_scripts_and_emoji_need_stays(text: str) -> None:
    assert sanitise(text).text == text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a\u200db", "ab"),
        ("می\u200c\u200dخواهم", "میخواهم"),  # noqa: RUF001
        ("👩\u200d", "👩"),
        ("❤\ufe0f\ufe0f\ufe0f", "❤\ufe0f"),
        ("x\ufe0f", "x"),
        ("red\x1b[31mtext\x1b[0m", "redtext"),
        ("\x1b]8;;http://evil\x07link\x1b]8;;\x07", "link"),
        ("🏴\U000e0068\U000e0069\U000e007f", "🏴"),
        ("lone \ud800 half", "lone  half"),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
    ],
)
def test_the_same_characters_go_where_nothing_needs_them(text: str, left: str) -> None:
    assert sanitise(text).text == left


def test_removed_characters_are_counted_by_rule() -> None:
    clean = sanitise("a\u200b\u200bb\u202ec\U000e0041\x1b[1md")
    assert clean.removed == {
        "zero_width": 2,
        "bidi_controls": 1,
        "tag_characters": 1,
        "escape_sequences": 1,
    }


def test_every_text_in_a_value_is_cleaned_and_depth_is_bounded() -> None:
    assert sanitise_value({"a\u200b": ["b\u202e", {"c": "\x00d"}], "n": 1}) == {
        "a": ["b", {"c": "d"}],
        "n": 1,
    }
    deep: object = "x"
    for _ in range(500):
        deep = [deep]
    assert sanitise_value(deep) is not None
