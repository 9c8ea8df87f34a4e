"""Whatever happens to a document's bytes, it is read or it is said why not."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.office import docx, epub, line, odt, paragraph, pptx, rows, shape, xlsx
from support.pdf import block, pdf, rule

from headwater.actors.domain.sniff import media_of
from headwater.actors.messages.faults import Unreadable
from headwater.actors.messages.web import Document
from headwater.actors.readers.reader import Given, packaged, reader_for

WORDS = "The river rose in spring and fell in summer."
SAMPLES = {
    "docx": docx(
        paragraph(WORDS) + f"<w:tbl><w:tr><w:tc>{paragraph('a')}</w:tc></w:tr></w:tbl>",
        styles='<w:style w:styleId="a"><w:name w:val="heading 1"/></w:style>',
        numbering='<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>',
    ),
    "pptx": pptx([shape(line(WORDS), "title") + shape(line("b", '<a:pPr lvl="1"/>'))], notes="n"),
    "xlsx": xlsx({"S": rows(["a", 1], ["b", 2])}),
    "odt": odt(f"<text:h text:outline-level='1'>h</text:h><text:p>{WORDS}</text:p>"),
    "epub": epub({"a": f"<h1>h</h1><p>{WORDS}</p><ol start='3'><li>x</li></ol>"}, ["a"]),
    "pdf": pdf([block(72, 200, [WORDS] * 4) + rule(72, 300, 300, 300)], info="/Title(Rivers)"),
    "csv": b"a,b\n1,2\n",
    "feed": b"<rss><channel><title>t</title><item><title>i</title></item></channel></rss>",
    "notebook": b'{"cells": [{"cell_type": "code", "source": "x"}], "nbformat": 4}',
}
EDITS = st.lists(
    st.tuples(st.integers(0, 10_000), st.integers(0, 40), st.binary(max_size=12)),
    min_size=1,
    max_size=8,
)
VALUES = st.sampled_from(["", "-1", "9" * 20, "x", "1e400", "\u00b2", "\u0663", "0"])


def read(body: bytes, said: str = "") -> Document | Unreadable | None:
    media = media_of(body, said)
    reader = reader_for(packaged(), media)
    if reader is None:
        return None
    try:
        return reader.read(Given(body, media))
    except Unreadable as fault:
        return fault


def edited(body: bytes, edits: list[tuple[int, int, bytes]]) -> bytes:
    for place, length, new in edits:
        at = place % (len(body) + 1)
        body = body[:at] + new + body[at + length :]
    return body


@pytest.mark.parametrize("kind", SAMPLES)
def test_an_unharmed_document_is_read(kind: str) -> None:
    found = read(SAMPLES[kind], "text/csv" if kind == "csv" else "")
    assert isinstance(found, Document)


@pytest.mark.parametrize("kind", SAMPLES)
@settings(max_examples=60)
@given(edits=EDITS)
def test_bytes_that_change_are_no_accident(kind: str, edits: list[tuple[int, int, bytes]]) -> None:
    found = read(edited(SAMPLES[kind], edits), "text/csv" if kind == "csv" else "")
    assert found is None or isinstance(found, Document | Unreadable)


@pytest.mark.parametrize("kind", ["docx", "pptx", "xlsx", "odt", "epub"])
@settings(max_examples=60)
@given(part=st.integers(0, 20), place=st.integers(0, 200), value=VALUES, edits=EDITS)
def test_parts_that_change_are_no_accident(
    kind: str, part: int, place: int, value: str, edits: list[tuple[int, int, bytes]]
) -> None:
    whole = repacked(SAMPLES[kind], part, lambda data: swapped(data, place, value))
    broken = repacked(SAMPLES[kind], part, lambda data: edited(data, edits))
    for body in (whole, broken):
        assert isinstance(read(body), Document | Unreadable | None)


def repacked(body: bytes, part: int, change: object) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(body)) as archive, zipfile.ZipFile(out, "w") as copy:
        names = archive.namelist()
        chosen = names[part % len(names)]
        for name in names:
            data = archive.read(name)
            data = change(data) if name == chosen and callable(change) else data
            copy.writestr(zipfile.ZipInfo(name), data)
    return out.getvalue()


def swapped(data: bytes, place: int, value: str) -> bytes:
    """With another value for one attribute."""
    found = list(re.finditer(rb'="[^"]*"', data))
    if not found:
        return data
    one = found[place % len(found)]
    return data[: one.start()] + f'="{value}"'.encode() + data[one.end() :]


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_recorded_documents_cut_anywhere_are_no_accident(shared: Path) -> None:
    for path in sorted((shared / "fixtures" / "documents").iterdir()):
        body = path.read_bytes()
        if ".expected" in path.name or path.suffix == ".jsonl" or not body:
            continue
        for share in (0.3, 0.7, 0.97):
            cut = body[: int(len(body) * share)]
            assert isinstance(read(cut), Document | Unreadable | None), path.name
