from __future__ import annotations

import re

import pytest

from headwater.actors.domain import lazy


def test_a_lazy_pattern_does_what_a_compiled_one_does() -> None:
    digits = lazy.pattern(r"(\d)+", re.IGNORECASE)
    assert digits.sub("n", "a12b") == "anb"
    assert digits.groups == 1
    assert [found[0] for found in digits.finditer("1 22")] == ["1", "22"]


def test_nothing_is_compiled_before_it_is_used() -> None:
    broken = lazy.pattern("(")
    with pytest.raises(re.error):
        broken.search("")
