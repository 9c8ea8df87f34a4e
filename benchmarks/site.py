"""The site that is scraped: its own process, one small loop, so that it is not what is measured."""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
from functools import cache

WORDS = """river seep spring channel gauge level metre thaw moss valley survey map season flow basin
bank stone ford mill delta mouth rain snow melt ground water stream record reading pool weir marsh
sluice meadow heron alder silt gravel eddy rapid current depth width slope summit ridge""".split()  # noqa: SIM905
HEAD = b"HTTP/1.1 %s\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n"
FAILING = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n"
MISSING = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
SHELL = b"""<!doctype html><html lang=en><title>Reading</title><div id=root></div><script>
fetch(location.pathname.replace("shell", "page/20000"))
  .then((answer) => answer.text())
  .then((text) => { root.innerHTML = text.split("<body>")[1]; });
</script>"""  # shows /page/20000/NUMBER by its script
STOCK = 2_000  # paragraphs; a page is a choice of them
AROUND = 2_800  # bytes of a page besides them
LEAST = 4  # paragraphs, so that no page is taken for another
STYLE = "body{font:16px serif}nav li{display:inline;margin:0 4px}main{max-width:70ch}" * 8
SCRIPT = 'window.readings=window.readings||[];readings.push({"seen":1});' * 8


class Site(asyncio.Protocol):
    """
    Answers /page/SIZE/NUMBER with a page of about that many bytes.

    /shell/NUMBER is a page whose script fetches one of those and shows it.
    /fail/… answers 503, /stall/… never, /same/SIZE/NUMBER always with the same page, /search as a
    search engine does. /late/MILLISECONDS/SIZE/NUMBER takes its time, and /slowly/search?q=NUMBER
    finds ten such pages that belong to the number.
    """

    def __init__(self) -> None:
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Remember whom to answer."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Answer each whole request; none has a body."""
        *requests, self._rest = (self._rest + data).split(b"\r\n\r\n")
        for request in requests:
            path = request.split(b" ", 2)[1].decode()
            if path.startswith("/late/"):
                _, _, milliseconds, rest = path.split("/", 3)
                after = asyncio.get_running_loop().call_later
                after(int(milliseconds) / 1000, self._answer, f"/page/{rest}")
            else:
                self._answer(path, request)

    def _answer(self, path: str, request: bytes = b"") -> None:
        if path.startswith("/slowly/"):
            answer: bytes | None = slow_results(path, _host(request))
        else:
            answer = answer_to(path)
        if answer is not None and not self._transport.is_closing():
            self._transport.write(answer)


def answer_to(path: str) -> bytes | None:
    """The bytes of an answer; None is none, ever."""
    kind, _, rest = path.lstrip("/").partition("/")
    if kind == "stall":
        return None
    if kind == "fail":
        return FAILING
    if kind.partition("?")[0] == "search":
        found = results()
        return HEAD % (b"200 OK", len(found)) + found
    if kind == "shell":
        return HEAD % (b"200 OK", len(SHELL)) + SHELL
    size, _, number = rest.partition("/")
    if kind not in {"page", "same"} or not size.isdigit() or not number.isdigit():
        return MISSING
    content = page(int(size), int(number) if kind == "page" else 0)
    return HEAD % (b"200 OK", len(content)) + content


def slow_results(path: str, host: str) -> bytes:
    """Ten pages that take from 30 to 300 milliseconds."""
    number = int(path.partition("q=")[2].partition("&")[0] or 0)
    rows = [
        {"url": f"http://{host}/late/{wait}/200000/{number * 10 + place}", "title": "River levels"}
        for place, wait in enumerate(range(30, 301, 30))
    ]
    found = json.dumps({"results": rows}).encode()
    return HEAD % (b"200 OK", len(found)) + found


def _host(request: bytes) -> str:
    lines = request.decode("latin-1").lower().split("\r\n")
    return next((line[6:].strip() for line in lines if line.startswith("host:")), "")


def page(size: int, number: int) -> bytes:
    """Navigation, an article of about that many bytes, a footer; no two are alike."""
    title = b"Reading %d" % number
    return b"".join(
        [
            b"<!doctype html><html lang=en><head><title>" + title + b"</title>",
            around(),
            b"<main><article><h1>" + title + b"</h1><p>" + title + b" was taken at the weir.</p>",
            *_choice(size, number),
            b"</article></main><footer><p>Imprint and terms of use</p></footer></body></html>",
        ]
    )


def text_of(size: int, number: int) -> str:
    """What a reader of that page reads: everything but what is around the article."""
    content = b"".join(_choice(size, number)).decode()
    title = f"Reading {number}"
    return f"{title}\n{title} was taken at the weir.\n{re.sub('<[^>]*>', ' ', content)}"


def _choice(size: int, number: int) -> list[bytes]:
    chance = random.Random(number)  # noqa: S311 - the same pages each time
    return chance.choices(paragraphs(), k=max(int((size - AROUND) / _average()), LEAST))


@cache
def _average() -> float:
    """Bytes of a paragraph."""
    return sum(map(len, paragraphs())) / STOCK


@cache
def results() -> bytes:
    """Twenty results, as SearXNG writes them."""
    chance = random.Random(2)  # noqa: S311 - as above
    rows = [
        {
            "url": f"https://a{number}.example/{chance.choice(WORDS)}",
            "title": " ".join(chance.choices(WORDS, k=6)),
            "content": " ".join(chance.choices(WORDS, k=30)),
            "publishedDate": "2024-05-06T07:08:09",
            "score": 1.0,
            "engines": ["one", "two"],
        }
        for number in range(20)
    ]
    return json.dumps({"query": "x", "results": rows, "unresponsive_engines": []}).encode()


@cache
def paragraphs() -> list[bytes]:
    """What pages are made of: prose with links, and now and then a section, a list, a table."""
    chance = random.Random(1)  # noqa: S311 - as above
    return [_block(chance, number % 12).encode() for number in range(STOCK)]


def _block(chance: random.Random, kind: int) -> str:
    if kind == 4:
        items = "".join(f"<li>{_words(chance, 9)}</li>" for _ in range(6))
        return f"<ul>{items}</ul>\n"
    if kind == 8:
        rows = [[_words(chance, 2) for _ in range(3)] for _ in range(6)]
        cells = ["".join(f"<td>{cell}</td>" for cell in row) for row in rows]
        return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>\n"
    heading = "" if kind else f"<h2>{_words(chance, 4).capitalize()}</h2>\n"
    link = f'<a href="/page/20000/{chance.randrange(900)}">{_words(chance, 3)}</a>'
    stress = f"<em>{_words(chance, 2)}</em>"
    words = f"{_words(chance, 24).capitalize()} {link} {_words(chance, 20)} {stress}"
    return f"{heading}<p>{words} {_words(chance, 6)}.</p>\n"


@cache
def around() -> bytes:
    """The rest of the head, and links before the article."""
    chance = random.Random(2)  # noqa: S311 - as above
    links = [f'<li><a href="/page/20000/{n}">{_words(chance, 2)}</a></li>' for n in range(20)]
    head = f"<style>{STYLE}</style><script>{SCRIPT}</script></head><body>"
    return f"{head}<nav><ul>{''.join(links)}</ul></nav>".encode()


def _words(chance: random.Random, count: int) -> str:
    return " ".join(chance.choices(vocabulary(), k=count))


@cache
def vocabulary() -> list[str]:
    """A few words that are everywhere, and many that are rare, which tell one page from another."""
    return WORDS * 30 + [one + other for one in WORDS for other in WORDS if one != other]


async def _serve() -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Site, "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)  # it ends with whoever started it


if __name__ == "__main__":
    asyncio.run(_serve())
