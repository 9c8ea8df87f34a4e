"""Finds what a folder exports, so that adding a file is all it takes to add a thing."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType
from typing import TypeVar

Value = TypeVar("Value")


def discover(package: ModuleType, name: str, kind: type[Value]) -> dict[str, Value]:
    """
    Every value called `name` in the modules below `package`, by module, in a fixed order.

    What is below a package that exports such a value is that package's own, and is not loaded.
    """
    found: dict[str, Value] = {}
    inside = pkgutil.iter_modules(package.__path__, package.__name__ + ".")
    for info in sorted(inside, key=lambda info: info.name):
        module = importlib.import_module(info.name)
        if getattr(module, name, None) is not None:
            found[info.name] = exported(info.name, name, kind)
        elif info.ispkg:
            found |= discover(module, name, kind)
    return found


def exported(module: str, name: str, kind: type[Value]) -> Value:
    """A module's value; one of another kind under that name is a mistake worth stopping for."""
    value = getattr(importlib.import_module(module), name)
    if not isinstance(value, kind):
        raise TypeError(f"{module}.{name} is not a {kind.__name__}")
    return value


class Listed(Mapping[str, Value]):
    """
    What modules export, by the keys of a list that was written when they were discovered.

    Looking for a key imports nothing; its module is imported when the value is wanted.
    """

    def __init__(self, file: str, name: str, kind: type[Value]) -> None:
        with open(file, encoding="utf-8") as lines:  # noqa: PTH123 - pathlib takes longer
            rows = [line.rstrip("\n").partition("\t") for line in lines]
        self._modules = {key: module for key, _, module in rows}
        self._name = name
        self._kind = kind

    def __getitem__(self, key: str) -> Value:
        return exported(self._modules[key], self._name, self._kind)

    def __contains__(self, key: object) -> bool:
        return key in self._modules

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)


def index_of(keys: Mapping[str, Iterable[str]]) -> bytes:
    """The list for keys by module, as `Listed` reads it."""
    rows = [f"{key}\t{module}\n" for module, known in keys.items() for key in known]
    return "".join(rows).encode()
