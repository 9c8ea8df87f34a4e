from __future__ import annotations

import pytest

from headwater.actors.domain.claims.references import references_in

WORKS = "- Smith (2009). A book. doi:10.1000/x\n- Lee (2010). A paper. pp. 1-9\n"


@pytest.mark.parametrize(
    "heading", ["## References", "Bibliography", "**References**", "# 7. References", "参考文献",
                "## Einzelnachweise", "### Notes and references"]
)  # fmt: skip
def test_a_list_under_its_heading_is_found(heading: str) -> None:
    text = f"Prose.\n\n{heading}\n\n{WORKS}"
    ((start, end),) = references_in(text)
    assert text[start:end].strip() == WORKS.strip()


def test_what_follows_the_list_is_prose_again() -> None:
    text = f"Prose.\n\n## References\n\n{WORKS}\n## Appendix\n\nMore prose of 2019.\n"
    ((_, end),) = references_in(text)
    assert text[end:].startswith("\n\n## Appendix")


def test_an_appendix_without_a_heading_is_prose_too() -> None:
    text = f"References\n\n{WORKS}" + "The appendix says more about it.\n" * 20
    ((_, end),) = references_in(text)
    assert text[end:].count("appendix") == 20


def test_a_list_without_a_heading_is_found_by_its_entries() -> None:
    entries = "".join(
        f"[{number}] A. Author et al., A title, Journal 12(3), 45 (2019).\n"
        for number in range(1, 5)
    )
    ((start, end),) = references_in(f"Prose.\n\n{entries}\nMore prose.")
    assert (start, end) == (8, 8 + len(entries) - 1)


@pytest.mark.parametrize(
    "text",
    [
        "1. Open the box.\n2. Take it out.\n3. Close the box.\n",
        "## References\n\nIn this language a reference borrows a value.\nIt may not outlive it.\n",
        "- Founded in 1999\n- Sold in 2005\n- Closed in 2010\n",
        "",
    ],
)
def test_ordinary_lists_and_chapters_are_not(text: str) -> None:
    assert references_in(text) == []


def test_a_chapter_with_such_a_title_is_prose_though_it_has_years_and_links() -> None:
    prose = "In 1865 [he](https://a.example/) wrote a novel, and in 1901 another.\n\n"
    assert references_in(f"## Literature\n\n{prose * 4}## Music\n\nMore.") == []


def test_a_list_of_works_without_marks_is_found() -> None:
    works = (
        "Smith J. A title. Journal 2009;12:34-5.\n\nDoe, A. (2011). Another. Press.\n\n"
        "Lee, K. and Roe, B. A third. 2014.\n"
    )
    ((start, end),) = references_in(f"Prose.\n\n# References\n\n{works}")
    assert end - start >= len(works)
