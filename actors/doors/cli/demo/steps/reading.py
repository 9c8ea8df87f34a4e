"""A page of the site: read, read again, read in part; and an address that is never read."""

from __future__ import annotations

import http.client
from typing import Any

import msgspec

from headwater.actors.doors.cli.demo.pages import ARTICLE, PAGES
from headwater.actors.doors.cli.demo.stage import Shown, Stage
from headwater.actors.doors.cli.demo.steps.checking import expect, result_of

SCRAPE = "scrape_page"
LINES = 4  # of a page, to show
PART = 300  # bytes
METADATA = "http://169.254.169.254/"  # where clouds keep a machine's credentials
QUESTION = "how much of a river's length is small streams"
ANSWER = "Three quarters of a river's length"


def visit(stage: Stage) -> Shown:
    """The site is up, and says so itself."""
    lines = []
    for page in PAGES:
        status, body = _get(stage.site.origin, page.path)
        expect(status == 200, f"{page.path} answers {status}")
        expect(page.title in body, f"{page.path} lacks its title")
        lines.append(f"{stage.site.url(page)}  {page.title}")
    return Shown(lines)


def read(stage: Stage) -> Shown:
    """Fetched, made into Markdown, cited, and kept."""
    page, meta, seconds = _read(stage)
    expect("cached" not in meta, "it came from the cache before it was read")
    expect(page["content"].startswith(f"# {ARTICLE.title}"), "the title is not on top")
    expect(ANSWER in page["content"], "a paragraph is missing")
    expect("Written for a demonstration" not in page["content"], "the footer is in the text")
    cited = page["citation"]["formatted"]["apa"]
    expect(cited.startswith(f"{ARTICLE.title}. (2024, March 18)."), f"cited as {cited}")
    lines = [line for line in page["content"].splitlines() if line][:LINES]
    return Shown([*lines, "…", f"APA: {cited}"], seconds)


def read_again(stage: Stage) -> Shown:
    """The same page, without asking its server."""
    page, meta, seconds = _read(stage)
    expect(meta.get("cached") is True, "it was fetched again")
    expect(ANSWER in page["content"], "the kept text is another")
    age = f"{meta['ageSeconds']} s old, kept for {meta['maxAgeSeconds']:,} s"
    return Shown([f"cached, {meta['freshness']}: {age}"], seconds)


def read_outline(stage: Stage) -> Shown:
    """What is in it, before reading it."""
    page, _, seconds = _read(stage, outline=True)
    spans = page["outline"]
    headings = [span["title"] for span in spans]
    expect(headings[:2] == [ARTICLE.title, "Seeps before springs"], f"headings are {headings}")
    expect(not page["content"], "there is text beside the outline")
    indented = [(span, "  " * (span["level"] - 1)) for span in spans]
    lines = [
        f"{indent}{span['title']} (offset {span['offset']}, {span['length']} bytes)"
        for span, indent in indented
    ]
    return Shown(lines, seconds)


def read_on(stage: Stage) -> Shown:
    """In parts, each from where the last one ended; together they are the whole."""
    whole, _, _ = _read(stage)
    parts: list[str] = []
    spent = 0.0
    more: dict[str, Any] = {}
    while not parts or more:
        expect(len(parts) <= whole["contentLength"] // 10, "the parts do not end")
        page, _, seconds = _read(stage, max_length=PART, **more)
        expect(page["contentLength"] <= PART, f"a part has {page['contentLength']} bytes")
        parts.append(page["content"])
        spent += seconds
        more = {"cursor": page["nextCursor"]} if page.get("nextCursor") else {}
    expect(len(parts) > 1, "the page came in one part")
    expect("".join(parts) == whole["content"], "the parts are not the whole")
    sizes = " + ".join(str(len(part.encode())) for part in parts)
    return Shown([f"{sizes} = {whole['contentLength']} bytes in {len(parts)} parts"], spent)


def read_passages(stage: Stage) -> Shown:
    """Only what matters for a question."""
    page, _, seconds = _read(stage, query=QUESTION)
    expect(ANSWER in page["content"], "the passage that answers is not among them")
    expect(page["contentLength"] < page["originalLength"], "the whole page came back")
    sizes = f"{page['contentLength']} of {page['originalLength']} bytes"
    best = max(page["passages"], key=lambda passage: passage["score"])
    where = f"best at offset {best['offset']}, score {best['score']}"
    lines = [line for line in page["content"].splitlines() if line]
    return Shown([f"{QUESTION}?", f"{sizes}; {where}", *lines], seconds)


def refuse_address(stage: Stage) -> Shown:
    """Cloud metadata is refused though this server may read private addresses."""
    answer = stage.call(SCRAPE, {"url": METADATA})
    result = result_of(answer)
    expect(result.get("isError") is True, "an address that must never be read was read")
    said, _, document = result["content"][0]["text"].partition("\n\n")
    denial = msgspec.json.decode(document)["error"]["denial_context"]
    expect(denial == {"reason": "cloud_metadata", "hop": 0}, f"refused because of {denial}")
    return Shown([said, f"denial_context: {msgspec.json.encode(denial).decode()}"], answer.seconds)


def _read(stage: Stage, **more: Any) -> tuple[dict[str, Any], dict[str, Any], float]:
    """The article's structure, what is said beside it, and the seconds it took."""
    answer = stage.call(SCRAPE, {"url": stage.site.url(ARTICLE), **more})
    result = result_of(answer)
    expect(not result.get("isError"), str(result["content"][:1]))
    return result["structuredContent"], result.get("_meta", {}), answer.seconds


def _get(origin: str, path: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection(origin.removeprefix("http://"), timeout=10)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()
