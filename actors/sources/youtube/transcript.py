"""
Transcripts of videos, by three strategies: the captions that a player is offered, the captions
service asked directly, and the description. No key.

A player that claims to be a phone is offered captions where the page's own are guarded.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from urllib.parse import quote

import msgspec

from headwater.actors.domain.markdown import escape
from headwater.actors.domain.thread import counted, links_in
from headwater.actors.messages.sources import Call, Reply
from headwater.actors.messages.web import Document, Facts
from headwater.actors.sources.decoding import verdict
from headwater.actors.sources.source import Calls, Reading, Replies, Unfit
from headwater.actors.sources.youtube.captions import Line, clock, lines_of, paragraphs
from headwater.actors.sources.youtube.player import Details, Player, Track, key_of, player_of

MOST = 100_000  # bytes of transcript, as the specification says
_COOKIE = ("cookie", "SOCS=CAI; CONSENT=YES+1")  # answers the question about cookies beforehand
_ENGLISH = ("en", "en-US", "en-GB")
_PHONE = {"clientName": "ANDROID", "clientVersion": "20.10.38", "hl": "en"}


def read(video: str, language: str) -> Reading:
    """The transcript of a video, with what is written about it."""
    (page,) = yield (_page_call(video),)
    player = player_of(page.body) if page.ok else None
    tracks = [] if player is None else player.tracks(language)
    if all(track.guarded for track in tracks):
        (reply,) = yield (_player_call(video, key_of(page.body)),)
        player = _better(player, player_of(reply.body) if reply.ok else None)
        if player is None:
            raise _failure(page, reply, video)
    if player is None:  # without one, nothing is offered
        raise Unfit("no player")
    tracks = player.tracks(language)
    if (fault := player.fault(video)) and not tracks:
        raise fault
    track, lines = yield from _captions(video, tracks, language)
    return _document(video, player, track, lines)


def _captions(
    video: str, tracks: list[Track], language: str
) -> Generator[Calls, Replies, tuple[Track | None, list[Line]]]:
    """The first track that has text; else the service is asked without having been offered any."""
    for track in [track for track in tracks if not track.guarded][:1] or tracks[:1]:
        (reply,) = yield (Call("youtube", track.path, headers=(_COOKIE,)),)
        if reply.ok and (lines := lines_of(reply.body)):
            return track, lines
    codes = _ENGLISH if language.startswith("en") else (language, *_ENGLISH)
    replies = yield tuple(
        Call("youtube", f"/api/timedtext?v={video}&lang={code}&fmt=json3", headers=(_COOKIE,))
        for code in codes
    )
    for code, reply in zip(codes, replies, strict=True):
        if reply.ok and (lines := lines_of(reply.body)):
            return Track(baseUrl="", languageCode=code), lines
    return None, []


def _page_call(video: str) -> Call:
    headers = (_COOKIE, ("accept-language", "en"))
    return Call("youtube", f"/watch?v={video}&hl=en", headers=headers)


def _player_call(video: str, key: str) -> Call:
    asked = {"context": {"client": _PHONE}, "videoId": video}
    path = "/youtubei/v1/player" + (f"?key={quote(key)}" if key else "")
    return Call("youtube", path, json=msgspec.json.encode(asked))


def _better(first: Player | None, second: Player | None) -> Player | None:
    """The one with captions; else the one that knows the video; what the page adds is kept."""
    if first is None or second is None:
        return first or second
    if second.captions or (second.videoDetails and not first.videoDetails):
        return msgspec.structs.replace(
            second,
            videoDetails=second.videoDetails or first.videoDetails,
            microformat=first.microformat if first.published else second.microformat,
        )
    return first


def _failure(page: Reply, reply: Reply, video: str) -> Exception:
    settled = verdict(page, f"the video {video}") or verdict(reply, f"the video {video}")
    if settled is not None and settled.code == "rate_limited":
        return settled
    return Unfit(f"page {page.outcome}, player {reply.outcome}")


def _document(video: str, player: Player, track: Track | None, lines: list[Line]) -> Document:
    details = player.videoDetails or Details()
    spoken, cut = _bounded(paragraphs(lines))
    about = details.shortDescription.strip()
    if not spoken and not about:
        raise Unfit("neither captions nor a description")
    blocks = [f"# {escape(details.title or video)}", _facts_line(details, player.published)]
    if len(player.languages) > 1:
        blocks.append(f"Captions: {', '.join(player.languages)}")
    blocks += [f"## Transcript{_manner(track)}", spoken] if spoken else []
    blocks += ["## Description", _plain(about)] if about else []
    text = "\n\n".join(block for block in blocks if block)
    return Document(
        text=text,
        media="youtube",
        facts=Facts(
            title=details.title,
            authors=(details.author,) if details.author else (),
            site="YouTube",
            published=player.published,
            language=track.languageCode if track else "",
            description=" ".join(about.split())[:300],
            canonical=f"https://www.youtube.com/watch?v={video}",
            kind="VideoObject",
        ),
        links=links_in(text),
        quality="complete" if spoken and not cut else "partial",
        page_type="article",
        reader="youtube",
    )


def _facts_line(details: Details, published: str) -> str:
    parts = [escape(details.author)] if details.author else []
    parts += [published[:10]] if published else []
    parts += [clock(details.lengthSeconds)] if details.lengthSeconds else []
    parts += [counted(details.viewCount, "view")] if details.viewCount is not None else []
    return " · ".join(parts)


def _manner(track: Track | None) -> str:
    if track is None:
        return ""
    made = ", auto-generated" if track.kind == "asr" else ""
    return f" ({track.languageCode}{made})" if track.languageCode else ""


def _plain(text: str) -> str:
    """A description: its lines, none of which is a heading or a list of ours."""
    lines = [
        escape(line.strip()).replace("#", "\\#", 1)
        if line.startswith("#")
        else escape(line.strip())
        for line in text.split("\n")
    ]
    return re.sub(r"(?<=\S)\n(?=\S)", "  \n", "\n".join(lines))


def _bounded(text: str) -> tuple[str, bool]:
    data = text.encode()
    if len(data) <= MOST:
        return text, False
    kept = data[:MOST].decode(errors="ignore")
    return kept[: kept.rfind(" ")] + " […]", True
