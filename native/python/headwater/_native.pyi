"""The Rust half of Headwater, as Python sees it."""

from typing import Literal, final

__all__ = ["Frame", "member", "read_frame"]

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
