"""
Pages that arrive in pieces: React sends slow parts after the rest, hidden, and a script puts each
where a template keeps its place. Here they are put there without running anything.
"""

from __future__ import annotations

import re

_RUNTIME = re.compile(rb"\$RC=function|function \$RC\(")  # without it, nothing would be shown
_PIECE = re.compile(rb'<div hidden(?:="")? id="(S:[0-9a-f]{1,8})">')
_CALL = re.compile(rb'\$R[A-Z]\("([BP]:[0-9a-f]{1,8})","(S:[0-9a-f]{1,8})"')
_MOVE = re.compile(rb'\$RS\("(S:[0-9a-f]{1,8})","(P:[0-9a-f]{1,8})"')  # a piece inside a piece
_CLOSE = b"</div>"
_DONE = b"<!--/$-->"  # ends what is shown until a piece comes
_MOST = 200  # pieces
_PLACEHOLDER = 65_536  # bytes that may stand in for one


def is_streamed(body: bytes) -> bool:
    """Whether parts of the page are waiting for its script."""
    return b'$RC("' in body and _RUNTIME.search(body) is not None


def assembled(body: bytes) -> bytes:
    """The page with its pieces in their places; those whose place is not found are dropped."""
    places = {call[2]: call[1] for call in _CALL.finditer(body)}
    places |= {call[1]: call[2] for call in _MOVE.finditer(body)}
    rest: list[bytes] = []
    pieces: list[tuple[bytes, bytes]] = []
    end = 0
    for piece in list(_PIECE.finditer(body))[:_MOST]:
        place = places.get(piece[1])
        stop = body.find(b"<script", piece.end())
        if place is None or stop < 0 or piece.start() < end:
            continue
        inner = body[piece.end() : stop].rstrip()
        pieces.append((place, inner.removesuffix(_CLOSE)))
        rest.append(body[end : piece.start()])
        end = stop
    page = b"".join([*rest, body[end:]])
    for place, inner in pieces:
        page = _put(page, place, inner)
    return page


def _put(page: bytes, place: bytes, inner: bytes) -> bytes:
    template = b'<template id="' + place + b'"></template>'
    start = page.find(template)
    if start < 0:
        return page
    after = start + len(template)
    done = page.find(_DONE, after, after + _PLACEHOLDER)
    return page[:start] + inner + page[done if done >= 0 else after :]
