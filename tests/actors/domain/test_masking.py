from __future__ import annotations

import base64
import string
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from headwater.actors.domain.masking import MASK, Mask, secrets_in

KEYS = st.text(st.sampled_from(string.ascii_letters + string.digits + "-_.+/=:%&"), min_size=8)
FORMS = [
    str,
    lambda key: quote(key, safe=""),
    quote_plus,
    lambda key: base64.b64encode(key.encode()).decode(),
    lambda key: base64.b64encode(f"user:{key}".encode()).decode(),
    lambda key: base64.urlsafe_b64encode(f"u:{key}".encode()).decode(),
]


@given(st.text(), KEYS, st.text(), st.sampled_from(FORMS))
def test_a_text_with_a_key_in_it_never_leaves_with_it(
    before: str, key: str, after: str, form: object
) -> None:
    assert callable(form)
    assume(key.strip() == key and key not in MASK)
    inserted = form(key)
    left = Mask([key])(before + inserted + after)
    assert key not in left
    assert inserted not in left


@given(st.text(st.sampled_from("abc key=:& ")), st.lists(KEYS, max_size=3))
def test_masking_twice_hides_no_less(text: str, keys: list[str]) -> None:
    once = Mask(keys)(text)
    assert all(key not in Mask(keys)(once) for key in keys if key not in MASK)


@pytest.mark.parametrize(
    "text",
    [
        "Authorization: Bearer abcdefghijklmnop",
        "https://api.test/?api_key=abcdefgh12345&q=x",
        "https://someone:hunter22@host.test/",
        '{"apiKey": "abcdefgh12345"}',
        "AKIAABCDEFGHIJKLMNOP",
        "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
        "sk-proj-abcdefghijklmnopqrstuvwx",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefghijk",
        "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----",
    ],
)
def test_what_looks_like_a_key_is_masked_though_nobody_named_it(text: str) -> None:
    assert MASK in Mask()(text)
    for secret in ("abcdefgh12345", "hunter22", "abcdefghijklmnop"):
        assert secret not in Mask()(text)


@pytest.mark.parametrize(
    "text", ["The key to the city", "token economics", "http://host.test:8080/a@b", "passwords"]
)
def test_ordinary_words_stay(text: str) -> None:
    assert Mask()(text) == text


def test_variables_that_are_secret_are_known_by_name() -> None:
    given_ = {"BRAVE_API_KEY": "k1", "GITHUB_TOKEN": "k2", "HOME": "/root", "KEYBOARD": "us"}
    assert secrets_in(given_) == ["k1", "k2"]
