"""A workbook: its visible sheets, each as tables under its name."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import msgspec

from headwater.actors.domain.composer import Composed, Composer
from headwater.actors.domain.markdown import escape, link
from headwater.actors.domain.office.opendocument import open_facts, refuse_encrypted
from headwater.actors.domain.office.package import Package
from headwater.actors.domain.office.relations import facts_of
from headwater.actors.messages.faults import Unreadable
from headwater.actors.messages.web import Document, Facts
from headwater.actors.readers.sheets.cells import Grid, columns, spread, tables, written
from headwater.actors.readers.sheets.extras import Extras

if TYPE_CHECKING:
    from python_calamine import CalamineSheet, CalamineWorkbook

MOST_ROWS = 10_000  # of a sheet
WIDEST = 200  # columns
LARGEST = 96 * 1024 * 1024  # bytes of all parts, unpacked
_KINDS = {
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
    "application/vnd.oasis.opendocument.spreadsheet": "ods",
    "application/vnd.ms-excel": "xls",
}


def read_workbook(body: bytes, media: str) -> Document:
    """The document, or why it cannot be read."""
    from python_calamine import SheetTypeEnum, SheetVisibleEnum

    kind = _KINDS[media]
    package = None if kind == "xls" else Package(body, "spreadsheet")
    if package is not None and kind == "ods":
        refuse_encrypted(package, "spreadsheet")
    if package is not None:
        _refuse_bombs(package)
    facts = _facts(package, kind, len(body))
    book = _open(body)
    extras = Extras(package) if package is not None and kind == "xlsx" else None
    composer = Composer()
    hidden = shown = filled = 0
    for about in book.sheets_metadata:
        if about.visible != SheetVisibleEnum.Visible:
            hidden += 1
        elif about.typ == SheetTypeEnum.WorkSheet:
            shown += 1
            filled += not composer.full and _sheet(composer, book, about.name, extras)
        elif about.typ == SheetTypeEnum.ChartSheet:
            shown += 1
            composer.page(about.name)
            composer.heading(2, escape(about.name))
            filled += _beside(composer, about.name, extras)
    if not filled:
        raise Unreadable(
            "spreadsheet: its sheets are empty", reason="empty", known={"pages": shown}
        )
    return _document(composer.compose(), facts, kind, shown, hidden)


def _document(composed: Composed, facts: Facts, kind: str, shown: int, hidden: int) -> Document:
    return Document(
        text=composed.text,
        media=kind,
        facts=_counted(facts, shown),
        pages=composed.pages,
        removed={"hidden_sheets": hidden} if hidden else {},
        quality="partial" if composed.cut else "complete",
        reader="sheets",
    )


def _open(body: bytes) -> CalamineWorkbook:
    from python_calamine import CalamineError, CalamineWorkbook, PasswordError

    try:
        return CalamineWorkbook.from_filelike(io.BytesIO(body))
    except PasswordError as error:
        raise Unreadable(
            "spreadsheet: it is encrypted and needs a password", reason="encrypted"
        ) from error
    except CalamineError as error:
        raise Unreadable("spreadsheet: its structure is damaged", reason="broken") from error


def _sheet(composer: Composer, book: CalamineWorkbook, name: str, extras: Extras | None) -> bool:
    """Write a sheet; whether there is anything on it."""
    from python_calamine import CalamineError

    composer.page(name)
    composer.heading(2, escape(name))
    try:
        sheet = book.get_sheet_by_name(name)
        grid, more = _grid(sheet, extras.links(name) if extras else {})
    except CalamineError:
        composer.paragraph("[this sheet is damaged]")
        return False
    for rows in tables(grid):
        if columns(rows) > 1:
            composer.table(rows)
        else:
            composer.paragraph("\n".join("".join(row) for row in rows))
    if more:
        composer.leave_out(f"{more:,} more rows")
    return _beside(composer, name, extras) or bool(grid)


def _beside(composer: Composer, name: str, extras: Extras | None) -> bool:
    charts = [] if extras is None else list(extras.charts(name))
    comments = [] if extras is None else list(extras.comments(name))
    for title, numbers in charts:
        composer.paragraph(escape(title))
        composer.table(numbers)
    for comment in comments:
        composer.block(comment)
    return bool(charts or comments)


def _grid(sheet: CalamineSheet, links: dict[tuple[int, int], str]) -> tuple[Grid, int]:
    """The cells as text, and how many rows there are beyond them."""
    rows: list[list[Any]] = sheet.to_python(skip_empty_area=True, nrows=MOST_ROWS)
    start = sheet.start or (0, 0)
    grid = [[escape(written(value)) for value in row[:WIDEST]] for row in rows]
    for (row, column), target in links.items():
        down, right = row - start[0], column - start[1]
        if 0 <= down < len(grid) and 0 <= right < len(grid[down]):
            grid[down][right] = link(grid[down][right], target)
    spread(grid, sheet.merged_cell_ranges or [], start)
    return grid, max(0, sheet.height - MOST_ROWS)


def _facts(package: Package | None, kind: str, size: int) -> Facts:
    if package is None:
        return Facts(size=size)
    return facts_of(package, size) if kind == "xlsx" else open_facts(package, size)


def _counted(facts: Facts, sheets: int) -> Facts:
    return msgspec.structs.replace(facts, page_count=sheets)


def _refuse_bombs(package: Package) -> None:
    """The library unpacks by itself, so what the archive claims is looked at before."""
    total = sum(max(0, package.size_of(name)) for name in package.names if _is_cells(name))
    if total > LARGEST:
        raise Unreadable(
            f"spreadsheet: it unpacks to {total // (1024 * 1024)} MB", reason="too_large"
        )


def _is_cells(name: str) -> bool:
    return name.endswith((".xml", ".bin")) and "media/" not in name
