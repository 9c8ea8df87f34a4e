"""Recorded answers from a WARC file: read without contacting anybody."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import trio

from headwater import _native
from headwater.actors.bulk.item import Item
from headwater.actors.bulk.sources.host import host_of
from headwater.actors.domain.status import REDIRECTS
from headwater.actors.messages.web import Response

if TYPE_CHECKING:
    from fastwarc.warc import WarcRecord

LARGEST = 32 * 1024 * 1024  # bytes of one answer
BATCH = 16  # records handed over at a time
GZIP = b"\x1f\x8b"


def is_warc(path: Path) -> bool:
    """Whether a file begins as a WARC file does, packed or not."""
    with path.open("rb") as file:
        start = file.read(5)
    if start.startswith(GZIP):
        try:
            with gzip.open(path) as unpacked:
                start = unpacked.read(5)
        except (OSError, EOFError):
            return False
    return start == b"WARC/"


async def items(path: Path) -> AsyncIterator[Item]:
    """One item for each recorded answer that came with a body."""
    records = _records(path)
    while batch := await trio.to_thread.run_sync(_some, records):
        for item in batch:
            yield item


def _some(records: Iterator[Item]) -> list[Item]:
    return [item for _, item in zip(range(BATCH), records, strict=False)]


def _records(path: Path) -> Iterator[Item]:
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    with path.open("rb") as file:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response):
            item = _item(record)
            if item is not None:
                yield item


def _item(record: WarcRecord) -> Item | None:
    http = record.http_headers
    url = (record.headers.get("WARC-Target-URI") or "").strip("<>")
    status = (http.status_code or 0) if record.is_http else 0
    if not status or not url or status in REDIRECTS:
        return None  # what a redirect leads to is recorded by itself
    headers = tuple((name.lower(), value) for name, value in http)
    body, cut = _decoded(record.reader.read(LARGEST), headers)
    response = Response(
        url=url,
        status=status,
        headers=headers,
        body=body,
        truncated=cut,
        fetched_at=_moment(record.headers.get("WARC-Date") or ""),
    )
    return Item(url, host_of(url), given=response)


def _decoded(body: bytes, headers: tuple[tuple[str, str], ...]) -> tuple[bytes, bool]:
    """Some writers store bodies as they were sent, others decoded, under the same headers."""
    named = [value for name, value in headers if name == "content-encoding"]
    codings = [one.strip().lower() for value in named for one in value.split(",") if one.strip()]
    if not codings:
        return body, len(body) >= LARGEST
    try:
        return _native.decode_body(body, codings, LARGEST)
    except ValueError:
        return body, False


def _moment(text: str) -> float:
    try:
        return datetime.fromisoformat(text).astimezone(UTC).timestamp()
    except ValueError:
        return 0.0
