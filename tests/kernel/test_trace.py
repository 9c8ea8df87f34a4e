from __future__ import annotations

import json

import pytest
from support.pipes import Back, First, Front

from headwater.kernel.faults import Fault
from headwater.kernel.kernel import running


class Refused(Fault):
    code = "refused"


async def refuse(word: str) -> None:
    if word == "secret word":
        raise Refused(word)


async def test_a_traced_ask_leaves_its_path_and_nothing_that_was_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async with running([Front(), Back(refuse)], tracing=True) as kernel:
        await kernel.ask(First("fine"))
        with pytest.raises(Refused):
            await kernel.ask(First("secret word"))
    log = capsys.readouterr().err
    fine, refused = (json.loads(line) for line in log.splitlines())
    assert [hop["actor"] for hop in fine["hops"]] == ["front", "back"]
    assert [hop["message"] for hop in fine["hops"]] == ["First", "Second"]
    assert fine["fault"] is None
    assert refused["fault"] == "refused"
    assert "secret word" not in log


async def test_without_tracing_nothing_is_logged(capsys: pytest.CaptureFixture[str]) -> None:
    async with running([Front(), Back()]) as kernel:
        await kernel.ask(First("a"))
    assert capsys.readouterr().err == ""
