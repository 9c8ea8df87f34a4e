"""Pages that we write, opened in a real browser at the width of a phone and of a desk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from support.browser import need_browser

WIDTHS = [390, 1280]


@contextmanager
def started() -> Iterator[Browser]:
    """A browser for a module's tests."""
    program = need_browser()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def opened(browser: Browser, file: Path, width: int) -> Iterator[Page]:
    """The page, which must fit, complain of nothing and ask for nothing but itself."""
    shown = browser.new_page(viewport={"width": width, "height": 900})
    asked: list[str] = []
    problems: list[str] = []
    shown.on("request", lambda request: asked.append(request.url))
    shown.on("console", lambda message: problems.append(message.text))
    shown.goto(file.as_uri())
    assert asked == [file.as_uri()]
    assert problems == []
    assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
    yield shown
    shown.close()
