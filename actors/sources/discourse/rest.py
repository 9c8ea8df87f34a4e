"""The posts of a topic that its page did not hold."""

from __future__ import annotations

from urllib.parse import urlencode, urlsplit

from headwater.actors.messages.sources import Call
from headwater.actors.readers.html.reader import read as read_page
from headwater.actors.readers.html.sites.discourse import Topic, missing_in, read_with
from headwater.actors.readers.reader import Given
from headwater.actors.sources.decoding import maybe
from headwater.actors.sources.source import Reading

CHUNK = 20  # posts in one call, as the site's own script asks for them
MOST = 400  # posts
LARGEST = 2_000_000  # bytes of one answer


def read() -> Reading:
    """The page was read before, so its reply is there when this starts."""
    (page,) = yield ()
    given = Given(page.body, "text/html", page.content_type, page.url)
    document = read_page(given)
    topic, numbers = missing_in(given)
    if not topic or not numbers:
        return document
    parts = urlsplit(page.url)
    site = f"{parts.scheme}://{parts.netloc}"
    chunks = [numbers[at : at + CHUNK] for at in range(0, min(len(numbers), MOST), CHUNK)]
    replies = yield tuple(
        Call(site, f"/t/{topic}/posts.json?{_query(chunk)}", limit=LARGEST) for chunk in chunks
    )
    found = [some for reply in replies if (some := maybe(reply, Topic))]
    more = {said.id: said for some in found for said in some.post_stream.posts}
    ordered = [more[number] for number in numbers if number in more]
    return read_with(given, document, ordered) or document


def _query(numbers: list[int]) -> str:
    return urlencode([("post_ids[]", number) for number in numbers])
