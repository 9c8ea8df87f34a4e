"""Every setting: its variable, its type, its default, and what it does."""

from __future__ import annotations

import os
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from headwater.actors.keys import KEYS
from headwater.kernel.environment import data_path, expand
from headwater.kernel.settings import Variable

ResultForm = Literal["both", "text", "structured"]
NO_BROWSER = "disabled"  # as a value of CHROME_PATH


class Settings(Struct, frozen=True):
    """What an operator can set. `docs/reference/settings.md` is generated from this."""

    beside: ClassVar[tuple[Variable, ...]] = KEYS

    toolsets: Annotated[
        tuple[str, ...],
        Variable("HEADWATER_TOOLSETS", "Toolsets to offer, separated by commas, or all."),
    ] = ("all",)
    result: Annotated[
        ResultForm,
        Variable(
            "HEADWATER_RESULT",
            "Results as JSON text, as structured content, or both, for clients that read only one.",
        ),
    ] = "both"
    output_schemas: Annotated[
        bool,
        Variable("HEADWATER_OUTPUT_SCHEMAS", "Whether tools/list carries output schemas."),
    ] = True
    calls: Annotated[
        int,
        Meta(ge=1, le=10_000),
        Variable("HEADWATER_CALLS", "Calls that may run at once; more wait their turn."),
    ] = 64
    asks: Annotated[
        int,
        Meta(ge=1, le=10_000),
        Variable("HEADWATER_ASKS", "Page reads and provider queries in flight at once."),
    ] = 256
    trace: Annotated[
        bool, Variable("HEADWATER_TRACE", "Whether each ask's path is logged on standard error.")
    ] = False
    home: Annotated[
        str,
        Variable(
            "HEADWATER_HOME",
            "Folder for what is kept from one run to the next; the user's data folder if not set.",
        ),
    ] = ""
    chrome_path: Annotated[
        str,
        Variable(
            "CHROME_PATH",
            f"The browser for pages that need one, or {NO_BROWSER}; looked for if not set.",
        ),
    ] = ""

    # Where we may go, and how.
    allow_private_ips: Annotated[
        bool,
        Variable(
            "ALLOW_PRIVATE_IPS",
            "Whether pages on private addresses may be read; cloud metadata never is.",
        ),
    ] = False
    allowed_domains: Annotated[
        tuple[str, ...],
        Variable(
            "ALLOWED_DOMAINS",
            "Domains that may be read, with all below them, separated by commas; empty for all.",
        ),
    ] = ()
    user_agent: Annotated[
        str, Variable("HEADWATER_USER_AGENT", "How Headwater introduces itself to servers.")
    ] = "Headwater/0.1 (research server for agents)"
    robots: Annotated[
        Literal["off", "on"],
        Variable(
            "HEADWATER_ROBOTS",
            "Whether robots.txt is obeyed; off, as each page is read because a person asked.",
        ),
    ] = "off"
    circuit_failure_threshold: Annotated[
        int, Variable("CIRCUIT_FAILURE_THRESHOLD", "Failures in a row after which a host rests.")
    ] = 5
    circuit_reset_timeout_seconds: Annotated[
        float, Variable("CIRCUIT_RESET_TIMEOUT_SECONDS", "How long a failing host rests.")
    ] = 60.0

    @property
    def folder(self) -> str:
        """Where data is kept; an absolute path."""
        return expand(self.home, os.environ) if self.home else data_path(os.environ)
