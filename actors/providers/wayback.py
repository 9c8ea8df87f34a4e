"""
The Wayback Machine: copies of pages that have changed or gone.

Needs no key. Its index of what is available sometimes says no where there are copies, so a no is
checked against its full list. About one request a second is welcome; 429 shuts out for minutes.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from headwater.actors.messages.archives import Copied, Copy
from headwater.actors.messages.providers import Request
from headwater.actors.messages.web import Response
from headwater.actors.providers.provider import Operation, Provider

ARCHIVE = "https://web.archive.org"


class _Closest(Struct, frozen=True):
    available: bool = False
    url: str = ""
    timestamp: str = ""
    status: str = ""


class _Snapshots(Struct, frozen=True):
    closest: _Closest | None = None


class _Payload(Struct, frozen=True):
    archived_snapshots: _Snapshots = _Snapshots()


def _request(copy: Copy, now: float) -> Request:  # noqa: ARG001 - as every provider's
    return Request("/wayback/available", {"url": copy.url, "timestamp": copy.near or None})


def _read(response: Response, copy: Copy) -> Copied | Request:
    found = msgspec.json.decode(response.body, type=_Payload).archived_snapshots.closest
    if found is None or not found.available or not found.url:
        return _list(copy)
    return Copied(
        url=found.url.replace("http://", "https://", 1)
        if found.url.startswith("http:")
        else found.url,
        taken=found.timestamp,
        status=int(found.status) if found.status.isdecimal() else 0,
    )


def _list(copy: Copy) -> Request:
    """The newest copy that was a page, from the list of all; or the one nearest to a time."""
    params = {
        "url": copy.url,
        "output": "json",
        "fl": "timestamp,original,statuscode",
        "filter": "statuscode:200",
        "limit": "1" if copy.near else "-1",
        "closest": copy.near or None,
        "sort": "closest" if copy.near else None,
    }
    return Request("/cdx/search/cdx", params, base=ARCHIVE, then=_read_list)


def _read_list(response: Response, copy: Copy) -> Copied:  # noqa: ARG001 - as every provider's
    rows = msgspec.json.decode(response.body or b"[]", type=list[list[str]])
    if len(rows) < 2:  # the first names the columns
        return Copied()
    taken, original, status = rows[-1][:3]
    where = f"{ARCHIVE}/web/{taken}/{original}"
    return Copied(where, taken, int(status) if status.isdecimal() else 0)


PROVIDER = Provider(
    name="wayback",
    base="https://archive.org",
    operations={"copy": Operation(_request, _read, gives=Copied, ttl=3600.0)},
    interval=1.0,
)
