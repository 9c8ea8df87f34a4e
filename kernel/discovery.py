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

    A module that holds something else under that name is a mistake worth stopping for. What is
    below a package that exports such a value is that package's own, and is not loaded.
    """
    found: dict[str, Value] = {}
    inside = pkgutil.iter_modules(package.__path__, package.__name__ + ".")
    for info in sorted(inside, key=lambda info: info.name):
        module = importlib.import_module(info.name)
        value = getattr(module, name, None)
        if value is not None and not isinstance(value, kind):
            raise TypeError(f"{info.name}.{name} is not a {kind.__name__}")
        if value is not None:
            found[info.name] = value
        elif info.ispkg:
            found |= discover(module, name, kind)
    return found
