from __future__ import annotations

import pytest
from support.tools import VIEWS

NOTE, PICTURE = VIEWS["test.note"], VIEWS["test.picture"]


@pytest.mark.parametrize(
    ("uri", "variables"),
    [
        ("note://7", {"number": "7"}),
        ("note://a.b", {"number": "a.b"}),
        ("note://", None),
        ("note://../secret", None),
        ("note://7/more", None),
        ("xnote://7", None),
        ("note://7\n", {"number": "7\n"}),
    ],
)
def test_a_template_serves_uris_with_a_value_for_every_variable(
    uri: str, variables: dict[str, str] | None
) -> None:
    assert NOTE.match(uri) == variables


def test_a_plain_uri_serves_itself_alone() -> None:
    assert PICTURE.match("picture://one") == {}
    assert PICTURE.match("picture://One") is None
    assert not PICTURE.is_template
