"""
A peer over documents, in its own environment: the text and the seconds of processor time of each.

    documents.py NAME FILE    FILE holds the paths of documents, one a line
"""

import io
import json
import sys
import time
from pathlib import Path


def markitdown(path):
    """All formats, as Markdown."""
    from markitdown import MarkItDown, StreamInfo

    reader = MarkItDown(enable_plugins=False)
    suffix = path.suffix

    def read(body):
        return reader.convert_stream(
            io.BytesIO(body), stream_info=StreamInfo(extension=suffix)
        ).text_content

    return read


def pypdf(_):
    """The text of a PDF."""
    from pypdf import PdfReader

    return lambda body: "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(body)).pages)


def pdfminer_six(_):
    """The text of a PDF."""
    from pdfminer.high_level import extract_text

    return lambda body: extract_text(io.BytesIO(body))


def python_docx(_):
    """Paragraphs and tables of a Word file."""
    from docx import Document

    def read(body):
        document = Document(io.BytesIO(body))
        parts = [paragraph.text for paragraph in document.paragraphs]
        parts += [
            cell.text for table in document.tables for row in table.rows for cell in row.cells
        ]
        return "\n".join(parts)

    return read


READS = {"pypdf": (".pdf",), "pdfminer.six": (".pdf",), "python-docx": (".docx",)}


def main():
    """Prints one line of JSON for each document that it can read."""
    name = sys.argv[1]
    make = globals()[name.replace("-", "_").replace(".", "_")]
    paths = [Path(line) for line in Path(sys.argv[2]).read_text().splitlines()]
    for path in paths:
        if path.suffix not in READS.get(name, (path.suffix,)):
            continue
        read, body = make(path), path.read_bytes()
        try:
            read(body)
            begun = time.process_time()
            text = read(body)
        except Exception as problem:  # noqa: BLE001 - peers fail in ways of their own
            print(f"{path.name}: {type(problem).__name__}", file=sys.stderr)
            continue
        spent = time.process_time() - begun
        print(json.dumps({"file": str(path), "text": text, "seconds": spent}))


main()
