from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from headwater.actors.messages.web import Document
from headwater.actors.readers.reader import Given, packaged, reader_for

URL = "https://site.test/a/page.html"
PROSE = "<p>The river rose in spring and fell in summer, as rivers of this kind always do.</p>" * 4


def read(html: str, content_type: str = "text/html; charset=utf-8") -> Document:
    reader = reader_for(packaged(), "text/html")
    assert reader is not None
    return reader.read(Given(html.encode(), "text/html", content_type, URL))


def page(body: str, head: str = "") -> Document:
    return read(f"<!doctype html><html lang=en><head>{head}</head><body>{body}</body></html>")


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<h2>Head <em>line</em></h2>", "## Head line"),
        ("<p>one<br>two</p>", "one  \ntwo"),
        ("<p>a <strong> b </strong> c</p>", "a **b** c"),
        ("<ul><li>one<li>two<ul><li>deep</ul></ul>", "- one\n- two\n  - deep"),
        ("<ol start=3><li><p>three</p></li><li>four</li></ol>", "3. three\n4. four"),
        ("<p>See <a href='../x?a=1'>this</a>.</p>", "See [this](https://site.test/x?a=1)."),
        ("<p><a href='javascript:alert(1)'>bad</a> <a href='data:,x'>worse</a>", "bad worse"),
        ("<p><img src=x.png alt='A view'> here", "![A view](image https://site.test/a/x.png) here"),
        ("<pre><code class=language-rust>fn main() {\n    run();\n}</code></pre>",
         "```rust\nfn main() {\n    run();\n}\n```"),
        ("<p>call <code>run()</code> now", "call `run()` now"),
        ("<blockquote><p>one<p>two</blockquote>", "> one\n>\n> two"),
        ("<p>10<sup>3</sup> H<sub>2</sub>O", "10^3^ H~2~O"),
        ("<dl><dt>Stage<dd>Level</dl>", "Stage\n: Level"),
        ("<table><tr><th>A<th>B<tr><td>1|2<td>3</table>",
         "| A | B |\n| --- | --- |\n| 1\\|2 | 3 |"),
        ("<table><tr><td>only one column</table>", "only one column"),
        ("<p>a<script>b</script><!-- c --><style>d</style>e", "ae"),
    ],
)  # fmt: skip
def test_elements_become_markdown(html: str, markdown: str) -> None:
    assert page(html).text == markdown


def test_spanned_cells_keep_columns_in_line() -> None:
    text = page(
        "<table><tr><th rowspan=2>Site<th colspan=2>Flow<tr><th>min<th>max"
        "<tr><td>Itchen<td>1<td>9</table>"
    ).text
    assert text.splitlines() == [
        "| Site | Flow |  |",
        "| --- | --- | --- |",
        "|  | min | max |",
        "| Itchen | 1 | 9 |",
    ]


def test_the_main_text_is_what_is_left_of_navigation_and_footers() -> None:
    text = page(
        f"<nav>NAV</nav><header>TOP</header><main><article><header><h1>Title</h1></header>{PROSE}"
        "</article><aside>ASIDE</aside></main><footer>FOOT</footer>"
    ).text
    assert text.startswith("# Title\n\nThe river")
    assert not any(noise in text for noise in ("NAV", "TOP", "ASIDE", "FOOT"))


def test_a_thread_of_many_articles_is_kept_whole() -> None:
    posts = "".join(f"<article>POST{number} {PROSE}</article>" for number in range(5))
    text = page(f"<div>{posts}</div>").text
    assert all(f"POST{number}" in text for number in range(5))


@pytest.mark.parametrize(
    ("html", "rule"),
    [
        ("<p hidden>X</p>", "hidden"),
        ("<p aria-hidden=true>X</p>", "aria-hidden"),
        ("<p style='DISPLAY : none'>X</p>", "display"),
        ("<p style='dis\\70lay:none'>X</p>", "display"),
        ("<p style='display/**/:none !important'>X</p>", "display"),
        ("<p style='visibility:hidden'>X</p>", "visibility"),
        ("<p style='opacity:0'>X</p>", "opacity"),
        ("<p style='color:rgba(0,0,0,0)'>X</p>", "colour"),
        ("<p style='font-size:0px'>X</p>", "font-size"),
        ("<p style='position:absolute;left:-9999px'>X</p>", "off-screen"),
        ("<p style='text-indent:-9999px'>X</p>", "off-screen"),
        ("<p style='clip:rect(0 0 0 0)'>X</p>", "clip"),
        ("<p style='transform:scale(0)'>X</p>", "transform"),
        ("<p style='height:0;overflow:hidden'>X</p>", "zero-size"),
        ("<p style='color:#fff;background:white'>X</p>", "colour"),
        ("<style>.gone{display:none}</style><p class=gone>X</p>", "display"),
        ("<style>#a, .b > i { visibility: hidden }</style><p id=a>X</p>", "visibility"),
    ],
)  # fmt: skip
def test_hidden_text_goes_and_is_counted(html: str, rule: str) -> None:
    document = page(f"<p>Shown</p>{html}")
    assert document.text == "Shown"
    assert document.removed == {rule: 1}


@pytest.mark.parametrize("way", ["hidden", "style='display:none'", "style='opacity:0'"])
@pytest.mark.parametrize("shown", ["<p>Few words.</p>", PROSE])
def test_hidden_text_goes_even_if_it_is_most_of_the_page(shown: str, way: str) -> None:
    document = page(f"{shown}<div {way}>{'SECRET orders for whoever reads this. ' * 60}</div>")
    assert "SECRET" not in document.text
    assert sum(document.removed.values()) == 1


@pytest.mark.parametrize(
    "html",
    [
        "<p style='opacity:0.5'>X</p>",
        "<p style='color:#fff;background:#000'>X</p>",
        "<p style='left:-5px'>X</p>",
        "<p style='font-size:10px'>X</p>",
        "<style>@media print {.p {display:none}}</style><p class=p>X</p>",
        "<style>.p:hover {display:none}</style><p class=p>X</p>",
        "<p>The rule <code>display:none</code> hides X</p>",
    ],
)
def test_what_only_looks_like_hiding_stays(html: str) -> None:
    assert "X" in page(html).text


GRAPH = {
    "@context": "https://schema.org",
    "@graph": [
        {"@type": "WebPage", "name": "no"},
        {"@type": "Person", "@id": "#jane", "name": "Jane Doe"},
        {
            "@type": "NewsArticle",
            "headline": "River falls",
            "author": [
                {"@id": "#jane"},
                {"@type": "Person", "givenName": "Ada", "familyName": "Lim"},
            ],
            "datePublished": "2024-03-05T10:00:00Z",
            "publisher": {"@type": "Organization", "name": "River Times"},
        },
    ],
}


def test_facts_come_from_a_graph_of_linked_data() -> None:
    head = f"<script type='application/ld+json'>{json.dumps(GRAPH)}</script><title>T | x</title>"
    document = page(PROSE, head)
    facts = document.facts
    assert (facts.title, facts.authors) == ("River falls", ("Jane Doe", "Ada Lim"))
    assert (facts.site, facts.published) == ("River Times", "2024-03-05T10:00:00Z")
    assert (facts.language, facts.kind) == ("en", "NewsArticle")
    assert document.structured["jsonLd"] == [GRAPH]


def test_facts_of_a_plain_web_page_count_and_what_names_nobody_does_not() -> None:
    said = {"@type": "WebPage", "datePublished": "2021-02-03", "author": {"@id": "#nobody"}}
    head = f"<script type='application/ld+json'>{json.dumps(said)}</script>"
    facts = page(PROSE, head + "<meta name=author content='Jane Doe'>").facts
    assert (facts.published, facts.authors, facts.kind) == ("2021-02-03", ("Jane Doe",), "WebPage")


def test_facts_come_from_scholarly_tags() -> None:
    names = {
        "citation_title": "On rivers",
        "citation_author": "Doe, Jane",
        "citation_journal_title": "J. Rivers",
        "citation_doi": "10.1000/r",
        "citation_publication_date": "2023/04/01",
        "citation_reference": "somebody else's",
    }
    head = "".join(f"<meta name='{name}' content=\"{value}\">" for name, value in names.items())
    document = page(PROSE, head + "<meta name=citation_author content='Lim, Ada'>")
    assert document.facts.authors == ("Doe, Jane", "Lim, Ada")
    assert document.facts.site == "J. Rivers"
    assert document.structured["citation"]["citation_author"] == "Doe, Jane; Lim, Ada"
    assert "citation_reference" not in document.structured["citation"]


def test_facts_come_from_plain_tags_and_a_byline() -> None:
    head = (
        "<title>River flow</title><meta property=og:site_name content=Times>"
        "<meta name=date content=2020-01-02><link rel=canonical href=/canonical>"
    )
    facts = page("<p class=byline>By Jane Doe</p>" + PROSE, head).facts
    assert (facts.title, facts.site, facts.published) == ("River flow", "Times", "2020-01-02")
    assert facts.authors == ("Jane Doe",)
    assert facts.canonical == "https://site.test/canonical"


def test_structured_data_is_bounded_and_what_is_broken_is_skipped() -> None:
    blocks = ["{broken", "[" * 100_000, json.dumps({"x": "y" * 100_000}), '{"@type":"Thing"}']
    head = "".join(f"<script type='application/ld+json'>{block}</script>" for block in blocks)
    assert page(PROSE, head).structured["jsonLd"] == [{"@type": "Thing"}]


@pytest.mark.parametrize(
    "html",
    ["<div>" * 50_000 + "deep", "<b>" * 5_000 + "deep", "<table><tr><td>" * 1_000 + "deep",
     "<ul><li>" * 1_000 + "deep", "<p a='" + "x" * 500_000, "<" * 200_000],
    ids=["divs", "formatting", "tables", "lists", "attribute", "brackets"],
)  # fmt: skip
def test_hostile_nesting_is_read_in_time(html: str) -> None:
    began = time.thread_time()
    document = read(html)
    assert time.thread_time() - began < 5
    assert "deep" in document.text or "deep" not in html


def test_torture_pages_are_read_without_a_crash(shared: Path) -> None:
    for name in ("html_tree", "html_tokenizer", "rendered_text"):
        rows = (shared / "vectors" / f"{name}.jsonl").read_text().splitlines()
        for row in map(json.loads, rows):
            read(row["html"].encode(errors="replace").decode())
