"""
What people write first: fetch a page, extract it, take the next; one process for each core.

    loop.py FILE CORES    FILE holds addresses, one on a line; CORES is a list such as 0,1
"""

import json
import multiprocessing
import os
import sys
import time
import urllib.request

import trafilatura


def read(url):
    """One page."""
    with urllib.request.urlopen(url, timeout=30) as answer:  # noqa: S310 - our own site
        return len(trafilatura.extract(answer.read(), url=url, output_format="markdown") or "")


def main():
    """Prints one line of JSON."""
    with open(sys.argv[1]) as file:  # noqa: PTH123 - this runs on the peer's Python
        urls = file.read().split()
    cores = {int(core) for core in sys.argv[2].split(",")}
    os.sched_setaffinity(0, cores)
    with multiprocessing.Pool(len(cores)) as pool:
        pool.map(read, urls[:4])
        begun = time.perf_counter()
        sizes = pool.map(read, urls, chunksize=4)
        spent = time.perf_counter() - begun
    assert all(sizes)
    print(json.dumps({"seconds": spent}))


if __name__ == "__main__":
    main()
