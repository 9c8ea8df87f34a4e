from __future__ import annotations

import pytest
from support.pipes import Answered, Back, First, Front

from headwater.kernel.actor import Actor, handle, routes_of
from headwater.kernel.message import Message
from headwater.kernel.topology import render, routes


def test_the_pipe_is_read_from_type_hints() -> None:
    assert render(routes([Front, Back])) == (
        "back   News    (tell)\n"
        "back   Second  -> Answered  answer\n"
        "front  Change  -> Second    back\n"
        "front  First   -> Second    back\n"
    )


class TwoArguments(Actor):
    @handle
    async def both(self, one: First, other: First) -> Answered:
        raise NotImplementedError


class Unanswered(Actor):
    @handle  # type: ignore[type-var]  # that is the mistake
    async def first(self, ask: First) -> None:
        raise NotImplementedError


class NotAMessage(Actor):
    @handle
    async def number(self, number: int) -> Message:
        raise NotImplementedError


@pytest.mark.parametrize("actor", [TwoArguments, Unanswered, NotAMessage])
def test_a_handler_takes_one_message_and_answers_what_is_asked(actor: type[Actor]) -> None:
    with pytest.raises(TypeError, match=actor.__name__):
        routes_of(actor)
