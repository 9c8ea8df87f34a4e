"""What a status means for the caller, for the host, and for another try."""

from __future__ import annotations

from headwater.actors.messages.faults import (
    Blocked,
    LoginNeeded,
    NotFound,
    RateLimited,
    Upstream,
    WebFault,
)

HTTP = "http_"  # a fault's reason is this with the status behind it
REDIRECTS = frozenset({301, 302, 303, 307, 308})
TRANSIENT = frozenset({408, 425, 500, 502, 503, 504})  # the next try may go better

_FAULTS: dict[int, tuple[type[WebFault], str]] = {
    401: (LoginNeeded, "{url} is behind a login wall"),
    403: (Blocked, "{url} answered 403"),
    404: (NotFound, "{url} returned 404"),
    407: (Blocked, "a proxy in front of {url} wants a login"),
    408: (Upstream, "{url} answered 408, it waited too long for the request"),
    410: (NotFound, "{url} returned 410"),
    425: (Upstream, "{url} answered 425, too early"),
    429: (RateLimited, "{url} answered 429"),
    451: (Blocked, "{url} is withheld for legal reasons"),
}


def fault_of(status: int, url: str, retry_after: float | None) -> WebFault | None:
    """The fault that an answer with this status is, or None when it is a page."""
    if 200 <= status < 300 or status == 304:
        return None
    kind, words = _FAULTS.get(status) or _family(status)
    message = words.format(url=url, status=status)
    if retry_after is not None and kind in (RateLimited, Upstream):
        message += f"; it asks to wait {retry_after:.0f} s"
        return kind(message, retry_after=retry_after, reason=f"{HTTP}{status}")
    return kind(message, reason=f"{HTTP}{status}")


def host_is_well(status: int) -> bool:
    """Whether the answer counts for the host: a page that is missing or closed does."""
    return status not in TRANSIENT and status != 429 and status < 500


def _family(status: int) -> tuple[type[WebFault], str]:
    if 400 <= status < 500 or status == 999:  # 999: how LinkedIn refuses programs
        return Blocked, "{url} answered {status}"
    return Upstream, "{url} answered {status}"
