"""The Rust half of Headwater, as Python sees it."""

from collections.abc import Sequence
from typing import Any, Literal, final

__all__ = [
    "Frame",
    "compress",
    "decode_body",
    "evidence",
    "explain_page",
    "extract_page",
    "find_mark",
    "holds_word",
    "join_url",
    "markdown_by",
    "member",
    "normalise_url",
    "open_record",
    "outline_of",
    "paragraph_hashes",
    "parse_url",
    "read_frame",
    "repeated_paragraphs",
    "result_body",
    "sanitise",
    "seal_record",
    "share_memory",
    "simhash",
    "to_markdown",
    "without_images",
    "xxh3",
]

@final
class Frame:
    """
    One line of JSON-RPC.

    A request has id, method and params; a notification method and params; a response or failure
    id and the raw payload in params; a batch its raw parts; an invalid line a code, a problem
    and, where it could be read, the id. Ids and params are raw JSON.
    """

    @property
    def kind(
        self,
    ) -> Literal["blank", "request", "notification", "response", "failure", "batch", "invalid"]: ...
    @property
    def id(self) -> bytes | None: ...
    @property
    def method(self) -> str | None: ...
    @property
    def params(self) -> bytes | None: ...
    @property
    def parts(self) -> list[bytes]: ...
    @property
    def code(self) -> int: ...
    @property
    def problem(self) -> str: ...

def read_frame(line: bytes) -> Frame:
    """Takes one line of JSON-RPC apart; hostile lines are invalid frames, not exceptions."""

def member(text: bytes, *path: str) -> bytes | None:
    """The raw JSON of the member at `path` inside the JSON object `text`, where there is one."""

def result_body(text: bytes, blocks: bytes, structured: bytes, ending: bytes) -> bytes:
    """
    The body of a call's result: `text` as a text block, further blocks, structure and members.

    All are JSON, which the text block quotes; empty ones are left out. `ending` has its comma.
    """

def share_memory() -> None:
    """Lets threads use what others have freed; for a server, before it starts any."""

def compress(start: bytes, rest: bytes) -> bytes:
    """Both together as one frame of zstd."""

def seal_record(key: bytes, nonce: bytes, bound: bytes, header: bytes, packed: bytes) -> bytes:
    """
    The header, then what is packed by AES-256-GCM, with a tag that answers for `bound` too.

    The key has 32 bytes and the nonce 12, which must never be the same for two records.
    """

def open_record(key: bytes, nonce: bytes, bound: bytes, sealed: bytes) -> bytes | None:
    """What was sealed behind a header, decompressed; None when the seal does not match."""

def parse_url(text: str) -> tuple[str, str, str, int, str, str]:
    """
    An http or https address as href, scheme, host, port, target and fragment, by WHATWG rules.

    Raises ValueError with one word: invalid, scheme, credentials, port or length.
    """

def join_url(base: str, reference: str) -> tuple[str, str, str, int, str, str]:
    """The address that `reference` means on the page `base`, as `parse_url` gives it."""

def normalise_url(text: str) -> str:
    """One text for all addresses of one page: without fragment and tracking parameters."""

def decode_body(body: bytes, codings: list[str], limit: int) -> tuple[bytes, bool]:
    """
    A body without its content codings, at most `limit` bytes, and whether some of it is missing.

    Raises ValueError when nothing can be read.
    """

def to_markdown(html: bytes, url: str = "", content_type: str = "") -> str:
    """The content of a page as Markdown."""

def extract_page(
    html: bytes, url: str = "", content_type: str = "", *, strict: bool = False
) -> dict[str, Any]:
    """
    Everything about a page: the fields of `headwater.Document`, its meta tags, its JSON-LD.

    A page that hides most of its text is taken to wait for its script, and read; not if `strict`.
    """

def explain_page(
    html: bytes, url: str = "", content_type: str = ""
) -> tuple[dict[str, Any], list[tuple[str, str, float, bool, str]]]:
    """As `extract_page`, and for each block: text, path, probability, whether it is kept, why."""

def evidence(html: bytes, url: str = "") -> tuple[bytes, int, list[str], list[float], list[float]]:
    """What the model is fitted on: rows of floats, their width, texts, words, page numbers."""

def markdown_by(model: bytes, pages: Sequence[tuple[bytes, str]]) -> list[str]:
    """The Markdown of pages, as bytes and address, by a model of one's own."""

def simhash(texts: Sequence[str]) -> list[int]:
    """64-bit fingerprints; texts that share most of their phrases differ in few bits."""

def xxh3(texts: Sequence[bytes]) -> list[int]:
    """64-bit xxh3 hashes, for lookup keys."""

def paragraph_hashes(texts: Sequence[str]) -> list[list[int]]:
    """For each text the hashes of its paragraphs, white space, marks and case aside."""

def repeated_paragraphs(texts: Sequence[str], least: int) -> list[int]:
    """Hashes of the paragraphs that at least `least` of the texts share."""

def sanitise(text: str) -> tuple[str, dict[str, int]] | None:
    """The text without what nobody sees, and how much went by rule; None if it is clean."""

def without_images(text: str) -> str | None:
    """Markdown in which images are their descriptions; None if that changes nothing."""

def outline_of(text: str) -> list[tuple[int, str, int, int]]:
    """The headings of a Markdown text: level, title, offset and length, both in characters."""

def find_mark(text: bytes, marks: tuple[bytes, ...], within: int) -> int | None:
    """The place of the first mark that is in the first `within` bytes, in their order."""

def holds_word(text: bytes, word: bytes, within: int) -> bool:
    """Whether a word, given in lower case, is in the first `within` bytes in whatever case."""
