"""
What people write first: fetch a page, extract it, take the next; one process for each core.

    loop.py FILE CORES SECONDS    FILE holds addresses, one on a line; CORES is a list such as 0,1

It ends after so many seconds, or when all addresses are read.
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
        pool.map(read, urls[:4], chunksize=1)
        begun = time.perf_counter()
        done = 0
        for size in pool.imap_unordered(read, urls):
            assert size
            done += 1
            spent = time.perf_counter() - begun
            if spent > float(sys.argv[3]):
                break
        pool.terminate()
    print(json.dumps({"pages": done, "seconds": spent}))


if __name__ == "__main__":
    main()
