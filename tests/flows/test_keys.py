from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from support.shelves import environment, put, shelf

HELLO = (
    b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",'
    b'"capabilities":{},"clientInfo":{"name":"t","version":"1"}}}\n'
    b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
    b'{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"research://artifact/a"}}\n'
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "problem"),
    [
        ("22" * 32, b"headwater: the store was written with another key: "),
        ("22", b"headwater: CACHE_ENCRYPTION_KEY (environment): its value is not accepted"),
    ],
)
def test_a_key_that_does_not_fit_stops_the_server_with_one_sentence(
    tmp_path: Path, key: str, problem: bytes
) -> None:
    at = shelf(tmp_path, key="11" * 32)
    put(at, "a", b"1")
    at.close()
    done = subprocess.run(
        [sys.executable, "-m", "headwater.actors.main", "serve"],
        input=HELLO,
        env={**environment(), "HEADWATER_HOME": str(tmp_path), "CACHE_ENCRYPTION_KEY": key},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(problem)
    assert done.stderr.count(b"\n") == 1
