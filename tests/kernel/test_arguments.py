from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.tools import Echo, Nested

from headwater.kernel.arguments import decode
from headwater.kernel.faults import BadInput


def test_good_arguments_become_the_tools_struct() -> None:
    raw = b'{"text":"a","sources":[{"url":"x"}]}'
    assert decode(raw, Echo) == Echo("a", sources=[Nested("x")])


def test_null_counts_as_left_out() -> None:
    assert decode(b'{"text":"a","sources":null}', Echo) == Echo("a")


@pytest.mark.parametrize(
    ("raw", "field", "problem", "accepted"),
    [
        ("{}", "text", "is required", "text from 1 to 100 characters"),
        (
            '{"text":7}',
            "text",
            "expected text, got a whole number",
            "text from 1 to 100 characters",
        ),
        (
            '{"text":""}',
            "text",
            "expected text of at least 1",
            "text from 1 to 100 characters",
        ),
        (
            '{"text":"a","times":99}',
            "times",
            "expected a whole number <= 10",
            "a whole number from 1 to 10",
        ),
        ('{"text":"a","mood":"sad"}', "mood", "invalid enum value 'sad'", "calm, loud"),
        (
            '{"text":"a","moood":"calm"}',
            "moood",
            "is not a known field, did you mean mood?",
            "text, times, mood, sources",
        ),
        (
            '{"text":"a","sources":[{"url":"x"},{}]}',
            "sources[1].url",
            "is required",
            "text of at most 20 characters",
        ),
        (
            '{"text":"a","sources":[{"url":"x","wait":1}]}',
            "sources[0].wait",
            "is not a known field",
            "url, weight",
        ),
        (
            '{"text":"a","sources":"x"}',
            "sources",
            "expected a list, got text",
            "a list of an object with url (required), weight",
        ),
        ('{"text":"\\ud800"}', "arguments", "cannot be decoded", "a JSON object"),
    ],
)
def test_a_refusal_names_the_field_the_problem_and_what_is_accepted(
    raw: str, field: str, problem: str, accepted: str
) -> None:
    with pytest.raises(BadInput) as caught:
        decode(raw.encode(), Echo)
    assert caught.value.field == field
    assert problem in caught.value.problem
    assert caught.value.accepted == accepted


def test_arguments_nested_without_end_are_refused() -> None:
    raw = b'{"text":"a","deep":' + b'{"a":' * 50_000 + b"1" + b"}" * 50_001
    with pytest.raises(BadInput):
        decode(raw, Echo)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


@given(st.dictionaries(st.sampled_from(["text", "times", "mood", "sources", "zz"]), JSON))
def test_any_json_is_taken_or_refused(arguments: dict[str, object]) -> None:
    try:
        decode(json.dumps(arguments).encode(), Echo)
    except BadInput as refusal:
        assert refusal.field  # noqa: PT017 - either outcome is fine, as long as it is one of them
