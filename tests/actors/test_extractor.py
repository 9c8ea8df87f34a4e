from __future__ import annotations

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.domain.cleaning import clean
from headwater.actors.extractor import SMALL, Extractor
from headwater.actors.messages.faults import Blocked, Empty, LoginNeeded
from headwater.actors.messages.web import Document, Extract, Fetch, Hop, Keep, Response, Url
from headwater.actors.readers.reader import Given, Reader

ADDRESS = Url("https://site.test/a", "https", "site.test", 443, "/a")
PROSE = "<p>The river rose in spring and fell in summer, as rivers of this kind always do.</p>" * 4


def came(
    body: bytes | str,
    content_type: str = "text/html",
    *,
    raw: bool = False,
    url: str = "https://site.test/a",
    hops: tuple[Hop, ...] = (),
    truncated: bool = False,
) -> Extract:
    response = Response(
        url=url,
        status=200,
        headers=(("content-type", content_type),),
        body=body.encode() if isinstance(body, str) else body,
        hops=hops,
        truncated=truncated,
    )
    return Extract(Fetch(ADDRESS, "https://site.test/a", "key", 1_000_000, raw=raw), response)


async def read(message: Extract) -> Document:
    kept = await Extractor().extract(message)
    assert isinstance(kept, Keep)
    assert kept.document is not None
    return kept.document


async def test_a_page_becomes_a_document_with_its_outline() -> None:
    document = await read(came(f"<h1>Rivers</h1>{PROSE}<h2>Flow</h2>{PROSE}"))
    assert [span.title for span in document.outline] == ["Rivers", "Flow"]
    second = document.outline[1]
    assert document.text[second.offset :].startswith("## Flow")
    assert (document.media, document.quality) == ("html", "complete")


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        ("<img src=x.png alt='A view'>", "A view"),
        ("<img src='x(1).png' alt='A [wide] view'>", "A wide view"),
        ("<a href=/b><img src=x.png alt='A view'></a>", "[A view](https://site.test/b)"),
        ("<img src=x.png alt='<img src=//evil.test/y.png>'>", "\\<img src=//evil.test/y.png>"),
        ("<img src=x.png alt='![y](//evil.test/y.png)'>", "!y(//evil.test/y.png)"),
        ("![y](https://evil.test/y.png) said", "y said"),
        ("<code>![y](https://evil.test/y.png)</code>", "`y`"),
    ],
)
async def test_images_are_words_that_load_nothing(html: str, shown: str) -> None:
    document = await read(came(f"{PROSE}<p>Seen: {html} there.</p>{PROSE}"))
    assert f"Seen: {shown} there." in document.text
    assert "![" not in document.text


async def test_raw_bytes_pass_as_they_came() -> None:
    message = came(b"\x00\x01anything", raw=True)
    assert await Extractor().extract(message) == Keep(message.want, message.response, None)


async def test_invisible_characters_go_from_every_kind_of_text() -> None:
    for media in ("text/plain", "text/markdown", "application/json"):
        document = await read(came('{"a": "zero\u200bwidth \u202egnirts"}', media))
        assert "zerowidth gnirts" in document.text
        assert document.removed == {"zero_width": 1, "bidi_controls": 1}


@given(
    st.lists(
        st.sampled_from(["![", "a", "](", "x)", "[b](data:", "\u200b", "\u200d", "é", "\n", "# "])
    )
)
def test_cleaning_twice_is_cleaning_once(pieces: list[str]) -> None:
    once = clean(Document("".join(pieces), media="markdown"))
    assert clean(once) == once


def test_an_image_cannot_hide_behind_invisible_characters() -> None:
    assert clean(Document("![a]\u200b(http://x.test/i.png)", media="markdown")).text == "a"


async def test_offsets_hold_after_cleaning() -> None:
    document = await read(came("# A\u200b\u200b\n\n\u00adtext\n\n## B\n\nmore", "text/markdown"))
    assert [document.text[span.offset] for span in document.outline] == ["#", "#"]
    assert [span.title for span in document.outline] == ["A", "B"]


async def test_facts_and_structured_data_are_cleaned_too() -> None:
    head = (
        "<title>Ti\u200btle</title><script type='application/ld+json'>"
        '{"@type":"Thing","name":"hid\\u200bden"}</script>'
    )
    document = await read(came(head + PROSE))
    assert document.facts.title == "Title"
    assert document.structured["jsonLd"] == [{"@type": "Thing", "name": "hidden"}]


@pytest.mark.parametrize(
    ("body", "media"),
    [
        (b"", "text/html"),
        (b"  \n ", "text/html"),
        (b"<html><body><script>x()</script></body></html>", "text/html"),
        (b"<div id=root></div><script src=app.js></script>", "text/html"),
        (
            b"<noscript>Please enable JavaScript</noscript><p>Loading<script></script>",
            "text/html",
        ),
        (b"... --- ...", "text/plain"),
    ],
)
async def test_a_page_without_usable_text_is_empty(body: bytes, media: str) -> None:
    with pytest.raises(Empty):
        await Extractor().extract(came(body, media))


@pytest.mark.parametrize(
    "body",
    [
        "<title>Just a moment...</title><p>Checking your browser",
        "<title>Attention Required! | Cloudflare</title><p>Sorry",
        "<title>x</title><div id=px-captcha></div><p>Press and hold",
    ],
)
async def test_a_bot_challenge_is_no_page(body: str) -> None:
    with pytest.raises(Blocked):
        await Extractor().extract(came(body))


async def test_a_redirect_to_a_login_form_is_no_page() -> None:
    form = "<form><p>Please sign in</p><input name=p type=password></form>"
    hops = (Hop("https://site.test/a", 302),)
    with pytest.raises(LoginNeeded):
        await Extractor().extract(came(form, url="https://site.test/login?next=a", hops=hops))
    assert "sign in" in (await read(came(form))).text


async def test_an_article_about_challenges_is_a_page() -> None:
    body = f"<title>Robot check pages explained</title><p>px-captcha g-recaptcha</p>{PROSE * 6}"
    assert "px-captcha" in (await read(came(body))).text


@pytest.mark.parametrize(("body", "cut"), [("<p>Hello world</p>", False), (PROSE, True)])
async def test_little_or_cut_text_is_partial(body: str, cut: bool) -> None:  # noqa: FBT001
    assert (await read(came(body, truncated=cut))).quality == "partial"


async def test_large_pages_are_read_off_the_event_loop() -> None:
    loop = trio.lowlevel.current_trio_token()
    places: list[bool] = []

    def watch(given: Given) -> Document:
        try:
            places.append(trio.lowlevel.current_trio_token() is loop)
        except RuntimeError:
            places.append(False)
        return Document(text=given.body.decode(), media="text")

    extractor = Extractor(shelf={"text/plain": Reader(("text/plain",), watch)})
    await extractor.extract(came(b"small", "text/plain"))
    await extractor.extract(came(b"large " * SMALL, "text/plain"))
    assert places == [True, False]


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("a,b\n1,2\n", "text/csv"),
        ('{"a": 1}', "application/json"),
        ("# A\n\nShort.", "text/markdown"),
        ("Short.", "text/plain"),
    ],
)
async def test_what_is_short_and_no_page_is_whole(body: str, kind: str) -> None:
    assert (await read(came(body, kind))).quality == "complete"
    assert (await read(came(body, kind, truncated=True))).quality == "partial"
