"""A report's page, as a browser shows it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from support import screens

from headwater.actors.domain.session.events import Begun, Stepped
from headwater.actors.domain.session.report.facts import Report
from headwater.actors.domain.session.report.page import write
from headwater.actors.domain.session.trail import Trail
from headwater.actors.messages.sessions import SOLE, Step

STEPS = 30


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with screens.started() as browser:
        yield browser


def long_report() -> Report:
    """Branches, a revision, sources, and words without an end."""
    trail = Trail()
    for number in range(1, STEPS + 1):
        step = Step(
            number=number,
            description=f"step {number} <script>document.title = 'owned'</script> " + "x" * 90,
            next_step_needed=True,
            goal="Why do rivers rise? " * 4,
            confidence="low" if number % 3 else "high",
            branch=f"branch {number // 7}" if number % 7 > 4 else "",
            branch_from=number - number % 7 if number % 7 > 4 and number > 7 else 0,
            revises=4 if number == 9 else 0,
            gap=f"question {number}" if number % 10 == 0 else "",
            sources=(f"https://site{number}.test/{'path/' * 20}",),
            at=1_800_000_000.0 + number * 60,
        )
        trail.apply(number, Begun(SOLE, "s", step) if number == 1 else Stepped(step))
    return Report(trail.snapshot(SOLE, "s"), "2026-01-01T00:00:00Z")


@pytest.mark.slow
@pytest.mark.parametrize("width", screens.WIDTHS)
def test_it_fits_the_screen_runs_nothing_and_asks_for_nothing(
    browser: Browser, tmp_path: Path, width: int
) -> None:
    file = tmp_path / "report.html"
    file.write_text(write(long_report()))
    with screens.opened(browser, file, width) as shown:
        assert shown.title().startswith("Why do rivers rise?")
        assert shown.locator(".graph .node").count() == STEPS
        assert shown.locator("article.step").count() == STEPS
        assert shown.locator(".sources li").count() == STEPS
        style = "getComputedStyle(document.querySelector('.number')).borderRadius"
        assert shown.evaluate(style) == "50%"  # the style passes the page's own policy


@pytest.mark.slow
def test_a_step_in_the_graph_leads_to_its_place(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_text(write(long_report()))
    with screens.opened(browser, file, 1280) as shown:
        shown.locator(".graph a").nth(20).click()
        assert shown.url.endswith("#step-21")
        assert shown.locator("#step-21").is_visible()
