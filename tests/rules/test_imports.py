"""Who may import whom, as a table. A folder not named here has not been thought about: it fails."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

START = {
    "kernel.environment",
    "actors.main",
    "actors.doors.stdio",
    "actors.doors.mcp.frames",
    "actors.doors.mcp.greeting",
    "actors.doors.mcp.lists",
    "actors.doors.mcp.revisions",
    "actors.lists",
}

# What a module's part of the tree may import besides the standard library. A name covers what is
# below it. The first entry that fits a module counts.
TABLE: list[tuple[str, set[str]]] = [
    ("kernel", {"kernel", "trio", "msgspec"}),
    (
        "actors.messages",
        {"kernel.message", "kernel.client", "kernel.faults", "actors.messages", "msgspec"},
    ),
    (
        "actors.domain.office",
        {"actors.messages", "actors.domain", "lxml", "msgspec"},
    ),
    (
        "actors.domain",
        {"kernel.faults", "kernel.tool", "actors.messages", "actors.domain", "native"}
        | {"headwater._native", "msgspec"},
    ),
    (
        "actors.readers",
        {"kernel.discovery", "kernel.faults", "actors.messages", "actors.domain", "actors.readers"}
        | {"actors.lists", "native", "headwater._native", "msgspec"}
        | {"lxml", "pymupdf", "python_calamine"},
    ),
    (
        "actors.providers",
        {"kernel.discovery", "kernel.faults", "actors.messages", "actors.domain"}
        | {"actors.providers", "msgspec"},
    ),
    (
        "actors.sources",
        {"kernel.discovery", "kernel.faults", "actors.messages", "actors.domain"}
        | {"actors.lists", "actors.sources", "headwater"}
        | {"actors.readers.html", "actors.readers.reader", "lxml", "msgspec"},
    ),
    (
        "actors.tools",
        {"kernel.tool", "kernel.client", "kernel.faults", "actors.messages", "actors.domain"}
        | {"msgspec"},
    ),
    (
        "actors.views",
        {"kernel.view", "kernel.tool", "kernel.faults", "actors.messages", "actors.domain"}
        | {"msgspec"},
    ),
    (
        "actors.prompts",
        {"kernel.prompt", "kernel.client", "actors.messages.calls", "actors.domain"},
    ),
    (
        "actors.resources.store",
        {"kernel.faults", "kernel.environment", "kernel.trace", "actors.messages"}
        | {"actors.resources.store", "headwater._native"}
        | {"msgspec", "trio", "lmdb"},
    ),
    (
        "actors.resources.pages",
        {"kernel.trace", "actors.messages", "actors.domain", "actors.resources.store", "msgspec"},
    ),
    (
        "actors.resources.trails",
        {"actors.messages", "actors.domain", "actors.resources.store", "msgspec"},
    ),
    (
        "actors.resources.http",
        {"kernel.faults", "actors.messages", "actors.domain", "actors.resources.http", "native"}
        | {"msgspec", "trio", "httpcore2", "h2", "truststore", "headwater._native"},
    ),
    (
        "actors.resources.stealth",
        {"actors.messages", "actors.domain", "actors.resources.http", "trio", "curl_cffi"},
    ),
    ("actors.resources.browser.keeper", set()),  # runs with nothing but Python
    (
        "actors.resources.browser",
        {"kernel.environment", "actors.messages", "actors.domain", "actors.resources.browser"}
        | {"actors.resources.http", "msgspec", "trio"},
    ),
    (
        "actors.resources.robots",
        {"actors.messages", "actors.domain", "actors.resources.http", "msgspec", "trio"},
    ),
    (
        "actors.resources.answers",
        {
            "kernel.trace",
            "actors.messages",
            "actors.domain.recent",
            "actors.providers.provider",
            "msgspec",
        }
        | {"actors.resources.store"},
    ),
    (
        "actors.resources.directory",
        {"kernel.faults", "actors.messages", "actors.domain", "actors.providers.provider"}
        | {"actors.resources.http", "msgspec"},
    ),
    (
        "actors.resources.inquirer",
        {"actors.messages", "actors.domain", "actors.resources.http", "msgspec", "trio"}
        | {"actors.resources.directory"},
    ),
    (
        "actors.resources.services",
        {"actors.messages", "actors.domain", "actors.sources.source", "actors.resources.http"},
    ),
    (
        "actors.resources.visitor",
        {"actors.messages", "actors.domain", "actors.resources.services", "trio"}
        | {"actors.resources.inquirer", "actors.resources.robots"},
    ),
    (
        "actors.resources.lenses",
        {"actors.messages", "actors.domain.search", "msgspec"},
    ),
    (
        "actors.resources.documents",
        {"kernel.trace", "actors.messages", "actors.readers.reader", "actors.resources.documents"}
        | {"msgspec", "trio"},
    ),
    ("actors.resources", {"kernel.faults", "actors.messages", "actors.resources", "msgspec"}),
    ("actors.settings", {"kernel.settings", "kernel.environment", "actors.keys", "msgspec"}),
    ("actors.keys", {"kernel.settings", "kernel.environment"}),
    ("actors.packaged", {"kernel", "actors.doors.mcp.lists"}),
    ("actors.desk", {"kernel", "actors.messages", "trio"}),
    ("actors.service", {"kernel", "actors"}),  # the composition root
    (
        "actors.bulk",  # asks the pipe as a tool does, for as long as there are addresses
        {"kernel", "actors.messages", "actors.domain", "actors.bulk", "actors.service"}
        | {"actors.desk"}
        | {"actors.settings", "native", "headwater._native", "msgspec", "trio"}
        | {"lxml", "fastwarc", "pyarrow"},
    ),
    ("actors.main", {"kernel.environment", "actors.doors"}),
    (
        "actors.doors.cli",  # `headwater store` looks into the store without a kernel
        {"kernel", "headwater", "actors.doors", "actors.lists", "actors.messages"}
        | {
            "actors.resources",
            "extraction",  # what `headwater extract` prints
            "actors.bulk",
            "benchmarks",
            "actors.settings",
            "actors.keys",
            "actors.packaged",
            "actors.service",
        }
        | {"trio", "msgspec"}
        | {
            "actors.tools",
            "actors.views",
            "actors.prompts",
            "actors.providers.provider",
        },  # to scan them
    ),
    (
        "actors.doors",
        {"kernel", "native", "headwater", "actors.doors", "actors.lists", "actors.messages.calls"}
        | {"actors.settings", "actors.keys", "actors.packaged", "actors.service"}
        | {"trio", "msgspec", "mcp", "mcp_types", "hypercorn", "starlette", "anyio"}
        | {"actors.tools", "actors.views", "actors.prompts"},  # to scan them
    ),
    (
        "actors.router",
        {"kernel", "actors.messages", "actors.domain", "actors.desk", "msgspec", "trio"},
    ),
    (
        "actors.cache",
        {"kernel", "actors.messages", "actors.domain", "actors.resources", "msgspec", "trio"},
    ),
    (
        "actors.session",
        {"kernel", "actors.messages", "actors.domain", "actors.resources", "msgspec"},
    ),
    ("actors.catalog", {"kernel", "actors.messages", "trio"}),
    ("actors.ledger", {"kernel", "actors.messages", "actors.domain", "msgspec"}),
    (
        "actors.breaker",
        {"kernel", "actors.messages", "actors.domain", "msgspec", "trio"}
        | {"actors.resources.directory", "actors.providers.provider"},
    ),
    (
        "actors.fetcher",
        {"kernel", "actors.messages", "actors.domain", "msgspec", "trio"}
        | {"actors.resources.http", "actors.resources.robots", "actors.resources.browser"}
        | {"actors.resources.stealth"}
        | {"actors.resources.directory", "actors.resources.inquirer"}
        | {"actors.resources.services", "actors.resources.visitor"},
    ),
    (
        "actors.extractor",
        {"kernel", "actors.messages", "actors.domain", "actors.readers.reader", "msgspec", "trio"}
        | {"actors.providers.interpreting", "actors.providers.provider"}
        | {"actors.resources.directory", "actors.resources.documents.pool"}
        | {"actors.resources.services", "actors.sources.composing", "actors.sources.source"},
    ),
    ("actors", set()),  # the package itself
]


def modules() -> Iterator[tuple[str, Path]]:
    for top in ("kernel", "actors"):
        for path in sorted((ROOT / top).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(part for part in parts if part != "__init__"), path


def imports(path: Path, *, at_run_time: bool = False) -> Iterator[str]:
    """The names that a module imports, ours without their prefix."""
    tree = ast.parse(path.read_text())
    skipped = set(_type_checking(tree)) if at_run_time else set()
    for node in ast.walk(tree):
        if node in skipped:
            continue
        if isinstance(node, ast.Import):
            yield from (_ours(alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: import by full name"
            base = _ours(node.module or "")
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _type_checking(tree: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            yield from ast.walk(node)


def _ours(name: str) -> str:
    return name.removeprefix("headwater.").replace("_native", "native")


def allowed(name: str, module: str) -> bool:
    rule = next(names for part, names in TABLE if _below(module, part))
    return _standard(name) or any(_below(name, entry) for entry in rule)


def _below(name: str, part: str) -> bool:
    return name == part or name.startswith(part + ".")


def _standard(name: str) -> bool:
    return name.split(".", maxsplit=1)[0] in {*sys.stdlib_module_names, "__future__"}


def test_every_module_imports_only_what_its_place_allows() -> None:
    broken = [
        f"{module} imports {name}"
        for module, path in modules()
        for name in imports(path)
        if not allowed(name, module)
    ]
    assert broken == []


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("kernel.kernel", "actors.router"),
        ("kernel.kernel", "httpx2"),
        ("actors.tools.citation.format_bibliography", "actors.router"),
        ("actors.tools.citation.format_bibliography", "trio"),
        ("actors.domain.dates", "trio"),
        ("actors.readers.html.engine", "trio"),
        ("actors.readers.html.engine", "httpx2"),
        ("actors.providers.brave", "trio"),
        ("actors.providers.brave", "actors.resources.http.client"),
        ("actors.tools.search.web_search", "actors.providers.brave"),
        ("actors.extractor", "actors.router"),
        ("actors.ledger", "actors.router"),
        ("actors.router", "actors.ledger"),
        ("actors.cache", "actors.router"),
        ("actors.cache", "lmdb"),
        ("actors.domain.held", "actors.resources.store.store"),
        ("actors.resources.store.store", "actors.cache"),
        ("actors.fetcher", "actors.breaker"),
        ("actors.fetcher", "httpcore2"),
        ("actors.breaker", "actors.resources.http.client"),
        ("actors.domain.guard", "trio"),
    ],
)
def test_the_table_forbids_what_the_design_forbids(module: str, name: str) -> None:
    assert not allowed(name, module)


def test_the_start_path_imports_only_itself_and_what_is_light() -> None:
    light = {"os", "sys", "gc", "time", "select", "_thread", "_signal", "__future__", "tomllib"}
    later = {"actors.doors.cli.run", "actors.doors.stream", "actors.doors", "kernel.lean"}
    found = dict(modules())
    heavy = [
        f"{module} imports {name}"
        for module in sorted(START)
        for name in imports(found[module], at_run_time=True)
        if not any(_below(name, entry) for entry in START | light | {"native", "headwater"})
        and name not in later
    ]
    assert heavy == []


def test_only_the_router_asks() -> None:
    asking = [
        module
        for module, path in modules()
        if "pipe.ask(" in path.read_text() and not _below(module, "actors.doors")
    ]
    assert asking == ["actors.desk"]
