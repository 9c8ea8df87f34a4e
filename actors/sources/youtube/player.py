"""What a player is told about a video, and which of its captions to read."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlencode, urlsplit

import msgspec
from msgspec import Struct

from headwater.actors.messages.faults import Blocked, LoginNeeded, NotFound, WebFault

_START = re.compile(rb"ytInitialPlayerResponse(?:\"\]|'\])?\s*=\s*(?=\{)")
_KEY = re.compile(rb"INNERTUBE_API_KEY\"\s*:\s*\"([A-Za-z0-9_-]{10,100})\"")
_ENGLISH = ("en", "en-US", "en-GB")
_BOT = re.compile(r"not a bot|unusual traffic|automated", re.IGNORECASE)


class _Run(Struct, frozen=True):
    text: str = ""


class _Words(Struct, frozen=True):
    simpleText: str = ""  # noqa: N815 - the names in this file are YouTube's
    runs: tuple[_Run, ...] = ()

    def __str__(self) -> str:
        return self.simpleText or "".join(run.text for run in self.runs)


class Track(Struct, frozen=True):
    """One language of captions; made by a machine where the kind says asr."""

    baseUrl: str  # noqa: N815
    languageCode: str = ""  # noqa: N815
    name: _Words | None = None
    kind: str = ""

    @property
    def guarded(self) -> bool:
        """Whether only a player that proves its origin is given the text."""
        return "&exp=xpe" in self.baseUrl or "?exp=xpe" in self.baseUrl

    @property
    def path(self) -> str:
        """Path and query on YouTube, in the format that is easiest to read; else nothing."""
        parts = urlsplit(self.baseUrl)
        host = parts.hostname or "www.youtube.com"
        if parts.path != "/api/timedtext" or not _is_youtube(host):
            return ""
        query = [pair for pair in parse_qsl(parts.query) if pair[0] != "fmt"]
        return f"{parts.path}?{urlencode([*query, ('fmt', 'json3')], safe=',')}"


class _Tracks(Struct, frozen=True):
    captionTracks: tuple[Track, ...] = ()  # noqa: N815


class _Captions(Struct, frozen=True):
    playerCaptionsTracklistRenderer: _Tracks = _Tracks()  # noqa: N815


class _Status(Struct, frozen=True):
    status: str = ""
    reason: str = ""
    messages: tuple[str, ...] = ()


class Details(Struct, frozen=True):
    """What is written about a video. Numbers are strings there."""

    videoId: str = ""  # noqa: N815
    title: str = ""
    author: str = ""
    shortDescription: str = ""  # noqa: N815
    lengthSeconds: int = 0  # noqa: N815
    viewCount: int | None = None  # noqa: N815
    isLive: bool = False  # noqa: N815


class _Microformat(Struct, frozen=True):
    publishDate: str = ""  # noqa: N815
    uploadDate: str = ""  # noqa: N815
    category: str = ""


class _Formats(Struct, frozen=True):
    playerMicroformatRenderer: _Microformat = _Microformat()  # noqa: N815


class Player(Struct, frozen=True):
    """All of it that is used."""

    playabilityStatus: _Status = _Status()  # noqa: N815
    videoDetails: Details | None = None  # noqa: N815
    captions: _Captions | None = None
    microformat: _Formats = _Formats()

    @property
    def languages(self) -> tuple[str, ...]:
        """Those that there are captions in."""
        return tuple(dict.fromkeys(track.languageCode for track in self.tracks("en")))

    def tracks(self, language: str) -> list[Track]:
        """Captions in the order that we would read them: this language, English; people first."""
        if self.captions is None:
            return []
        usable = [
            track
            for track in self.captions.playerCaptionsTracklistRenderer.captionTracks
            if track.path
        ]
        return sorted(usable, key=lambda track: _rank(track, language))

    @property
    def published(self) -> str:
        """When, as far as is told."""
        told = self.microformat.playerMicroformatRenderer
        return told.publishDate or told.uploadDate

    def fault(self, video: str) -> WebFault | None:
        """Why there is nothing to see, if so."""
        state = self.playabilityStatus
        why = state.reason or (state.messages[0] if state.messages else "") or state.status
        message = f"YouTube will not show {video}: {why[:200]}"
        if state.status in ("OK", "LIVE_STREAM_OFFLINE", "CONTENT_CHECK_REQUIRED", ""):
            return None
        if _BOT.search(why):
            return Blocked(message, reason="challenge")
        if state.status in ("LOGIN_REQUIRED", "AGE_VERIFICATION_REQUIRED", "AGE_CHECK_REQUIRED"):
            return LoginNeeded(message, reason="login")
        if state.status == "ERROR":
            return NotFound(message, reason="unavailable")
        return Blocked(message, reason="unplayable")


def player_of(body: bytes) -> Player | None:
    """A player's answer, as JSON or inside a page."""
    if body.lstrip()[:1] == b"{":
        return _decoded(body)
    for found in _START.finditer(body):
        player = _decoded(_object(body, found.end()))
        if player is not None:
            return player
    return None


def key_of(page: bytes) -> str:
    """The key that the page's own player uses; it is the same for everybody."""
    found = _KEY.search(page)
    return found[1].decode() if found else ""


def _decoded(text: bytes) -> Player | None:
    try:
        return msgspec.json.decode(text, type=Player, strict=False)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None


def _object(text: bytes, start: int) -> bytes:
    """The JSON object that starts there, up to its last brace."""
    depth = 0
    inside = False
    place = start
    for found in re.finditer(rb'["{}\\]', text[start:]):
        place = start + found.start()
        sign = found[0]
        if sign == b"\\":
            continue
        if sign == b'"' and not _is_escaped(text, place):
            inside = not inside
        elif not inside and sign == b"{":
            depth += 1
        elif not inside and sign == b"}":
            depth -= 1
            if not depth:
                return text[start : place + 1]
    return b""


def _is_escaped(text: bytes, place: int) -> bool:
    count = 0
    while place - count > 0 and text[place - count - 1] == 0x5C:
        count += 1
    return count % 2 == 1


def _rank(track: Track, language: str) -> tuple[int, int, int]:
    code = track.languageCode
    near = 0 if _root(code) == _root(language) else 1 if _root(code) == "en" else 2
    exact = 0 if code == language else _ENGLISH.index(code) + 1 if code in _ENGLISH else 9
    return near, int(track.kind == "asr"), exact


def _root(code: str) -> str:
    return code.partition("-")[0].lower()


def _is_youtube(host: str) -> bool:
    return host == "youtube.com" or host.endswith(".youtube.com")
