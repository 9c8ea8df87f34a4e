"""What `pip install` puts on a machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLCHAIN = ("RUSTUP_HOME", "CARGO_HOME")  # where Rust is, if not below the home folder
DIST = ROOT / "dist"

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300), pytest.mark.xdist_group("wheel")]


@pytest.fixture(scope="session")
def wheel() -> Path:
    """The wheel that `make dist` built."""
    found = sorted(DIST.glob("headwater-*.whl"))
    assert len(found) == 1, "run `make dist`"
    return found[0]


@pytest.fixture(scope="session")
def contents(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def sources(folder: str) -> set[str]:
    return {
        f"headwater/{path.relative_to(ROOT)}"
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_one_wheel_serves_every_python_from_3_11_on(wheel: Path) -> None:
    assert "-cp311-abi3-" in wheel.name


def test_the_wheel_holds_every_source_and_the_native_module(contents: set[str]) -> None:
    expected = sources("kernel") | sources("actors") | sources("lenses") | sources("benchmarks")
    native = {"headwater/_native.abi3.so", "headwater/_native.pyi", "headwater/py.typed"}
    assert expected | native <= contents


def test_no_generic_name_is_installed_at_the_top(contents: set[str]) -> None:
    tops = {name.split("/")[0] for name in contents}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"headwater"}
    assert not [name for name in contents if name.endswith(".pyc") or "/target/" in name]


def test_the_sdist_builds_the_same_wheel(contents: set[str], tmp_path: Path) -> None:
    (sdist,) = DIST.glob("headwater-*.tar.gz")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-q", sdist],
        cwd=tmp_path,
        check=True,
        env={
            **{name: os.environ[name] for name in TOOLCHAIN if name in os.environ},
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "HOME": str(Path.home()),
            "CARGO_TARGET_DIR": str(ROOT / "native/target"),
        },
    )
    (built,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        names = set(archive.namelist())
    assert _without_metadata(names) == _without_metadata(contents)


def test_the_installed_wheel_answers_a_call_in_an_empty_environment(
    wheel: Path, tmp_path: Path
) -> None:
    venv.create(tmp_path / "env", with_pip=True)
    bin_folder = tmp_path / "env/bin"
    install = [str(bin_folder / "pip"), "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*install, "--require-hashes", "-r", ROOT / "requirements.lock"], check=True)
    subprocess.run([*install, "--no-deps", wheel], check=True)
    sources = '[{"url":"https://a.example/x","title":"A title","author":"Ada Lovelace"}]'
    command = [str(bin_folder / "headwater"), "call", "format_bibliography"]
    done = subprocess.run(
        [*command, f"sources:={sources}", "--json"],
        check=True,
        capture_output=True,
        cwd=tmp_path,
    )
    assert "Lovelace, A." in json.loads(done.stdout)["bibliography"]


def _without_metadata(names: set[str]) -> set[str]:
    return {name for name in names if ".dist-info" not in name}
