"""What the operator has set: settings, keys, and the folder for data."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from headwater.actors.doors.cli.checks.finding import Finding, Patient
from headwater.actors.doors.cli.offer import used_keys
from headwater.actors.keys import KEYS
from headwater.kernel.environment import config_path


def settings(patient: Patient) -> Finding:
    """Whether the settings can be used."""
    path = config_path(patient.environ)
    if patient.complaints:
        fix = (
            f"Correct them in the environment or in {path}; `headwater config` lists what there is."
        )
        return Finding("settings", "problem", "; ".join(patient.complaints), fix)
    where = path if Path(path).is_file() else f"no file at {path}, which is fine"
    return Finding("settings", "ok", f"valid; {where}")


def keys(patient: Patient) -> Finding:
    """Which keys are there, by name; a value is never looked at."""
    used = used_keys()
    there = [key.name for key in KEYS if key.name in patient.given]
    if not there:
        fix = "`headwater config` lists the keys and what each is for."
        return Finding("keys", "note", f"none of {len(KEYS)} set; no key is required", fix)
    worded = [name if name in used else f"{name} (set, not used yet)" for name in there]
    return Finding("keys", "ok", ", ".join(worded))


def lenses(patient: Patient) -> Finding:
    """Whether the operator's own lenses can be used."""
    from headwater.actors.resources.lenses import load

    path = patient.settings.custom_lenses_path if patient.settings else ""
    known = load(path)
    own = sum(lens.own for lens in known.lenses.values())
    if known.problems:
        fix = "`headwater lenses check` reads them again."
        return Finding("lenses", "problem", "; ".join(known.problems), fix)
    return Finding("lenses", "ok", f"{len(known.lenses)}, {own} of them your own")


def data_folder(patient: Patient) -> Finding:
    """Whether data can be kept, where only its owner reads it."""
    if patient.settings is None:
        return Finding("data folder", "note", "not looked at, because the settings are not valid")
    folder = Path(patient.settings.folder)
    try:
        mode = folder.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return _absent(folder)
    except OSError as error:
        fix = "Make it readable, or set HEADWATER_HOME to another folder."
        return Finding("data folder", "problem", f"{folder}: {error.strerror}", fix)
    return _present(folder, mode)


def _absent(folder: Path) -> Finding:
    parent = next(parent for parent in folder.parents if parent.exists())
    if parent.is_dir() and os.access(parent, os.W_OK | os.X_OK):
        detail = f"{folder} is not there yet; it is made when something is first kept"
        return Finding("data folder", "ok", detail)
    fix = "Set HEADWATER_HOME to a folder that you can write to."
    return Finding("data folder", "problem", f"{folder} cannot be made in {parent}", fix)


def _present(folder: Path, mode: int) -> Finding:
    if not stat.S_ISDIR(mode):
        fix = "Move the file away, or set HEADWATER_HOME to a folder."
        return Finding("data folder", "problem", f"{folder} is not a folder", fix)
    if not os.access(folder, os.W_OK | os.X_OK):
        fix = f"chmod u+rwx {folder}, or set HEADWATER_HOME to another folder."
        return Finding("data folder", "problem", f"{folder} cannot be written to", fix)
    if stat.S_IMODE(mode) & 0o077:
        detail = f"{folder} is open to other users (mode {stat.S_IMODE(mode):04o})"
        return Finding("data folder", "problem", detail, f"chmod 700 {folder}")
    return Finding("data folder", "ok", f"{folder}")
