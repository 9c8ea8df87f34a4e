from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.domain.robots import EVERYTHING, NOTHING, read


@pytest.mark.parametrize(
    ("text", "target", "allowed"),
    [
        ("", "/a", True),
        ("User-agent: *\nDisallow: /", "/a", False),
        ("User-agent: *\nDisallow:", "/a", True),
        ("User-agent: *\nDisallow: /\nUser-agent: headwater\nAllow: /", "/a", True),
        ("User-agent: other\nUser-agent: Headwater/2 x\nDisallow: /a", "/ab", False),
        ("User-agent: other\nDisallow: /", "/a", True),
        ("user-agent:*\r\ndisallow:/a #no\rallow:/a/b", "/a/b/c", True),
        ("user-agent: *\ndisallow: /a\nallow: /a", "/a", True),
        ("user-agent: *\ndisallow: /*.gif$", "/x/y.gif", False),
        ("user-agent: *\ndisallow: /*.gif$", "/x/y.gif?1", True),
        ("user-agent: *\ndisallow: /a$", "/a", False),
        ("user-agent: *\ndisallow: /a$", "/ab", True),
        ("user-agent: *\ndisallow: /%7ejoe", "/~joe/x", False),
        ("user-agent: *\ndisallow: /b\u00fc", "/b%C3%BC", False),
        ("user-agent: *\ndisallow: /\nsitemap: x", "/robots.txt", True),
        ("disallow: /\nuser-agent: *\nallow: /b", "/a", True),
        ("user-agent: *\ncrawl-delay: 9\nuser-agent: headwater\ndisallow: /", "/a", False),
        (
            "user-agent: headwater\nallow: /a\nuser-agent: x\nuser-agent: headwater\ndisallow: /b",
            "/b",
            False,
        ),
    ],
)
def test_rules_are_read_as_the_rfc_says(text: str, target: str, *, allowed: bool) -> None:
    assert read(text.encode(), "Headwater/1.0").allows(target) is allowed


@given(st.binary(max_size=200), st.text(max_size=50))
def test_any_bytes_are_rules(body: bytes, target: str) -> None:
    read(body, "headwater").allows(target)
    assert EVERYTHING.allows(target)
    assert NOTHING.allows("/" + target) == (target == "robots.txt")


def test_a_hostile_pattern_takes_no_time() -> None:
    rules = read(b"user-agent: *\ndisallow: /" + b"*a" * 5000 + b"$", "headwater")
    assert rules.allows("/" + "a" * 4000)
