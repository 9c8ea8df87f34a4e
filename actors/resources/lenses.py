"""Reads the lens files: those that come with the package, and the operator's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from headwater.actors.domain.search.lens_file import BadLens, read_lens
from headwater.actors.messages.lenses import Lens, Lenses

FOLDER = Path(__file__).parents[2] / "lenses"
_KINDS = {".toml", ".json"}
_MOST = 1_000_000  # bytes of one file


def load(own: str = "") -> Lenses:
    """All lenses by name; one of the operator's own takes the place of ours of that name."""
    lenses = {path.stem: read_lens(_table(path), path.stem) for path in _files(FOLDER)}
    problems: list[str] = []
    for lens in _own(own, problems):
        lenses[lens.name] = lens
    return Lenses(dict(sorted(lenses.items())), tuple(problems))


def _own(place: str, problems: list[str]) -> Iterator[Lens]:
    """From a folder of files or from one; what cannot be used is a problem and nothing else."""
    path = Path(place).expanduser()
    if not place:
        return
    if not path.exists():
        problems.append(f"CUSTOM_LENSES_PATH: there is no {path}")
        return
    for file in _files(path) if path.is_dir() else [path]:
        try:
            yield read_lens(_table(file), file.stem, own=True)
        except (BadLens, OSError, ValueError) as problem:
            problems.append(f"{file.name}: {problem}")


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.suffix in _KINDS)


def _table(path: Path) -> dict[str, Any]:
    if path.stat().st_size > _MOST:
        raise BadLens(f"is larger than {_MOST:,} bytes")
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        return msgspec.json.decode(text, type=dict[str, Any])
    import tomllib  # only where lenses are used

    return tomllib.loads(text)
