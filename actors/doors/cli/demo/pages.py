"""The pages of the demonstration's site: an article, a guide and a listing."""

from __future__ import annotations

import re
from html import escape

import msgspec
from msgspec import Struct

SITE = "Upstream Notes"


class Page(Struct, frozen=True):
    """One page, and what a careful reader would note down to cite it."""

    path: str
    title: str
    date: str  # ISO 8601
    body: str  # HTML inside <main>


ARTICLE = Page(
    path="/articles/where-rivers-begin",
    title="Where rivers begin",
    date="2024-03-18",
    body="""
<p>Ask five people where a river starts and you get five springs. A river rarely has one source.
It has a <em>headwater</em>: a patch of wet ground that drains the same way.</p>
<h2>Seeps before springs</h2>
<p>After the thaw, water leaves the ground along a line of seeps, each too small to notice. Follow
any of them uphill and it ends in moss. Follow them downhill and they meet within
<strong>two hundred metres</strong>, in the first channel that carries water all year.</p>
<h2>Why the first kilometre matters</h2>
<p>Three quarters of a river's length is made of streams that a child can jump over. What they
carry, the river carries: see <a href="/guides/reading-a-staff-gauge">how to measure it</a>.</p>
<blockquote><p>Nobody names the seeps, and everything below depends on them.</p></blockquote>
""",
)

GUIDE = Page(
    path="/guides/reading-a-staff-gauge",
    title="Reading a staff gauge",
    date="2023-11-02",
    body="""
<p>A staff gauge is a ruler that stands in the water. Read it the same way every time.</p>
<ol>
<li>Stand level with the water, not above it.</li>
<li>Wait for the waves of your own steps to pass.</li>
<li>Read the lower edge of the water line, to the nearest centimetre.</li>
</ol>
<h2>From level to flow</h2>
<p>With the constants of the station, <code>a</code> and <code>b</code>, the flow follows:</p>
<pre><code class="language-python">def flow(level: float, a: float, b: float) -> float:
    return a * level**b  # cubic metres per second
</code></pre>
<p>The constants are in the <a href="/stations">list of stations</a>.</p>
""",
)

LISTING = Page(
    path="/stations",
    title="Gauging stations of the upper valley",
    date="2024-01-09",
    body="""
<p>Four stations are read daily. Levels are above the zero of each gauge.</p>
<table>
<thead><tr><th>Station</th><th>Altitude (m)</th><th>a</th><th>b</th></tr></thead>
<tbody>
<tr><td>Moss Ford</td><td>1,412</td><td>0.8</td><td>1.9</td></tr>
<tr><td>Old Mill</td><td>1,187</td><td>2.1</td><td>1.7</td></tr>
<tr><td>Twin Alders</td><td>903</td><td>4.4</td><td>1.6</td></tr>
<tr><td>Valley Gate</td><td>655</td><td>9.7</td><td>1.5</td></tr>
</tbody>
</table>
<p>How a level is read: <a href="/guides/reading-a-staff-gauge">the guide</a>.</p>
""",
)

PAGES = (ARTICLE, GUIDE, LISTING)

LIVE = "/live"
LIVE_TEXT = "The gauge at the upper bridge stands at 84 centimetres"
SHELL = f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Levels now | {SITE}</title>
<style>.off {{ display: none }}</style></head>
<body><div id="root"></div>
<script>
setTimeout(() => {{
  document.getElementById("root").innerHTML = `<main><h1>Levels now</h1>
    <p>{LIVE_TEXT}, four more than yesterday, and the water is still rising.</p>
    <p>The gauge below the mill stands at 131 centimetres and has not moved since the morning.</p>
    <p class="off">This is never shown to anybody.</p></main>`;
}}, 50);
</script></body></html>
"""


def search(words: str, origin: str) -> str:
    """The pages with most of the words first, as SearXNG writes results; JSON."""
    wanted = set(words.lower().split())
    found = []
    for page in PAGES:
        text = re.sub(r"<[^>]*>|\s+", " ", f"{page.title}. {page.body}")
        hits = len(wanted & set(re.findall(r"\w+", text.lower())))
        if hits:
            content = " ".join(text.split())[:300]
            row = {"url": origin + page.path, "title": page.title, "content": content}
            found.append((hits, row | {"publishedDate": f"{page.date}T00:00:00"}))
    found.sort(key=lambda pair: -pair[0])
    return msgspec.json.encode({"results": [row for _, row in found]}).decode()


def html(page: Page) -> str:
    """The whole page, with the machine-readable facts that real pages carry."""
    title = escape(page.title)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title} | {SITE}</title>
<meta property="og:site_name" content="{SITE}">
<meta property="og:title" content="{title}">
<meta property="article:published_time" content="{page.date}">
</head>
<body>
<header><nav>{_menu()}</nav></header>
<main>
<article>
<h1>{title}</h1>
<p class="byline"><time datetime="{page.date}">{page.date}</time></p>
{page.body.strip()}
</article>
</main>
<footer>{SITE}. Written for a demonstration; stations and people are made up.</footer>
</body>
</html>
"""


def _menu() -> str:
    return " ".join(f'<a href="{page.path}">{escape(page.title)}</a>' for page in PAGES)
