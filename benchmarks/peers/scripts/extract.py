"""
A peer's extractor over pages, in its own environment: texts and seconds of processor time.

    extract.py NAME FILE    FILE holds pages as JSON lines of {"html": base64, "url": …}
"""

import base64
import json
import sys
import time

import adapters


def main():
    """Prints one line of JSON."""
    extract = getattr(adapters, sys.argv[1].replace("-", "_"))
    with open(sys.argv[2]) as file:  # noqa: PTH123 - this runs on the peer's Python
        rows = [json.loads(line) for line in file]
    pages = [(base64.b64decode(row["html"]), row["url"]) for row in rows]
    extract(*pages[0])
    begun = time.process_time()
    texts = [extract(html, url) for html, url in pages]
    spent = time.process_time() - begun
    print(json.dumps({"seconds": spent, "texts": texts}))


main()
