"""
Pages per second with one thread and with two: extraction must not hold the interpreter lock.

    threads.py FOLDER            a folder of .html or .html.gz files
"""

import gzip
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from headwater import to_markdown

LEAST = 1.7  # what two threads must be worth on two free cores


def main() -> int:
    """Runs the comparison."""
    files = sorted(Path(sys.argv[1]).glob("*.html*"))[:400]
    pages = [
        gzip.decompress(f.read_bytes()) if f.suffix == ".gz" else f.read_bytes() for f in files
    ]
    took = {}
    for threads in (1, 2, 1, 2):
        with ThreadPoolExecutor(threads) as pool:
            start = time.perf_counter()
            texts = list(pool.map(to_markdown, pages))
            now = time.perf_counter() - start
            took[threads] = min(took.get(threads, now), now)
        assert len(texts) == len(pages)
    ratio = took[1] / took[2]
    pace = " -> ".join(f"{len(pages) / took[threads]:.0f}" for threads in (1, 2))
    print(f"threads/extraction  {pace} pages/s  {ratio:.2f}x")
    return int(ratio < LEAST)


if __name__ == "__main__":
    sys.exit(main())
