"""
Modules that are imported by many and used by few are loaded when they are first used.

An import statement then costs a look into a folder; the first look at anything inside loads the
module, and from then on it is what it always was. Only modules that are imported whole can wait:
`from module import name` uses the module at once.
"""

from __future__ import annotations

import sys
from _thread import RLock
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from importlib.abc import Loader

    Parts = Mapping[str, str]

# What the import system asks a module for before there is anything in it.
_BEFORE = {"__path__", "__file__", "__cached__"}


def postpone(names: Iterable[str], packages: Mapping[str, Parts] | None = None) -> None:
    """
    Let modules of these names wait for their first use, unless they are loaded already.

    A package that only passes on what is in its parts can be named with a table of them: a name in
    the table loads the part it is in, and only a name that is not loads the package. Its private
    names are parts.
    """
    late: dict[str, Parts] = {name: {} for name in names}
    sys.meta_path.insert(0, _Finder(late | dict(packages or {})))


class _Finder:
    def __init__(self, late: Mapping[str, Parts]) -> None:
        self._late = late

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, _: ModuleType | None = None
    ) -> ModuleSpec | None:
        """As PathFinder does, with a loader that waits."""
        if name not in self._late:
            return None
        spec = PathFinder.find_spec(name, path)
        if spec is not None and spec.loader is not None:
            spec.loader_state = Late(spec.loader, self._late[name])
            spec.loader = spec.loader_state
        return spec


class Waiting(ModuleType):
    """A module that has not been used."""

    def __getattr__(self, name: str) -> object:
        """Asked for what it does not have, it becomes the module that was meant."""
        if name in _BEFORE or self.__spec__ is None:
            raise AttributeError(name)
        found: object = self.__spec__.loader_state.find(self, name)
        return found


class Late:
    """Loads a module at its first use, once, whichever thread that is in."""

    def __init__(self, loader: Loader, parts: Parts) -> None:
        self._loader = loader
        self._parts = parts
        self._lock = RLock()
        self._begun = False

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """An empty one of that name."""
        return Waiting(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Nothing yet, but its loader is named, for those who ask about a module's origin."""
        module.__spec__.loader = module.__loader__ = self._loader  # type: ignore[union-attr]

    def find(self, module: ModuleType, name: str) -> object:
        """A name's value: from its part, or from the module, which is loaded for it."""
        below = f"{module.__name__}.{name}"
        has_parts = bool(self._parts) and "__path__" in vars(module)
        place = self._parts.get(name, below if has_parts and _private(name) else None)
        if place is None:
            self._load(module)
            return ModuleType.__getattribute__(module, name)
        part = import_module(place)
        found = part if place == below else getattr(part, name)
        setattr(module, name, found)
        return found

    def _load(self, module: ModuleType) -> None:
        """
        Run the module's code in it.

        Who comes while another thread does this waits for its end; the module's own code, which
        comes by in a circle, does not, and sees as much as there is.
        """
        with self._lock:
            if self._begun:
                return
            self._begun = True
            try:
                self._loader.exec_module(module)
            except BaseException:
                self._begun = False
                raise
            module.__class__ = ModuleType


def _private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")
