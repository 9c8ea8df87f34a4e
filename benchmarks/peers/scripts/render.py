"""`render.py PROGRAM URL TIMES`: seconds to a page by Playwright, cold and warm, as JSON."""

import time

BEGAN = time.perf_counter()

import asyncio  # noqa: E402 - loading it is part of a cold start
import json  # noqa: E402
import os  # noqa: E402
import statistics  # noqa: E402
import sys  # noqa: E402

from playwright.async_api import Browser, async_playwright  # noqa: E402


async def read(browser: Browser, url: str) -> None:
    """As we read it: a context of its own, and half a second without traffic."""
    context = await browser.new_context(service_workers="block")
    page = await context.new_page()
    await page.goto(url, wait_until="networkidle")
    assert "Reading " in await page.content()
    await context.close()


async def main(program: str, url: str, times: int) -> dict[str, float]:
    """The first page, and the median of the next ones."""
    async with async_playwright() as playwright:
        sandbox = os.geteuid() != 0
        browser = await playwright.chromium.launch(
            executable_path=program, chromium_sandbox=sandbox
        )
        await read(browser, url)
        cold = time.perf_counter() - BEGAN
        found = []
        for _ in range(times):
            began = time.perf_counter()
            await read(browser, url)
            found.append(time.perf_counter() - began)
        await browser.close()
    return {"cold": cold, "warm": statistics.median(found)}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))))
