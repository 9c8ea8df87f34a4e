"""What a client does before, between and after calls."""

from __future__ import annotations

import statistics

from headwater.actors.doors.cli.demo.stage import Shown, Stage
from headwater.actors.doors.cli.demo.steps.checking import content_of, expect, result_of

PINGS = 50


def greet(stage: Stage) -> Shown:
    """From starting the process to its first answer."""
    answer = stage.client.greet()
    result = result_of(answer)
    server = result["serverInfo"]
    expect(server["name"] == "headwater", f"the server calls itself {server['name']!r}")
    offers = ", ".join(sorted(result["capabilities"]))
    spoken = f"{server['name']} {server['version']}, revision {result['protocolVersion']}"
    return Shown([spoken, f"offers {offers}"], answer.seconds)


def list_tools(stage: Stage) -> Shown:
    """What a model reads before it does anything."""
    answer = stage.client.request("tools/list")
    stage.offered = {tool["name"] for tool in result_of(answer)["tools"]}
    named = ", ".join(sorted(stage.offered)) or "no tools"
    return Shown([named, f"{answer.size:,} bytes"], answer.seconds)


def ping(stage: Stage) -> Shown:
    """The cost of asking anything at all."""
    answers = [stage.client.request("ping") for _ in range(PINGS)]
    expect(all(result_of(answer) == {} for answer in answers), "a ping was answered with something")
    times = sorted(answer.seconds for answer in answers)
    median = statistics.median(times)
    return Shown([f"median of {PINGS}; slowest {times[-1] * 1000:.2f} ms"], median)


def complete(stage: Stage) -> Shown:
    """The first request that needs the kernel, so it waits until that is loaded."""
    reference = {"type": "ref/prompt", "name": "cite-sources"}
    typed = {"name": "style", "value": ""}
    params = {"ref": reference, "argument": typed}
    answer = stage.client.request("completion/complete", params)
    styles = result_of(answer)["completion"]["values"]
    expect("apa" in styles, f"apa is not among the styles {styles}")
    return Shown([f"styles: {', '.join(styles)}"], answer.seconds)


def refuse_tool(stage: Stage) -> Shown:
    """A tool that does not exist is refused by the protocol's own error."""
    answer = stage.client.request("tools/call", {"name": "no_such_tool", "arguments": {}})
    expect(answer.failed, "a tool that does not exist was called")
    expect(answer.body["code"] == -32602, f"refused with code {answer.body['code']}")
    return Shown([f"{answer.body['code']}: {answer.body['message']}"], answer.seconds)


def read_statistics(stage: Stage) -> Shown:
    """The server has counted what we did."""
    answer = stage.client.request("resources/read", {"uri": "stats://tools"})
    tools = content_of(answer)["tools"]
    counted = {tool["tool"]: tool["calls"] for tool in tools}
    expect(counted == stage.called, f"counted {counted}, but called {stage.called}")
    lines = [f"{row['tool']}: calls {row['calls']}, p50 {row['p50Ms']:.2f} ms" for row in tools]
    return Shown(lines or ["no calls yet, and none counted"], answer.seconds)


def read_lenses(stage: Stage) -> Shown:
    """The subjects a search can be narrowed to."""
    answer = stage.client.request("resources/read", {"uri": "lenses://catalog"})
    lenses = content_of(answer)["lenses"]
    expect(len(lenses) > 0, "there is no lens")
    return Shown([", ".join(lens["name"] for lens in lenses)], answer.seconds)


def get_prompt(stage: Stage) -> Shown:
    """An instruction that a person can pick in a client."""
    arguments = {"topic": "where rivers begin", "style": "apa"}
    params = {"name": "cite-sources", "arguments": arguments}
    answer = stage.client.request("prompts/get", params)
    text = result_of(answer)["messages"][0]["content"]["text"]
    expect("where rivers begin" in text, "the topic is not in the prompt")
    return Shown([text.splitlines()[0]], answer.seconds)


def leave(stage: Stage) -> Shown:
    """The input ends, and so does the server."""
    code, seconds = stage.client.leave()
    expect(code == 0, f"it left with code {code}")
    return Shown(["exit code 0"], seconds)
