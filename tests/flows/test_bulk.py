"""Reading at volume, through the whole program."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from support.server import COMMAND, own_environment

from headwater.benchmarks.usage import family

ROOT = Path(__file__).parents[2]
BULK = [COMMAND[0], "bulk"]


@contextmanager
def site() -> Iterator[str]:
    """The benchmark's site, in its own process."""
    with subprocess.Popen(
        [sys.executable, "-m", "headwater.benchmarks.site"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin
        assert process.stdout
        yield f"http://127.0.0.1:{int(process.stdout.readline())}"
        process.stdin.close()


def environment(home: Path) -> dict[str, str]:
    return {
        **own_environment(),
        "HEADWATER_HOME": str(home),
        "ALLOW_PRIVATE_IPS": "true",
        "ALLOWED_DOMAINS": "127.0.0.1",
        "CIRCUIT_FAILURE_THRESHOLD": "1000",
    }


def bulk(home: Path, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*BULK, *arguments],
        env=environment(home),
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_every_address_has_its_line(tmp_path: Path) -> None:
    with site() as root:
        urls = [f"{root}/page/3000/{number}" for number in range(20)]
        urls += [f"{root}/same/3000/{number}" for number in range(3)]
        urls += [f"{root}/nothing/here", "not an address", "http://192.0.2.1/private", urls[0]]
        source = tmp_path / "urls.txt"
        source.write_text("\n".join(urls))
        output = tmp_path / "pages.jsonl"
        done = bulk(tmp_path, str(source), "-o", str(output), "--retries", "0")
        again = bulk(tmp_path, str(source), "-o", str(output))
    assert done.returncode == 0, done.stderr
    lines = {line["url"]: line for line in lines_of(output)}
    assert set(lines) == set(urls)
    page = lines[urls[5]]
    assert page["title"] == "Reading 5"
    assert page["text"].startswith("# Reading 5")
    assert page["status"] == 200
    assert len(page["contentId"]) == 64
    kinds = Counter(line["error"]["kind"] for line in lines.values() if "error" in line)
    assert kinds == {"not_found": 1, "validation": 2}
    copies = [line for line in lines.values() if "duplicateOf" in line]
    assert len(copies) == 3  # page 0 is what they repeat, or one of them is what the others do
    assert not any("text" in line for line in copies)
    assert again.returncode == 0
    assert len(lines_of(output)) == len(lines)
    assert "26 done before" in again.stderr


def test_addresses_come_from_standard_input_and_lines_go_to_standard_output(tmp_path: Path) -> None:
    with site() as root:
        done = bulk(tmp_path, "-", "--no-text", stdin=f"{root}/page/3000/1\n")
    [line] = [json.loads(line) for line in done.stdout.splitlines()]
    assert line["title"] == "Reading 1"
    assert "text" not in line
    assert "1 documents" in done.stderr


def test_a_recorded_answer_is_read_without_contacting_anybody(tmp_path: Path) -> None:
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<h1>Kept</h1><p>Long ago.</p>"
    head = (
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
        "WARC-Target-URI: http://gone.example/\r\nWARC-Date: 2024-05-06T07:08:09Z\r\n"
        f"Content-Type: application/http\r\nContent-Length: {len(answer)}\r\n\r\n"
    )
    source = tmp_path / "crawl.warc"
    source.write_bytes(head.encode() + answer + b"\r\n\r\n")
    output = tmp_path / "crawl.parquet"
    done = bulk(tmp_path, str(source), "-o", str(output))
    assert done.returncode == 0, done.stderr
    from pyarrow import parquet

    [row] = parquet.read_table(output).to_pylist()
    assert row["url"] == "http://gone.example/"
    assert "Long ago." in row["text"]
    assert row["error_kind"] is None
    assert not output.with_name("crawl.parquet.jsonl").exists()


def test_a_failed_page_is_tried_again_on_demand(tmp_path: Path) -> None:
    with site() as root:
        source = tmp_path / "urls.txt"
        source.write_text(f"{root}/fail/1\n{root}/page/3000/1\n")
        output = tmp_path / "pages.jsonl"
        bulk(tmp_path, str(source), "-o", str(output), "--retries", "0")
        again = bulk(tmp_path, str(source), "-o", str(output), "--retry-failed", "--retries", "0")
    assert "1 errors are tried again" in again.stderr
    assert sorted("error" in line for line in lines_of(output)) == [False, True]


def test_pages_of_a_host_that_rests_are_read_after_its_rest(tmp_path: Path) -> None:
    with site() as root:
        bad = [f"{root}/fail/{number}" for number in range(6)]
        good = [f"{root}/page/3000/{number}" for number in range(60)]
        source = tmp_path / "urls.txt"
        source.write_text("\n".join([*bad, *good]))
        output = tmp_path / "pages.jsonl"
        strict = {"CIRCUIT_FAILURE_THRESHOLD": "5", "CIRCUIT_RESET_TIMEOUT_SECONDS": "1"}
        done = subprocess.run(
            [*BULK, str(source), "-o", str(output), "--retries", "0"],
            env={**environment(tmp_path), **strict},
            capture_output=True,
            check=False,
        )
    assert done.returncode == 0
    lines = lines_of(output)
    assert sorted(line["url"] for line in lines) == sorted([*bad, *good])
    assert {line["url"] for line in lines if "error" in line} == set(bad)


@pytest.mark.timeout(120)
def test_killed_at_any_moment_it_goes_on_and_writes_every_address_once(tmp_path: Path) -> None:
    chance = random.Random(7)  # noqa: S311 - the same moments each time
    output = tmp_path / "pages.jsonl"
    with site() as root:
        urls = [f"{root}/page/20000/{number}" for number in range(400)]
        source = tmp_path / "urls.txt"
        source.write_text("\n".join(urls))
        command = [*BULK, str(source), "-o", str(output)]
        kills = 0
        for _ in range(60):
            with subprocess.Popen(
                command, env=environment(tmp_path), stderr=subprocess.DEVNULL
            ) as process:
                while process.poll() is None and not _grew(output, kills):
                    time.sleep(0.01)
                if process.poll() is None and kills < 5:
                    time.sleep(chance.uniform(0, 0.05))
                    process.send_signal(signal.SIGKILL)
                    kills += 1
                    continue
                assert process.wait() == 0
                break
    assert kills == 5
    assert sorted(line["url"] for line in lines_of(output)) == sorted(urls)


@pytest.mark.timeout(120)
def test_a_helper_that_is_killed_takes_nothing_with_it(tmp_path: Path) -> None:
    output = tmp_path / "pages.jsonl"
    with site() as root:
        urls = [f"{root}/page/3000/{number}" for number in range(1_600)]
        source = tmp_path / "urls.txt"
        source.write_text("\n".join(urls))
        command = [*BULK, str(source), "-o", str(output), "--processes", "2"]
        with subprocess.Popen(
            command, env=environment(tmp_path), stderr=subprocess.DEVNULL
        ) as process:
            helpers: list[int] = []
            while process.poll() is None and not helpers:
                helpers = [pid for pid in family(process.pid)[1:] if _is_helper(pid)]
                time.sleep(0.01)
            while process.poll() is None and not _grew(output, 2):
                time.sleep(0.01)
            for helper in helpers:
                with suppress(ProcessLookupError):  # it may have done its share already
                    os.kill(helper, signal.SIGKILL)
            assert process.wait() == 0
    assert helpers
    assert sorted(line["url"] for line in lines_of(output)) == sorted(urls)


def _is_helper(pid: int) -> bool:
    try:
        return b"bulk_helper" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def _grew(output: Path, kills: int) -> bool:
    """Whether this run has written something, so that each kill hits one at work."""
    return output.exists() and output.stat().st_size > kills * 200_000


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "give either a file"),
        (["missing.txt"], "there is no file"),
        (["-", "--sitemap", "http://a.example/s.xml"], "give either a file"),
        (["-", "--concurrency", "0"], "--concurrency is at least 1"),
        (["-", "--processes", "0"], "--processes is at least 1"),
        (["-", "--timeout", "0"], "--timeout is more than 0"),
        (["-", "--retry-failed"], "--retry-failed needs"),
        (["-", "-o", "no/such/folder/out.jsonl"], "No such file or directory"),
    ],
)
def test_wrong_usage_is_said_plainly(tmp_path: Path, arguments: list[str], says: str) -> None:
    done = bulk(tmp_path, *arguments)
    assert done.returncode == 2
    assert says in done.stderr
