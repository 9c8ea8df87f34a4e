"""Pages that arrive in pieces are read whole."""

from __future__ import annotations

from headwater.actors.readers.html.reader import read
from headwater.actors.readers.reader import Given

PROSE = "<p>The weir raises the water above it, and the mill below turns all year round.</p>" * 4
RUNTIME = "<script>$RC=function(b,c){};$RC(%s)</script>"


def text(html: str) -> str:
    return read(Given(html.encode(), "text/html", "text/html", "https://site.test/a")).text


def page(piece: str, script: str = RUNTIME, place: str = "B:0") -> str:
    waiting = f'<template id="{place}"></template>Loading<!--/$-->'
    script = script.replace("%s", '"B:0","S:0"')
    return f'<main><h1>Weirs</h1>{waiting}</main><div hidden id="S:0">{piece}</div>{script}'


def test_a_piece_is_read_in_its_place() -> None:
    found = text(page(PROSE))
    assert "The weir raises" in found
    assert found.index("Weirs") < found.index("The weir")
    assert "Loading" not in found


def test_hidden_text_that_no_script_would_show_stays_hidden() -> None:
    assert "The weir" not in text(page(PROSE, script="<script>var a = '%s'</script>"))
    assert "The weir" not in text(page(PROSE, script='<script>$RC("x"); %s</script>'))
    assert "The weir" not in text(page(PROSE, place="B:9"))


def test_a_piece_inside_a_piece_is_read_too() -> None:
    outer = f'{PROSE}<template id="P:1"></template>'
    calls = '<script>$RC=function(b,c){};$RC("B:0","S:0")</script>'
    inner = '<div hidden id="S:1"><p>And a mill race.</p></div><script>$RS("S:1","P:1")</script>'
    html = (
        '<main><h1>Weirs</h1><template id="B:0"></template></main>'
        f'<div hidden id="S:0">{outer}</div>{calls}{inner}'
    )
    assert "The weir" in text(html)
    assert "And a mill race." in text(html)
