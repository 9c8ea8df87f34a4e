"""What the demonstration shows, in order. A new feature adds its step to the list below."""

from __future__ import annotations

import http.client
import statistics
from typing import Any

import msgspec

from headwater.actors.doors.cli.client import Answer
from headwater.actors.doors.cli.demo.pages import PAGES, SITE
from headwater.actors.doors.cli.demo.stage import Off, Shown, Stage, Step

PINGS = 50
BIBLIOGRAPHY = "format_bibliography"
PAPER = {
    "url": "https://doi.org/10.1002/j.1538-7305.1948.tb01338.x",
    "title": "A Mathematical Theory of Communication",
    "author": "Claude E. Shannon",
    "site": "Bell System Technical Journal",
    "date": "July 1948",
    "doi": "10.1002/j.1538-7305.1948.tb01338.x",
}


def greet(stage: Stage) -> Shown:
    """From starting the process to its first answer."""
    answer = stage.client.greet()
    result = _result(answer)
    server = result["serverInfo"]
    expect(server["name"] == "headwater", f"the server calls itself {server['name']!r}")
    offers = ", ".join(sorted(result["capabilities"]))
    spoken = f"{server['name']} {server['version']}, revision {result['protocolVersion']}"
    return Shown([spoken, f"offers {offers}"], answer.seconds)


def list_tools(stage: Stage) -> Shown:
    """What a model reads before it does anything."""
    answer = stage.client.request("tools/list")
    stage.offered = {tool["name"] for tool in _result(answer)["tools"]}
    named = ", ".join(sorted(stage.offered)) or "no tools"
    return Shown([named, f"{answer.size:,} bytes"], answer.seconds)


def ping(stage: Stage) -> Shown:
    """The cost of asking anything at all."""
    answers = [stage.client.request("ping") for _ in range(PINGS)]
    expect(all(_result(answer) == {} for answer in answers), "a ping was answered with something")
    times = sorted(answer.seconds for answer in answers)
    median = statistics.median(times)
    return Shown([f"median of {PINGS}; slowest {times[-1] * 1000:.2f} ms"], median)


def complete(stage: Stage) -> Shown:
    """The first request that needs the kernel, so it waits until that is loaded."""
    reference = {"type": "ref/prompt", "name": "cite-sources"}
    typed = {"name": "style", "value": ""}
    params = {"ref": reference, "argument": typed}
    answer = stage.client.request("completion/complete", params)
    styles = _result(answer)["completion"]["values"]
    expect("apa" in styles, f"apa is not among the styles {styles}")
    return Shown([f"styles: {', '.join(styles)}"], answer.seconds)


def visit(stage: Stage) -> Shown:
    """The site is up, and says so itself."""
    lines = []
    for page in PAGES:
        status, body = _get(stage.site.origin, page.path)
        expect(status == 200, f"{page.path} answers {status}")
        expect(page.title in body, f"{page.path} lacks its title")
        lines.append(f"{stage.site.url(page)}  {page.title}")
    return Shown(lines)


def cite_apa(stage: Stage) -> Shown:
    """The site's pages as a list of references for people."""
    return _cite(stage, "apa")


def cite_bibtex(stage: Stage) -> Shown:
    """The same as records for a reference manager."""
    return _cite(stage, "bibtex")


def refuse_argument(stage: Stage) -> Shown:
    """A wrong argument comes back as a result that says what to do."""
    answer = stage.call(BIBLIOGRAPHY, {"style": "handwritten", "sources": _sources(stage)})
    result = _result(answer)
    expect(result.get("isError") is True, "a style that does not exist was taken")
    text = result["content"][0]["text"]
    expect("style" in text, "the error does not name the argument")
    return Shown(text.strip().splitlines(), answer.seconds)


def refuse_tool(stage: Stage) -> Shown:
    """A tool that does not exist is refused by the protocol's own error."""
    answer = stage.client.request("tools/call", {"name": "no_such_tool", "arguments": {}})
    expect(answer.failed, "a tool that does not exist was called")
    expect(answer.body["code"] == -32602, f"refused with code {answer.body['code']}")
    return Shown([f"{answer.body['code']}: {answer.body['message']}"], answer.seconds)


def read_statistics(stage: Stage) -> Shown:
    """The server has counted what we did."""
    answer = stage.client.request("resources/read", {"uri": "stats://tools"})
    tools = _content(answer)["tools"]
    counted = {tool["tool"]: tool["calls"] for tool in tools}
    expect(counted == stage.called, f"counted {counted}, but called {stage.called}")
    lines = [f"{row['tool']}: calls {row['calls']}, p50 {row['p50Ms']:.2f} ms" for row in tools]
    return Shown(lines or ["no calls yet, and none counted"], answer.seconds)


def read_lenses(stage: Stage) -> Shown:
    """The subjects a search can be narrowed to."""
    answer = stage.client.request("resources/read", {"uri": "lenses://catalog"})
    lenses = _content(answer)["lenses"]
    expect(len(lenses) > 0, "there is no lens")
    return Shown([", ".join(lens["name"] for lens in lenses)], answer.seconds)


def get_prompt(stage: Stage) -> Shown:
    """An instruction that a person can pick in a client."""
    arguments = {"topic": "where rivers begin", "style": "apa"}
    params = {"name": "cite-sources", "arguments": arguments}
    answer = stage.client.request("prompts/get", params)
    text = _result(answer)["messages"][0]["content"]["text"]
    expect("where rivers begin" in text, "the topic is not in the prompt")
    return Shown([text.splitlines()[0]], answer.seconds)


def leave(stage: Stage) -> Shown:
    """The input ends, and so does the server."""
    code, seconds = stage.client.leave()
    expect(code == 0, f"it left with code {code}")
    return Shown(["exit code 0"], seconds)


STEPS = (
    Step("start to first answer", greet),
    Step("tools/list", list_tools),
    Step("ping", ping),
    Step("the site", visit),
    Step("first answer of the kernel", complete),
    Step("format_bibliography, APA", cite_apa, BIBLIOGRAPHY),
    Step("format_bibliography, BibTeX", cite_bibtex, BIBLIOGRAPHY),
    Step("a wrong argument", refuse_argument, BIBLIOGRAPHY),
    Step("a tool that does not exist", refuse_tool),
    Step("resources/read stats://tools", read_statistics),
    Step("resources/read lenses://catalog", read_lenses),
    Step("prompts/get cite-sources", get_prompt),
    Step("end of input", leave),
)


def expect(condition: bool, otherwise: str) -> None:  # noqa: FBT001 - reads like an assertion
    """Stop the step unless the condition holds."""
    if not condition:
        raise Off(otherwise)


def _cite(stage: Stage, style: str) -> Shown:
    answer = stage.call(BIBLIOGRAPHY, {"style": style, "sources": _sources(stage)})
    result = _result(answer)
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


def _result(answer: Answer) -> dict[str, Any]:
    expect(not answer.failed, f"refused: {answer.body.get('message')}")
    return answer.body


def _content(answer: Answer) -> Any:
    return msgspec.json.decode(_result(answer)["contents"][0]["text"])


def _get(origin: str, path: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection(origin.removeprefix("http://"), timeout=10)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()
