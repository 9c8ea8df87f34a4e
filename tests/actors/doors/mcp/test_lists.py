from __future__ import annotations

import pytest
from support.tools import PROMPTS, TOOLS, VIEWS

from headwater.actors.doors.mcp.listing import lists_of
from headwater.actors.doors.mcp.lists import Lists, choose
from headwater.kernel.environment import BadSetting, Given

ROWS = lists_of(TOOLS, VIEWS, PROMPTS).tools


def given(**values: object) -> dict[str, Given]:
    return {name: Given(value, "environment") for name, value in values.items()}


def test_a_tool_whose_keys_are_all_missing_is_not_listed() -> None:
    assert "write" not in {row.name for row in choose(ROWS, {})}
    assert "write" in {row.name for row in choose(ROWS, given(OTHER_KEY="x"))}


@pytest.mark.parametrize("chosen", ["all", "test", " test ,", ["test"], ""])
def test_toolsets_are_chosen_by_name(chosen: object) -> None:
    assert len(choose(ROWS, given(HEADWATER_TOOLSETS=chosen))) == 9


def test_an_unknown_toolset_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadSetting, match="no toolset 'cooking'; use all, test"):
        choose(ROWS, given(HEADWATER_TOOLSETS="test,cooking"))


def test_a_tool_takes_at_most_a_third_of_the_peers_bytes() -> None:
    """The peer needs about 5 kB a tool, most of it for output schemas."""
    rows = Lists.load({}).tools
    sizes = {row.name: len(row.entry("2025-11-25", output=True)) for row in rows}
    assert sum(sizes.values()) / len(sizes) <= 5_000 / 3, sizes
