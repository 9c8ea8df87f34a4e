"""Captions in each form that they come in, as sentences with their times."""

from __future__ import annotations

import html
import re

import msgspec
from lxml import etree
from msgspec import Struct

_TAG = re.compile(r"<[^>]{0,200}>")
_CUE = re.compile(r"^(?:(\d+):)?(\d{1,2}):(\d{2})[.,]\d{3} -->", re.MULTILINE)
PARAGRAPH = 60.0  # seconds between the times that are shown


class Line(Struct, frozen=True):
    """What is said, and when it starts, in seconds."""

    start: float
    text: str


class _Segment(Struct):
    utf8: str = ""


class _Event(Struct):
    tStartMs: float = 0  # noqa: N815 - its name there
    segs: list[_Segment] = []
    aAppend: int = 0  # noqa: N815


class _Timed(Struct):
    events: list[_Event] = []


def lines_of(body: bytes) -> list[Line]:
    """The lines of JSON (json3), XML (srv1, srv3) or WebVTT; none where it is something else."""
    start = body.lstrip()[:6]
    if start[:1] == b"{":
        return _from_json(body)
    if start[:1] == b"<":
        return _from_xml(body)
    return _from_vtt(body) if start == b"WEBVTT" else []


def paragraphs(lines: list[Line]) -> str:
    """The text in paragraphs of about a minute, each with the time at which it starts."""
    blocks: list[str] = []
    words: list[str] = []
    began = 0.0
    for line in lines:
        if words and line.start - began >= PARAGRAPH:
            blocks.append(f"[{clock(began)}] {' '.join(words)}")
            words = []
        if not words:
            began = line.start
        words.append(line.text)
    if words:
        blocks.append(f"[{clock(began)}] {' '.join(words)}")
    return "\n\n".join(blocks)


def clock(seconds: float) -> str:
    """Hours, minutes and seconds."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _from_json(body: bytes) -> list[Line]:
    try:
        timed = msgspec.json.decode(body, type=_Timed, strict=False)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return []
    lines = [
        Line(event.tStartMs / 1000, _clean("".join(segment.utf8 for segment in event.segs)))
        for event in timed.events
    ]
    return [line for line in lines if line.text]


def _from_xml(body: bytes) -> list[Line]:
    """srv1 counts in seconds, srv3 in milliseconds. Entities are escaped twice."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True)
    try:
        root = etree.fromstring(body, parser)
    except (etree.XMLSyntaxError, ValueError):
        return []
    if root is None or root.tag not in ("transcript", "timedtext"):
        return []
    lines: list[Line] = []
    for element in root.iter("text", "p"):
        start = _number(element.get("start")) or _number(element.get("t")) / 1000
        if text := _clean("".join(map(str, element.itertext()))):
            lines.append(Line(start, text))
    return lines


def _from_vtt(body: bytes) -> list[Line]:
    lines: list[Line] = []
    for block in re.split(r"\r?\n\r?\n", body.decode(errors="replace")):
        cue = _CUE.search(block)
        if cue is None:
            continue
        start = int(cue[1] or 0) * 3600 + int(cue[2]) * 60 + int(cue[3])
        text = _clean(block[cue.end() :].partition("\n")[2])
        if text and (not lines or lines[-1].text != text):  # rolling captions repeat themselves
            lines.append(Line(start, text))
    return lines


def _clean(text: str) -> str:
    return " ".join(_TAG.sub("", html.unescape(text)).split())


def _number(text: str | None) -> float:
    try:
        value = float(text or 0)
    except ValueError:
        return 0.0
    return value if 0 <= value < 1e9 else 0.0
