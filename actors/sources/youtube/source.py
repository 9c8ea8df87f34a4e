"""Videos of YouTube. No key. Channels and searches are read as pages."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from headwater.actors.domain.lazy import pattern
from headwater.actors.messages.web import Url
from headwater.actors.sources.source import Reading, Source

_VIDEO = pattern(r"[A-Za-z0-9_-]{11}")
_PATHS = ("shorts", "embed", "live", "v", "e")
_LANGUAGE = pattern(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}")


def begin(url: Url) -> Reading | None:
    """The reading of a video, in the language that the address asks for, else in English."""
    from headwater.actors.sources.youtube import transcript

    video = _video_of(url)
    query = parse_qs(urlsplit(url.href).query)
    asked = (query.get("cc_lang_pref") or query.get("hl") or [""])[0]
    language = asked if _LANGUAGE.fullmatch(asked) else "en"
    return transcript.read(video, language) if video else None


def _video_of(url: Url) -> str:
    parts = urlsplit(url.href)
    first, _, rest = parts.path.strip("/").partition("/")
    if url.host == "youtu.be":
        name = first
    elif first == "watch":
        name = parse_qs(parts.query).get("v", [""])[0]
    else:
        name = rest.partition("/")[0] if first in _PATHS else ""
    return name if _VIDEO.fullmatch(name) else ""


SOURCE = Source(
    name="youtube",
    hosts=("youtube.com", "youtu.be", "youtube-nocookie.com"),
    begin=begin,
    bases={"youtube": "https://www.youtube.com"},
    seconds=15.0,
)
