"""Finds what a folder exports, so that adding a file is all it takes to add a thing."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType
from typing import TypeVar

Value = TypeVar("Value")


def discover(package: ModuleType, name: str, kind: type[Value]) -> dict[str, Value]:
    """
    Every value called `name` in the modules below `package`, by module, in a fixed order.

    A module that holds something else under that name is a mistake worth stopping for.
    """
    found: dict[str, Value] = {}
    inside = pkgutil.walk_packages(package.__path__, package.__name__ + ".")
    for module in sorted(info.name for info in inside):
        value = getattr(importlib.import_module(module), name, None)
        if value is None:
            continue
        if not isinstance(value, kind):
            raise TypeError(f"{module}.{name} is not a {kind.__name__}")
        found[module] = value
    return found
