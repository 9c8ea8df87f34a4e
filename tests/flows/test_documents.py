"""Documents read through the real server, from a site on loopback."""

from __future__ import annotations

import functools
import http.server
import json
import os
import select
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.office import docx, paragraph, pptx, shape, zipped
from support.office import line as words_of
from support.pdf import block, pdf
from support.server import Server, own_environment, serving

pytestmark = pytest.mark.slow

PROSE = "The river rose in spring and fell in summer, as rivers of this kind always do."
FILES = {
    "rivers.pdf": pdf([block(72, 200, [f"Page {number}. {PROSE}"]) for number in range(1, 4)]),
    "rivers.docx": docx(paragraph(PROSE), core="<dc:title>Rivers</dc:title>"),
    "rivers.pptx": pptx([shape(words_of(PROSE), "title"), shape(words_of("Second slide"))]),
    "rivers.csv": b"a,b\n1,2\n",
    "broken.docx": docx(paragraph(PROSE))[:400],
    "archive.zip": zipped({"a.txt": PROSE}),
}
# What recorded documents must come to: a reason, or words of their text.
KNOWN = {
    "markitdown__MEDRPT-2024-PAT-3847_medical_report_scan.pdf": "scanned",
    "pdfminer_six__aes-256.pdf": "encrypted",
    "pdfminer_six__rc4-40.pdf": "encrypted",
    "pypdf__r6-user-password.pdf": "encrypted",
    "sample-files__libreoffice-writer-password.pdf": "encrypted",
    "tika__testWORD_protected_passtika.docx": "encrypted",
    "unstructured__password_protected.xlsx": "encrypted",
    "tika__testODTEncrypted.odt": "encrypted",
    "tika__testWORD_truncated.docx": "broken",
    "tika__testODTnotaZipFile.odt": "broken",
    "mammoth__empty.docx": "empty",
    "mammoth__external-picture.docx": "empty",
    "unstructured__empty.xlsx": "empty",
    "pdfplumber__empty.pdf": "",
}
TYPES = {
    "pdf": "application/pdf",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "odt": "application/vnd.oasis.opendocument.text",
}


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        return TYPES.get(str(path).rpartition(".")[2], "application/octet-stream")


def site(folder: Path) -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def here(tmp_path: Path) -> Iterator[str]:
    folder = tmp_path / "site"
    folder.mkdir()
    for name, body in FILES.items():
        (folder / name).write_bytes(body)
    yield from site(folder)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    environment = {
        **own_environment(),
        "ALLOW_PRIVATE_IPS": "true",
        "HEADWATER_HOME": str(tmp_path / "home"),
        "CHROME_PATH": "disabled",
    }
    with serving(environment=environment) as running:
        running.shake_hands()
        yield running


def scrape(server: Server, url: str, **more: Any) -> dict[str, Any]:
    arguments = {"url": url, **more}
    answer = server.request("tools/call", name="scrape_page", arguments=arguments)
    result: dict[str, Any] = answer["result"]
    return result


def error_of(result: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(result["content"][0]["text"].rpartition("\n\n")[2])["error"]
    return found


def test_each_format_is_read_by_its_bytes(server: Server, here: str) -> None:
    for name, kind in (("pdf", "pdf"), ("docx", "docx"), ("pptx", "pptx"), ("csv", "csv")):
        found = scrape(server, f"{here}/rivers.{name}")["structuredContent"]
        assert found["contentType"] == kind
        assert PROSE.split()[1] in found["content"] or kind == "csv"
        assert found["metadata"]["fileSize"] == len(FILES[f"rivers.{name}"])
        assert "extractedBy" not in found


def test_a_place_in_the_text_has_its_page(server: Server, here: str) -> None:
    found = scrape(server, f"{here}/rivers.pdf")["structuredContent"]
    offsets = [page["offset"] for page in found["pages"]]
    text = found["content"].encode()
    assert [text[offset:].split(b".")[0] for offset in offsets] == [b"Page 1", b"Page 2", b"Page 3"]
    rest = scrape(server, f"{here}/rivers.pdf", cursor=str(offsets[2]))["structuredContent"]
    assert rest["pages"] == [{"page": 3, "offset": offsets[2]}]
    asked = scrape(server, f"{here}/rivers.pdf", query="Page 2 river")["structuredContent"]
    assert {passage["page"] for passage in asked["passages"]} <= {1, 2, 3}


def test_what_cannot_be_read_is_typed_final_and_remembered(server: Server, here: str) -> None:
    for _ in range(2):
        error = error_of(scrape(server, f"{here}/broken.docx"))
        assert (error["kind"], error["reason"]) == ("content_empty", "broken")
        assert error["retryable"] is False
    assert error_of(scrape(server, f"{here}/archive.zip"))["reason"] == "unsupported"


def test_the_reading_process_ends_with_the_server(server: Server, here: str) -> None:
    scrape(server, f"{here}/rivers.pdf")
    (reader,) = children_of(server.process.pid)
    handle = os.pidfd_open(reader)
    server.process.send_signal(signal.SIGKILL)
    server.process.wait()
    ended, _, _ = select.select([handle], [], [], 5.0)
    os.close(handle)
    assert ended


def children_of(parent: int) -> list[int]:
    folders = [folder for folder in Path("/proc").iterdir() if folder.name.isdecimal()]
    return [int(folder.name) for folder in folders if parent_of(folder) == parent]


def parent_of(folder: Path) -> int:
    try:
        return int((folder / "stat").read_text().rpartition(") ")[2].split()[1])
    except OSError:
        return 0  # it ended meanwhile


@pytest.mark.timeout(120)
def test_every_recorded_document_is_read_or_says_why(server: Server, shared: Path) -> None:
    folder = shared / "fixtures" / "documents"
    rows = [json.loads(line) for line in (folder / "INDEX.jsonl").read_text().splitlines()]
    names = [row["file"] for row in rows if "golden_for" not in row]
    wrong = []
    for address in site(folder):
        for name in names:
            result = scrape(server, f"{address}/{name}")
            reason = error_of(result).get("reason", "") if result.get("isError") else None
            if reason != KNOWN.get(name):
                wrong.append(f"{name}: {reason}")
    assert wrong == []
