"""References for the site's pages, in forms for people and for programs."""

from __future__ import annotations

from headwater.actors.doors.cli.demo.pages import PAGES, SITE
from headwater.actors.doors.cli.demo.stage import Shown, Stage
from headwater.actors.doors.cli.demo.steps.checking import expect, result_of

BIBLIOGRAPHY = "format_bibliography"
PAPER = {
    "url": "https://doi.org/10.1002/j.1538-7305.1948.tb01338.x",
    "title": "A Mathematical Theory of Communication",
    "author": "Claude E. Shannon",
    "site": "Bell System Technical Journal",
    "date": "July 1948",
    "doi": "10.1002/j.1538-7305.1948.tb01338.x",
}


def cite_apa(stage: Stage) -> Shown:
    """The site's pages as a list of references for people."""
    return _cite(stage, "apa")


def cite_bibtex(stage: Stage) -> Shown:
    """The same as records for a reference manager."""
    return _cite(stage, "bibtex")


def refuse_argument(stage: Stage) -> Shown:
    """A wrong argument comes back as a result that says what to do."""
    answer = stage.call(BIBLIOGRAPHY, {"style": "handwritten", "sources": _sources(stage)})
    result = result_of(answer)
    expect(result.get("isError") is True, "a style that does not exist was taken")
    text = result["content"][0]["text"]
    expect("style" in text, "the error does not name the argument")
    return Shown(text.strip().splitlines(), answer.seconds)


def _cite(stage: Stage, style: str) -> Shown:
    answer = stage.call(BIBLIOGRAPHY, {"style": style, "sources": _sources(stage)})
    result = result_of(answer)
    expect(not result.get("isError"), str(result["content"][:1]))
    text = result["structuredContent"]["bibliography"]
    for page in PAGES:
        expect(page.path in text, f"{page.path} is not in the bibliography")
    expect("Shannon, C" in text, "the paper's author is not in the bibliography")
    return Shown(text.strip().splitlines(), answer.seconds)


def _sources(stage: Stage) -> list[dict[str, str]]:
    """Pages of the site, and a paper to show what becomes of names and a DOI."""
    pages = [
        {"url": stage.site.url(page), "title": page.title, "site": SITE, "date": page.date}
        for page in PAGES
    ]
    return [*pages, PAPER]
