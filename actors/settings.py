"""Every setting: its variable, its type, its default, and what it does."""

from __future__ import annotations

import os
import re
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from headwater.actors.keys import ADDRESSES, KEYS
from headwater.kernel.environment import data_path, expand
from headwater.kernel.settings import Variable

ResultForm = Literal["both", "text", "structured"]
NO_BROWSER = "disabled"  # as a value of CHROME_PATH


_UNITS = {"h": 3600.0, "m": 60.0, "s": 1.0}
_DURATION = Meta(pattern=r"^([1-9][0-9]{0,5}[hms])+$", description="hours, minutes or seconds")
_KEY = Meta(pattern="^[0-9a-fA-F]{64}$", description="64 hexadecimal digits")


class Settings(Struct, frozen=True):
    """What an operator can set. `docs/reference/settings.md` is generated from this."""

    beside: ClassVar[tuple[Variable, ...]] = KEYS + ADDRESSES

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
    audit: Annotated[
        bool, Variable("AUDIT_ENABLED", "Whether each call is recorded, without what was asked.")
    ] = True
    audit_path: Annotated[
        str, Variable("AUDIT_OUTPUT_PATH", "File for these records; standard error if not set.")
    ] = ""
    audit_queries: Annotated[
        bool,
        Variable("AUDIT_INCLUDE_REQUEST_BODY", "Whether they hold what was asked, less any keys."),
    ] = False
    home: Annotated[
        str,
        Variable(
            "HEADWATER_HOME",
            "Folder for what is kept from one run to the next; the user's data folder if not set.",
        ),
    ] = ""
    store_mb: Annotated[
        int,
        Meta(ge=16, le=1_000_000),
        Variable("HEADWATER_STORE_MB", "Megabytes of cached pages to keep; the oldest go first."),
    ] = 1024
    encryption_key: Annotated[
        str,
        _KEY,
        Variable(
            "CACHE_ENCRYPTION_KEY",
            "Key for what is kept, 64 hexadecimal digits; a key file is made if not set.",
            secret=True,
        ),
    ] = ""
    previous_encryption_key: Annotated[
        str,
        _KEY,
        Variable(
            "CACHE_ENCRYPTION_KEY_PREV",
            "The key before, while what it encrypted is moved to the new one.",
            secret=True,
        ),
    ] = ""
    session_ttl: Annotated[
        str,
        _DURATION,
        Variable("SESSION_TTL", "How long a research session outlives its last use: 4h, 30m, 90s."),
    ] = "4h"
    session_max_steps: Annotated[
        int,
        Meta(ge=1, le=10_000),
        Variable("SESSION_MAX_STEPS", "Steps a research session may have."),
    ] = 200
    chrome_path: Annotated[
        str,
        Variable(
            "CHROME_PATH",
            f"The browser for pages that need one, or {NO_BROWSER}; looked for if not set.",
        ),
    ] = ""

    browser_pages: Annotated[
        int,
        Meta(ge=1, le=32),
        Variable("HEADWATER_BROWSER_PAGES", "Pages that the browser may have open at once."),
    ] = 3
    browser_idle_seconds: Annotated[
        float,
        Meta(ge=1),
        Variable("HEADWATER_BROWSER_IDLE_SECONDS", "How long the browser stays without a page."),
    ] = 60.0

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
    max_document_bytes: Annotated[
        int,
        Meta(ge=1_000_000, le=500_000_000),
        Variable(
            "MAX_DOCUMENT_BYTES", "Most bytes that are read of a document; a longer one fails."
        ),
    ] = 50_000_000
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

    # Whom to ask.
    search_routing: Annotated[
        str,
        Variable(
            "SEARCH_ROUTING",
            "Providers in the order to ask them, separated by commas, or a JSON object of such by "
            "operation (web, images, news, answer, structured, default); a sensible order if not "
            "set.",
        ),
    ] = ""
    search_provider: Annotated[
        str, Variable("SEARCH_PROVIDER", "The provider to ask first, before all others.")
    ] = ""
    hedge: Annotated[
        float,
        Meta(ge=0, le=10),
        Variable(
            "HEADWATER_HEDGE_SECONDS",
            "Seconds after which a second provider is asked beside a slow one; 0 for never.",
        ),
    ] = 0.0

    source_recommendations: Annotated[
        bool,
        Variable("SOURCE_RECOMMENDATIONS", "Whether search_and_scrape points at its best sources."),
    ] = True
    generative_ui: Annotated[
        bool,
        Variable(
            "GENERATIVE_UI_ENABLED",
            "Whether search_and_scrape adds cards and a table, for clients that draw them.",
        ),
    ] = False
    custom_lenses_path: Annotated[
        str,
        Variable(
            "CUSTOM_LENSES_PATH",
            "Folder of your own lenses, one TOML or JSON file each; `headwater lenses check` reads "
            "them.",
        ),
    ] = ""

    @property
    def folder(self) -> str:
        """Where data is kept; an absolute path."""
        return expand(self.home, os.environ) if self.home else data_path(os.environ)

    @property
    def session_seconds(self) -> float:
        """How long a session outlives its last use."""
        parts = re.findall(r"(\d+)([hms])", self.session_ttl)
        return sum(int(count) * _UNITS[unit] for count, unit in parts)
