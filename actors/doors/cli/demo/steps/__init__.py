"""What the demonstration shows, in order. A new feature adds its step to the list below."""

from __future__ import annotations

from headwater.actors.doors.cli.demo.stage import Step
from headwater.actors.doors.cli.demo.steps import (
    citing,
    gathering,
    protocol,
    reading,
    rendering,
    researching,
    searching,
)
from headwater.actors.doors.cli.demo.steps.citing import BIBLIOGRAPHY
from headwater.actors.doors.cli.demo.steps.gathering import GATHER
from headwater.actors.doors.cli.demo.steps.reading import SCRAPE
from headwater.actors.doors.cli.demo.steps.researching import EXPORT, RECALL, STEP
from headwater.actors.doors.cli.demo.steps.searching import SEARCH

STEPS = (
    Step("start to first answer", protocol.greet),
    Step("tools/list", protocol.list_tools),
    Step("ping", protocol.ping),
    Step("the site", reading.visit),
    Step("first answer of the kernel", protocol.complete),
    Step("scrape_page", reading.read, SCRAPE),
    Step("scrape_page, the same again", reading.read_again, SCRAPE),
    Step("scrape_page, outline", reading.read_outline, SCRAPE),
    Step("scrape_page, reading on", reading.read_on, SCRAPE),
    Step("scrape_page, a question", reading.read_passages, SCRAPE),
    Step("scrape_page, a page made by its script", rendering.render, SCRAPE),
    Step("an address that is never read", reading.refuse_address, SCRAPE),
    Step("web_search, with a broken engine", searching.fall_back, SEARCH),
    Step("search_and_scrape, with a claim", gathering.weigh_claim, GATHER),
    Step("format_bibliography, APA", citing.cite_apa, BIBLIOGRAPHY),
    Step("format_bibliography, BibTeX", citing.cite_bibtex, BIBLIOGRAPHY),
    Step("sequential_search, three steps", researching.research, STEP),
    Step("get_research_session", researching.recall, RECALL),
    Step("research_export", researching.export, EXPORT),
    Step("a wrong argument", citing.refuse_argument, BIBLIOGRAPHY),
    Step("a tool that does not exist", protocol.refuse_tool),
    Step("resources/read stats://tools", protocol.read_statistics),
    Step("resources/read lenses://catalog", protocol.read_lenses),
    Step("prompts/get cite-sources", protocol.get_prompt),
    Step("end of input", protocol.leave),
)
