from __future__ import annotations

import time

import pytest

from headwater.actors.domain.images import without_images


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("a ![view](https://x.test/i.png) b", "a view b"),
        ("![](https://x.test/?q=secret)", ""),
        ("![view][ref]", "view"),
        ("[bad](javascript:alert(1))", "[bad](javascript:alert(1))"),
        ("[bad](javascript:alert) and [worse]( DATA:text/html,x)", "bad and worse"),
        ("[![badge](https://x.test/b.svg)](https://x.test/)", "[badge](https://x.test/)"),
        ("```\n![kept](https://x.test/i.png)\n```\n![gone](y)", "```\n![kept](https://x.test/i.png)\n```\ngone"),
        ("text [link](https://x.test/)", "text [link](https://x.test/)"),
    ],
)  # fmt: skip
def test_images_become_what_they_show(markdown: str, shown: str) -> None:
    assert without_images(markdown) == shown


def test_time_grows_with_the_text() -> None:
    began = time.thread_time()
    without_images("![" * 200_000 + "](")
    without_images("```\n" * 50_000)
    assert time.thread_time() - began < 3
