"""robots.txt by RFC 9309: the group of our name, the longest rule that fits, allow before all."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import unquote_to_bytes

from msgspec import Struct

LONGEST = 512_000  # bytes that are read; the RFC asks for at least this much
MOST_RULES = 5_000

_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


class Rule(Struct, frozen=True):
    """One line."""

    allow: bool
    path: str  # normalised; may hold * and end in $


class Rules(Struct, frozen=True):
    """What one crawler may read."""

    lines: tuple[Rule, ...] = ()

    def allows(self, target: str) -> bool:
        """Whether a path with its query may be read."""
        path = _normal(target)
        fitting = [rule for rule in self.lines if _fits(rule.path, path)]
        if target == "/robots.txt" or not fitting:
            return True
        return max(fitting, key=lambda rule: (len(rule.path), rule.allow)).allow


EVERYTHING = Rules()
NOTHING = Rules((Rule(allow=False, path="/"),))


def read(body: bytes, agent: str) -> Rules:
    """The rules for a crawler's product token, or those for everybody."""
    groups = list(_groups(body[:LONGEST].decode("utf-8", "replace").removeprefix("\ufeff")))
    name = re.match(r"[a-z_-]*", agent.lower())
    own = [rules for agents, rules in groups if name and name[0] in agents]
    chosen = own or [rules for agents, rules in groups if "*" in agents]
    return Rules(tuple(rule for rules in chosen for rule in rules)[:MOST_RULES])


def _groups(text: str) -> Iterable[tuple[set[str], list[Rule]]]:
    agents: set[str] = set()
    rules: list[Rule] = []
    open_to_agents = True
    for key, value in _lines(text):
        if key == "user-agent":
            if not open_to_agents:
                yield agents, rules
                agents, rules = set(), []
            token = re.match(r"[a-z_-]+|\*", value.lower())
            agents.add(token[0] if token else "")
            open_to_agents = True
        elif key in ("allow", "disallow"):
            open_to_agents = False
            if value:
                rules.append(Rule(key == "allow", _normal(value)))
    yield agents, rules


def _lines(text: str) -> Iterable[tuple[str, str]]:
    for line in re.split(r"\r\n|\r|\n", text):
        key, colon, value = line.split("#", 1)[0].partition(":")
        if colon:
            yield key.strip().lower(), value.strip()


def _normal(path: str) -> str:
    """Escapes of ordinary characters undone, all others done, so that texts can be compared."""
    pieces = []
    for piece in re.findall(r"%[0-9A-Fa-f]{2}|.", path, re.DOTALL):
        if len(piece) == 3:
            byte = unquote_to_bytes(piece)
            pieces.append(byte.decode() if byte[0] in _UNRESERVED else piece.upper())
        elif piece.isascii():
            pieces.append(piece)
        else:
            pieces += [f"%{byte:02X}" for byte in piece.encode("utf-8", "replace")]
    return "".join(pieces)


def _fits(pattern: str, path: str) -> bool:
    """Pieces between stars are looked for from left to right, which is enough and never slow."""
    ends = pattern.endswith("$")
    first, *others = pattern.removesuffix("$").split("*")
    if not path.startswith(first):
        return False
    place = len(first)
    last = others.pop() if others and ends else None
    for piece in others:
        found = path.find(piece, place)
        if found < 0:
            return False
        place = found + len(piece)
    if last is not None:
        return len(path) - len(last) >= place and path.endswith(last)
    return place == len(path) if ends else True
