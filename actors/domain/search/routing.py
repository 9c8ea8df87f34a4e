"""Whom to ask first, and whom then."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from headwater.actors.messages.faults import Unconfigured
from headwater.actors.messages.lenses import Lens
from headwater.actors.messages.providers import Roster
from headwater.kernel.faults import BadInput

# Those that need a key come first: who has one wants it to be used. Keyless ones are last; Hacker
# News only for news, because it is no index of the web.
_ENGINES = ("google", "brave", "serper", "searchapi", "searxng")
ORDERS = {
    "web": (*_ENGINES, "tavily", "exa", "duckduckgo", "wikipedia"),
    "news": (*_ENGINES, "tavily", "exa", "hackernews"),
    "images": (*_ENGINES, "wikipedia"),
}
OPERATIONS = ("default", *ORDERS, "answer", "structured")  # that an order can be given for


class Routing(Struct, frozen=True):
    """The operator's wishes: an order by operation, and whether to ask a second one early."""

    orders: Mapping[str, tuple[str, ...]] = {}  # `default` is for operations that are not named
    first: str = ""  # asked before all others, where it can be
    hedge: float = 0.0  # seconds after which a second provider is asked as well; 0: never


def orders_of(text: str) -> dict[str, tuple[str, ...]]:
    """SEARCH_ROUTING: names with commas, or a JSON object of such by operation; else ValueError."""
    text = text.strip()
    if not text:
        return {}
    if not text.startswith("{"):
        return {"default": _names(text)}
    try:
        table = msgspec.json.decode(text, type=dict[str, str | list[str]])
    except msgspec.DecodeError as problem:
        raise ValueError(str(problem)) from None
    return {
        operation: _names(",".join(names) if isinstance(names, list) else names)
        for operation, names in table.items()
    }


def candidates(
    roster: Roster, operation: str, provider: str = "", lens: Lens | None = None
) -> list[str]:
    """Those to ask, the best first; a named one alone. The faults say what is missing."""
    if provider:
        _check(roster, operation, provider)
        if lens is not None and not _through(lens, operation, [provider]):
            raise BadInput(
                "lens", f"{provider} cannot look through {lens.name}", "another provider"
            )
        return [provider]
    named = _order(roster, operation)
    found = [name for name in named if _is_ready(roster, operation, name)]
    if lens is not None:
        found = _through(lens, operation, found)
    if found:
        return found
    raise _nobody(roster, operation, named, lens)


def healthy(roster: Roster, operation: str, but: tuple[str, ...] = ()) -> list[str]:
    """Others that could be asked now."""
    return [
        name
        for name in _order(roster, operation)
        if name not in but
        and _is_ready(roster, operation, name)
        and roster.standings[name].state == "closed"
    ]


def _order(roster: Roster, operation: str) -> tuple[str, ...]:
    wished = roster.routing.get(operation) or roster.routing.get("default")
    order = wished or ORDERS.get(operation, ())
    return tuple(dict.fromkeys((roster.first, *order))) if roster.first else order


def _is_ready(roster: Roster, operation: str, name: str) -> bool:
    standing = roster.standings.get(name)
    return standing is not None and operation in standing.operations and not standing.missing


def _check(roster: Roster, operation: str, name: str) -> None:
    able = [each.name for each in roster.standings.values() if operation in each.operations]
    if name not in able:
        what = "unknown provider" if name not in roster.standings else f"no {operation} by"
        raise BadInput("provider", f"{what} {name[:64]!r}", ", ".join(sorted(able)))
    if missing := roster.standings[name].missing:
        raise Unconfigured(f"{name} needs {' and '.join(missing)}", provider=name)


def has_own(lens: Lens, operation: str, name: str) -> bool:
    """Whether the lens has something for a provider that is better than its domains."""
    if name == "google":
        return bool(lens.cx)
    return name == "brave" and bool(lens.goggle) and operation != "images"


def _through(lens: Lens, operation: str, found: list[str]) -> list[str]:
    """Those that can look through the lens; those that it was made for first."""
    first = [name for name in found if has_own(lens, operation, name)]
    return first + [name for name in found if lens.domains and name not in first]


def _nobody(
    roster: Roster, operation: str, named: tuple[str, ...], lens: Lens | None
) -> Unconfigured:
    if lens is not None and not lens.domains:
        key = "GOOGLE_CUSTOM_SEARCH_API_KEY" if lens.cx else "BRAVE_API_KEY"
        return Unconfigured(f"the lens {lens.name} has no domains: set {key}")
    known = [roster.standings[name] for name in named if name in roster.standings]
    variables = [one.missing[0] for one in known if operation in one.operations and one.missing]
    wanted = ", ".join(dict.fromkeys(variables)) or "SEARCH_ROUTING"
    return Unconfigured(f"no provider of {operation} is configured: set one of {wanted}")


def _names(text: str) -> tuple[str, ...]:
    names = (name.strip().lower() for name in text.split(","))
    return tuple(dict.fromkeys(name for name in names if name))
