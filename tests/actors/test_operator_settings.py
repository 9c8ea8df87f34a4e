from __future__ import annotations

from pathlib import Path

import pytest

from headwater.actors.keys import KEYS
from headwater.actors.service import routing_of
from headwater.actors.settings import Settings
from headwater.kernel.environment import BadSetting, gather
from headwater.kernel.settings import Variable, describe, load

PUBLIC = {"GOOGLE_CUSTOM_SEARCH_ID", "SEARXNG_URL"}


def test_every_key_is_secret_unless_it_is_an_address_or_a_name() -> None:
    assert {key.name for key in KEYS if not key.secret} == PUBLIC
    assert len({key.name for key in KEYS}) == len(KEYS)


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_a_key_may_stand_in_the_file_and_is_shown_by_name_only(
    key: Variable, tmp_path: Path
) -> None:
    name = key.name
    file = tmp_path / "config.toml"
    file.write_text(f'{name.lower()} = "hush-hush"')
    given = gather({"HEADWATER_CONFIG": str(file)})
    load(Settings, given)
    shown = {item.name: item.value for item in describe(Settings, given)}
    assert shown[name] == ("hush-hush" if name in PUBLIC else "set")


@pytest.mark.parametrize("name", ["HEADWATER_CALLS", "HEADWATER_ASKS"])
@pytest.mark.parametrize("value", ["0", "-1", "10001"])
def test_a_number_that_would_stop_the_server_is_refused(name: str, value: str) -> None:
    with pytest.raises(BadSetting, match="from 1 to 10000"):
        load(Settings, gather({name: value, "HOME": "/nowhere"}))


def test_data_is_kept_where_the_operator_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert Settings(home="~/kept").folder == "/home/ada/kept"
    assert Settings().folder.startswith("/home/ada/")


@pytest.mark.parametrize(
    ("routing", "first", "problem"),
    [
        ("brave,gogle", "", "'gogle' in SEARCH_ROUTING or SEARCH_PROVIDER is no provider"),
        ("", "gogle", "there are brave, duckduckgo"),
        ('{"web": 1}', "", "use names separated by commas, or a JSON object"),
    ],
)
def test_an_order_of_providers_that_cannot_be_used_stops_the_start(
    routing: str, first: str, problem: str
) -> None:
    with pytest.raises(BadSetting, match=problem):
        routing_of(Settings(search_routing=routing, search_provider=first))
    assert routing_of(Settings(search_routing="brave, exa")).orders == {"default": ("brave", "exa")}
