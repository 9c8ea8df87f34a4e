"""The Rust half of Headwater, as Python sees it."""

from collections.abc import Sequence
from typing import Any, Literal

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

def to_markdown(html: bytes, url: str = "", content_type: str = "") -> str:
    """The content of a page as Markdown."""

def extract_page(html: bytes, url: str = "", content_type: str = "") -> dict[str, Any]:
    """Everything about a page, as the fields of `headwater.Document`."""

def explain_page(
    html: bytes, url: str = "", content_type: str = ""
) -> tuple[dict[str, Any], list[tuple[str, str, float, bool]]]:
    """As `extract_page`, and for each block its text, path, probability and whether it is kept."""

def evidence(html: bytes, url: str = "") -> tuple[bytes, int, list[str], list[float], list[float]]:
    """What the model is fitted on: rows of floats, their width, texts, words, page numbers."""

def simhash(texts: Sequence[str]) -> list[int]:
    """64-bit fingerprints; texts that share most of their phrases differ in few bits."""

def xxh3(texts: Sequence[bytes]) -> list[int]:
    """64-bit xxh3 hashes, for lookup keys."""

def paragraph_hashes(texts: Sequence[str]) -> list[list[int]]:
    """For each text the hashes of its paragraphs, white space, marks and case aside."""

def repeated_paragraphs(texts: Sequence[str], least: int) -> list[int]:
    """Hashes of the paragraphs that at least `least` of the texts share."""
