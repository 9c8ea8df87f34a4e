from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import pytest
from msgspec import Meta, Struct

from headwater.kernel.environment import ENVIRONMENT, BadSetting, Given
from headwater.kernel.settings import Variable, describe, load, problems, variables

FILE = "/etc/headwater.toml"


class Sample(Struct, frozen=True):
    beside: ClassVar[tuple[Variable, ...]] = (
        Variable("SOME_KEY", "A key.", secret=True),
        Variable("SOME_URL", "An address."),
    )

    names: Annotated[tuple[str, ...], Variable("HEADWATER_NAMES", "Names.")] = ("all",)
    form: Annotated[Literal["long", "short"], Variable("HEADWATER_FORM", "Form.")] = "long"
    flag: Annotated[bool, Variable("HEADWATER_FLAG", "Flag.")] = False
    count: Annotated[int, Meta(ge=1, le=9), Variable("HEADWATER_COUNT", "Count.")] = 4
    share: Annotated[float, Meta(ge=0), Variable("HEADWATER_SHARE", "Share.")] = 0.5
    most: Annotated[int | None, Variable("HEADWATER_MOST", "Most.")] = None
    maybe: Annotated[bool | None, Variable("HEADWATER_MAYBE", "Maybe.")] = None
    secret: Annotated[str, Variable("HEADWATER_SECRET", "Secret.", secret=True)] = ""


def given(name: str, value: object, origin: str = ENVIRONMENT) -> dict[str, Given]:
    return {name: Given(value, origin)}


@pytest.mark.parametrize(
    ("name", "value", "field", "expected"),
    [
        ("HEADWATER_NAMES", "a, b,,c ", "names", ("a", "b", "c")),
        ("HEADWATER_FORM", " short ", "form", "short"),
        ("HEADWATER_FLAG", "true", "flag", True),
        ("HEADWATER_FLAG", "ON", "flag", True),
        ("HEADWATER_FLAG", "Yes", "flag", True),
        ("HEADWATER_FLAG", "1", "flag", True),
        ("HEADWATER_FLAG", "off", "flag", False),
        ("HEADWATER_COUNT", " 7 ", "count", 7),
        ("HEADWATER_SHARE", "0.25", "share", 0.25),
        ("HEADWATER_MOST", "12", "most", 12),
        ("HEADWATER_MAYBE", "no", "maybe", False),
        ("HEADWATER_SECRET", " hush ", "secret", "hush"),
    ],
)
def test_text_is_read_as_the_field_says(
    name: str, value: str, field: str, expected: object
) -> None:
    for origin in (ENVIRONMENT, FILE):
        assert getattr(load(Sample, given(name, value, origin)), field) == expected


@pytest.mark.parametrize(
    ("name", "value", "field", "expected"),
    [
        ("HEADWATER_NAMES", ["a", "b"], "names", ("a", "b")),
        ("HEADWATER_FLAG", True, "flag", True),
        ("HEADWATER_COUNT", 7, "count", 7),
        ("HEADWATER_SHARE", 2, "share", 2.0),
        ("HEADWATER_MOST", 3, "most", 3),
    ],
)
def test_a_file_may_use_its_own_types(
    name: str, value: object, field: str, expected: object
) -> None:
    assert getattr(load(Sample, given(name, value, FILE)), field) == expected


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("HEADWATER_FORM", "Long", "'Long' is not accepted; use long or short"),
        ("HEADWATER_FORM", True, "use long or short"),
        ("HEADWATER_FLAG", "maybe", "use true or false"),
        ("HEADWATER_FLAG", 1, "use true or false"),
        ("HEADWATER_COUNT", "many", "use a whole number from 1 to 9"),
        ("HEADWATER_COUNT", "0", "use a whole number from 1 to 9"),
        ("HEADWATER_COUNT", 10, "use a whole number from 1 to 9"),
        ("HEADWATER_COUNT", True, "use a whole number from 1 to 9"),
        ("HEADWATER_COUNT", 1.5, "use a whole number from 1 to 9"),
        ("HEADWATER_COUNT", [1], "use a whole number from 1 to 9"),
        ("HEADWATER_SHARE", -1, "use a number of at least 0"),
        ("HEADWATER_MOST", "much", "use a whole number"),
        ("HEADWATER_MAYBE", "perhaps", "use true or false"),
        ("HEADWATER_NAMES", ["a", 1], "use names separated by commas"),
        ("HEADWATER_NAMES", {"a": 1}, "use names separated by commas"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_with_what_is_accepted(
    name: str, value: object, says: str
) -> None:
    with pytest.raises(BadSetting) as caught:
        load(Sample, given(name, value, FILE))
    assert str(caught.value).startswith(f"{name} ({FILE}): ")
    assert says in str(caught.value)


@pytest.mark.parametrize("name", ["HEADWATER_SECRET", "SOME_KEY"])
@pytest.mark.parametrize("value", [["hush-hush"], {"key": "hush-hush"}, 123])
def test_a_refused_secret_is_not_repeated(name: str, value: object) -> None:
    with pytest.raises(BadSetting, match="its value is not accepted; use text") as caught:
        load(Sample, given(name, value, FILE))
    assert "hush-hush" not in str(caught.value)
    assert "123" not in str(caught.value)


def test_a_long_value_is_not_repeated_in_full() -> None:
    with pytest.raises(BadSetting) as caught:
        load(Sample, given("HEADWATER_FORM", "x" * 5000))
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("name", "origin", "says"),
    [
        ("HEADWATER_COUNTS", ENVIRONMENT, "HEADWATER_COUNTS (environment) is not a setting; did"),
        ("HEADWATER_COUNTS", ENVIRONMENT, "did you mean HEADWATER_COUNT?"),
        ("headwater_count", ENVIRONMENT, "did you mean HEADWATER_COUNT?"),
        ("HEADWATER_COUNTS", FILE, f"headwater_counts ({FILE}) is not a setting"),
        ("HEADWATER_COUNTS", FILE, "did you mean headwater_count?"),
        ("COUNT", FILE, "did you mean headwater_count?"),
        ("SOME_KEYS", FILE, "did you mean some_key?"),
        ("HEADWATER_CONFIG", FILE, "is not a setting"),
        ("HEADWATER_ZZZ", ENVIRONMENT, "HEADWATER_ZZZ (environment) is not a setting"),
    ],
)
def test_a_misspelt_name_is_refused_with_the_nearest(name: str, origin: str, says: str) -> None:
    with pytest.raises(BadSetting) as caught:
        load(Sample, given(name, "1", origin))
    assert says in str(caught.value)


@pytest.mark.parametrize("name", ["PATH", "SOME_KEYS", "HEADWATER_CONFIG", "SOME_KEY", "COUNT"])
def test_variables_of_other_programs_are_left_alone(name: str) -> None:
    assert load(Sample, given(name, "1")) == Sample()


def test_every_problem_is_found_at_once() -> None:
    wrong: dict[str, Given] = {
        **given("HEADWATER_COUNT", "0"),
        **given("HEADWATER_FLAG", "maybe"),
        **given("SOME_KEY", 5, FILE),
        **given("HEADWATER_ZZZ", "1"),
    }
    assert len(problems(Sample, wrong)) == 4
    assert problems(Sample, {}) == []


def described(items: dict[str, Given]) -> dict[str, tuple[Any, str]]:
    return {item.name: (item.value, item.origin) for item in describe(Sample, items)}


def test_settings_are_described_with_their_origin_and_without_secrets() -> None:
    rows = described(
        {
            **given("HEADWATER_COUNT", "7"),
            **given("HEADWATER_SECRET", "hush-hush", FILE),
            **given("SOME_KEY", "hush-hush"),
            **given("SOME_URL", "http://ada:hush-hush@search.test/path", FILE),
        }
    )
    assert rows["HEADWATER_COUNT"] == (7, "environment")
    assert rows["HEADWATER_FORM"] == ("long", "default")
    assert rows["HEADWATER_SECRET"] == ("set", FILE)
    assert rows["SOME_KEY"] == ("set", "environment")
    assert rows["SOME_URL"] == ("http://…@search.test/path", FILE)
    assert "hush-hush" not in repr(rows)
    assert described({})["SOME_KEY"] == ("not set", "default")


def test_a_field_without_a_variable_is_a_mistake() -> None:
    class Wrong(Struct):
        field: int = 1

    with pytest.raises(TypeError, match="names no Variable"):
        variables(Wrong)
