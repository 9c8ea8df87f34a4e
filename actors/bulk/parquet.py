"""The output as one Parquet file, made from the lines when all are there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from headwater.actors.bulk.item import Line

ROWS = 1_000  # in memory at a time


class NoParquet(Exception):
    """The extra that writes Parquet is not installed."""


def check() -> None:
    """Whether Parquet can be written; asked before the run, not after it."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise NoParquet from None


def convert(lines: Path, target: Path) -> int:
    """Write the lines as rows, whole or not at all; how many."""
    from pyarrow import Table
    from pyarrow.parquet import ParquetWriter

    schema = _schema()
    spare = target.with_name(target.name + ".tmp")
    count = 0
    with lines.open("rb") as file, ParquetWriter(spare, schema, compression="zstd") as writer:
        while rows := [_row(line) for line in islice(file, ROWS)]:
            writer.write_table(Table.from_pylist(rows, schema=schema))
            count += len(rows)
    spare.replace(target)
    return count


def _row(text: bytes) -> dict[str, Any]:
    """A line with its error's fields beside the others, as columns are flat."""
    line = msgspec.json.decode(text, type=Line)
    row = {field: getattr(line, field) for field in Line.__struct_fields__ if field != "error"}
    error = line.error
    row["removed"] = list(line.removed.items())
    row["error_kind"] = error.kind if error else None
    row["error_message"] = error.message if error else None
    return row


def _schema() -> Any:
    import pyarrow as pa

    kinds = {
        "status": pa.int32(),
        "attempts": pa.int32(),
        "fetched_at": pa.float64(),
        "simhash": pa.uint64(),
        "authors": pa.list_(pa.string()),
        "removed": pa.map_(pa.string(), pa.int64()),
    }
    return pa.schema([(name, kinds.get(name, pa.string())) for name in _columns()])


def _columns() -> Iterator[str]:
    yield from (field for field in Line.__struct_fields__ if field != "error")
    yield from ("error_kind", "error_message")
