"""What computed styles hide is left out and counted; everything else stays."""

from __future__ import annotations

import pytest
from support.browser import browser_for, wanted
from support.site import serving

from headwater.actors.resources.browser.page import Rendered

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser"), pytest.mark.timeout(60)]

HIDDEN = {
    "hidden": ["<p hidden>@</p>", "<p hidden='' class=x>@</p>"],
    "aria-hidden": ["<p aria-hidden=true>@</p>"],
    "closed": ["<dialog>@</dialog>", "<details><p>@</p></details>"],
    "display": [
        "<p style='display:none'>@</p>",
        "<p class=gone>@</p>",
        "<p id=scripted>@</p>",
        "<div class=gone><p style='display:block'>@</p></div>",
        "<p style='DISPLAY:/**/n\\6f ne'>@</p>",
        "<section><p>@</p></section>",
    ],
    "visibility": ["<p style='visibility:hidden'>@</p>", "<p style='visibility:collapse'>@</p>"],
    "content-visibility": ["<p style='content-visibility:hidden'>@</p>"],
    "opacity": [
        "<p style='opacity:0'>@</p>",
        "<p style='filter:opacity(0)'>@</p>",
        "<div style='opacity:0.001'><b>@</b></div>",
    ],
    "font-size": ["<p style='font-size:0'>@</p>", "<p style='font-size:1px'>@</p>"],
    "off-screen": [
        "<p style='position:absolute;left:-9999px'>@</p>",
        "<p style='position:fixed;top:-5000px'>@</p>",
        "<p style='text-indent:-9999px'>@</p>",
        "<p style='margin-left:-9999px'>@</p>",
        "<p style='transform:translateX(-9999px)'>@</p>",
        "<p style='position:absolute;z-index:-1'>@</p>",
    ],
    "clip": [
        "<p style='position:absolute;clip:rect(0,0,0,0)'>@</p>",
        "<p style='clip-path:inset(50%)'>@</p>",
        "<p style='clip-path:circle(0)'>@</p>",
    ],
    "zero-size": [
        "<p style='height:0;overflow:hidden'>@</p>",
        "<p style='max-width:0;overflow:hidden'>@</p>",
    ],
    "transform": ["<p style='transform:scale(0)'>@</p>", "<p style='scale:0'>@</p>"],
    "colour": [
        "<p style='color:#fff'>@</p>",
        "<p style='color:transparent'>@</p>",
        "<div style='background:navy'><p style='color:rgb(0 0 128)'>@</p></div>",
    ],
}
SHOWN = [
    "<p>@</p>",
    "<p style='color:#fff;background:#000'>@</p>",
    "<p style='display:none;display:block'>@</p>",
    "<p class=gone style='display:block'>@</p>",
    "<p id=shown style='display:none'>@</p>",
    "<p style='opacity:0.5'>@</p>",
    "<p class=fading>@</p>",
    "<div style='visibility:hidden'><p style='visibility:visible'>@</p></div>",
    "<div style='font-size:0'><p style='font-size:16px'>@</p></div>",
    "<details><summary>A summary</summary><p>@</p></details>",
    "<p style='position:relative;left:-5px'>@</p>",
    "<p style='height:2em;overflow:hidden'>@</p>",
    "<div style='position:absolute;left:300px;top:5000px'>@</div>",
    "<p style='text-indent:2em'>@</p>",
    "<river-name></river-name>",
    "<p aria-hidden=false>@</p>",
]
STYLE = """<style>
.gone { display: none } section > p { display: none }
@keyframes fade { from { opacity: 0 } } .fading { animation: fade 9s }
</style>"""
SCRIPT = """<script>
document.getElementById("scripted").style.display = "none";
document.getElementById("shown").style.display = "block";
customElements.define("river-name", class extends HTMLElement {
  connectedCallback() { this.attachShadow({mode: "open"}).innerHTML = "<p>NAME</p>"; }
});
window.getComputedStyle = () => ({display: "block", visibility: "visible"});
Element.prototype.getAttribute = () => "";
</script>"""


async def rendered(body: str) -> Rendered:
    async with serving() as site:
        page = f"<!doctype html><html lang=en><title>T</title>{STYLE}{body}{SCRIPT}"
        site.page("/", page.encode())
        async with browser_for(site.guard) as browser:
            return await browser.render(wanted(site.root))


async def test_every_kind_of_hidden_text_is_left_out_and_counted() -> None:
    ways = [(rule, way) for rule, examples in HIDDEN.items() for way in examples]
    texts = [way.replace("@", f"secret{number}.") for number, (_, way) in enumerate(ways)]
    page = await rendered("".join(texts))
    seen = [way for number, way in enumerate(ways) if f"secret{number}." in page.html]
    assert seen == []
    assert page.removed == {rule: len(examples) for rule, examples in HIDDEN.items()}


async def test_what_is_seen_stays() -> None:
    texts = [way.replace("@", f"seen{number}.") for number, way in enumerate(SHOWN)]
    script = "<p id=scripted hidden>x</p>"
    page = await rendered("".join(texts).replace("NAME", "") + script)
    lost = [
        way for number, way in enumerate(SHOWN) if f"seen{number}." not in page.html and "@" in way
    ]
    assert lost == []
    assert "NAME" in page.html


async def test_the_head_stays_and_what_no_reader_sees_of_it_goes() -> None:
    head = (
        "<meta name=author content='A &amp; B'><link rel=canonical href=/c><link rel=icon href=/i>"
        '<script type="application/ld+json">{"@type": "Article"}</script>'
        "<p id=scripted onclick='x()' style='color:red' class=c>a &lt; b</p><p id=shown>c</p>"
    )
    page = await rendered(head)
    for kept in (
        '<html lang="en">',
        "<title>T</title>",
        '<meta name="author" content="A &amp; B">',
        '<link rel="canonical" href="/c">',
        '<script type="application/ld+json">{"@type": "Article"}</script>',
    ):
        assert kept in page.html
    for gone in ("onclick", "style=", 'rel="icon"', "keyframes"):
        assert gone not in page.html
