from __future__ import annotations

import re
from pathlib import Path

import pytest

from headwater.kernel.environment import BadSetting, Given, config_path, data_path, expand, gather


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A settings file that HEADWATER_CONFIG may name."""
    return tmp_path / "settings.toml"


def values(given: dict[str, Given]) -> dict[str, object]:
    return {name: item.value for name, item in given.items() if name != "HEADWATER_CONFIG"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", {}),
        ("headwater_calls = 3", {"HEADWATER_CALLS": 3}),
        ("HEADWATER_CALLS = 3", {"HEADWATER_CALLS": 3}),
        ("Headwater_Calls = 3", {"HEADWATER_CALLS": 3}),
        ("\ufeffheadwater_calls = 3", {"HEADWATER_CALLS": 3}),
        ("headwater_trace = false", {"HEADWATER_TRACE": False}),
        ("headwater_calls = 0", {"HEADWATER_CALLS": 0}),
        ('brave_api_key = ""', {}),
        ('brave_api_key = "  "', {}),
        ("headwater_toolsets = []", {}),
        ('headwater_toolsets = ["a", "b"]', {"HEADWATER_TOOLSETS": ["a", "b"]}),
    ],
)
def test_a_file_sets_what_it_names_and_empty_values_set_nothing(
    file: Path, text: str, expected: dict[str, object]
) -> None:
    file.write_text(text)
    assert values(gather({"HEADWATER_CONFIG": str(file)})) == expected


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"headwater_calls = ", "is not valid TOML"),
        (b"brave_api_key = hush-hush", "is not valid TOML"),
        (b"\xff\xfe", "is not valid TOML"),
        (b"headwater_calls = 1\nHEADWATER_CALLS = 2", "twice"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_without_its_values(
    file: Path, text: bytes, problem: str
) -> None:
    file.write_bytes(text)
    with pytest.raises(BadSetting, match=problem) as caught:
        gather({"HEADWATER_CONFIG": str(file)})
    assert str(file) in str(caught.value)
    assert "hush-hush" not in str(caught.value)


def test_a_file_that_was_asked_for_must_exist(tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.toml")
    with pytest.raises(BadSetting, match=re.escape(f"there is no file {missing}")):
        gather({"HEADWATER_CONFIG": missing})


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="cannot be read"):
        gather({"HEADWATER_CONFIG": str(tmp_path)})


@pytest.mark.parametrize("chosen", ["", "  "])
def test_an_empty_config_variable_is_not_set(tmp_path: Path, chosen: str) -> None:
    assert values(gather({"HEADWATER_CONFIG": chosen, "XDG_CONFIG_HOME": str(tmp_path)})) == {
        "XDG_CONFIG_HOME": str(tmp_path)
    }


def test_no_file_is_needed_even_where_its_folder_cannot_exist(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    gather({"XDG_CONFIG_HOME": str(tmp_path / "file"), "HOME": str(tmp_path / "file")})


def test_the_environment_wins_over_the_file_unless_it_is_empty(file: Path) -> None:
    file.write_text('one = "file"\ntwo = "file"')
    given = gather({"HEADWATER_CONFIG": str(file), "ONE": "environment", "TWO": ""})
    assert (given["ONE"].value, given["ONE"].origin) == ("environment", "environment")
    assert (given["TWO"].value, given["TWO"].origin) == ("file", str(file))


def test_a_file_called_environment_is_still_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "environment").write_text("calls = 1")
    given = gather({"HEADWATER_CONFIG": "environment"})
    assert given["CALLS"].origin == str(tmp_path / "environment")


def test_a_value_is_not_printed_by_accident() -> None:
    assert "hush-hush" not in repr({"BRAVE_API_KEY": Given("hush-hush", "environment")})


@pytest.mark.parametrize(
    ("environ", "platform", "expected"),
    [
        ({"HOME": "/home/ada"}, "linux", "/home/ada/.config/headwater/config.toml"),
        ({"HOME": "/home/ada", "XDG_CONFIG_HOME": "/etc"}, "linux", "/etc/headwater/config.toml"),
        (
            {"HOME": "/Users/ada"},
            "darwin",
            "/Users/ada/Library/Application Support/headwater/config.toml",
        ),
        ({"HOME": "/home/ada", "HEADWATER_CONFIG": "~/my.toml"}, "linux", "/home/ada/my.toml"),
        ({"HOME": "/home/ada", "HEADWATER_CONFIG": "/x/my.toml "}, "linux", "/x/my.toml"),
    ],
)
def test_the_file_is_where_the_platform_keeps_settings(
    monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], platform: str, expected: str
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    assert config_path(environ) == expected


@pytest.mark.parametrize(
    ("environ", "platform", "expected"),
    [
        ({"HOME": "/home/ada"}, "linux", "/home/ada/.local/share/headwater"),
        ({"HOME": "/home/ada", "XDG_DATA_HOME": "/data"}, "linux", "/data/headwater"),
        ({"HOME": "/Users/ada"}, "darwin", "/Users/ada/Library/Application Support/headwater"),
    ],
)
def test_data_is_kept_where_the_platform_keeps_it(
    monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], platform: str, expected: str
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    assert data_path(environ) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [("~", "/home/ada"), ("~/x", "/home/ada/x"), ("/a/../b", "/b"), ("/a/~", "/a/~")],
)
def test_paths_are_absolute_without_a_shell(path: str, expected: str) -> None:
    assert expand(path, {"HOME": "/home/ada"}) == expected
