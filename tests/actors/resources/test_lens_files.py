from __future__ import annotations

from pathlib import Path

from headwater.actors.resources.lenses import load

SUBJECTS = (
    "academic academic-extended biomed clinical medical legal government finance news "
    "investigative_records osint security programming docs devops tech science curriculum "
    "awesome-lists"
)


def test_every_subject_has_a_lens_of_many_domains_and_one_is_a_goggle() -> None:
    lenses = load().lenses
    assert all(
        len(lenses[name].domains) >= 20 and lenses[name].description for name in SUBJECTS.split()
    )
    assert [lens.name for lens in lenses.values() if lens.goggle] == ["programming-goggle"]


def test_own_lenses_join_and_replace_ours_and_bad_ones_are_told(tmp_path: Path) -> None:
    (tmp_path / "news.toml").write_text('domains = ["paper.example"]')
    (tmp_path / "mine.json").write_text('{"name": "rivers", "cx": "12"}')
    (tmp_path / "bad.toml").write_text("domains = [")
    (tmp_path / "notes.txt").write_text("no lens")
    known = load(str(tmp_path))
    assert known.lenses["news"].domains == ("paper.example",)
    assert known.lenses["rivers"].own
    assert [said.split(":")[0] for said in known.problems] == ["bad.toml"]


def test_a_missing_folder_is_a_problem_and_ours_are_there() -> None:
    known = load("/nowhere/lenses")
    assert "academic" in known.lenses
    assert known.problems == ("CUSTOM_LENSES_PATH: there is no /nowhere/lenses",)
