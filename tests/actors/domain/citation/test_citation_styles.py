"""Known answers, by the published rules of each style."""

from __future__ import annotations

import pytest

from headwater.actors.domain.citation import apa, chicago, ieee, mla, vancouver
from headwater.actors.domain.citation.reference import Source, read_reference

ARTICLE = Source(
    url="https://arxiv.org/abs/1706.03762",
    title="Attention Is All You Need",
    author="Vaswani, Ashish; Shazeer, Noam",
    site="Advances in Neural Information Processing Systems",
    date="2017-06-12T17:57:34Z",
    doi="https://doi.org/10.48550/arXiv.1706.03762",
)
BARE_ARTICLE = Source(url="https://doi.org/10.1038/nature12373")
NEWS = Source(
    url="https://www.nytimes.com/2017/03/08/arts/snap.html",
    title="Snap Makes a Bet on the Cultural Supremacy of the Camera",
    author="Farhad Manjoo",
    site="New York Times",
    date="March 8, 2017",
    accessed="2024-06-01",
)
OWN_PAGE = Source(
    url="https://www.who.int/activity",
    title="Why move?",
    author="World Health Organization",
    site="World Health Organization",
    date="2022-10",
)
UNDATED = Source(
    url="https://www.yale.edu/about-yale/yale-facts",
    title="Yale Facts",
    author="Yale University",
    site="About Yale",
    accessed="1 May 2017",
)
ANONYMOUS = Source(url="https://example.com/a", title="The “new” normal", date="Spring 2021")
NAMELESS = Source(url="https://example.com/b", author="King, Martin Luther, Jr.")
NOTHING = Source(url="https://example.com/c")


def people(count: int) -> Source:
    """A page by Ann A, Ann B, …"""
    names = "; ".join(f"{chr(ord('A') + at)}son, Ann" for at in range(count))
    return Source(url="https://example.com/d", title="T", author=names, site="S", date="2020")


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (
            ARTICLE,
            (
                "Vaswani, A., & Shazeer, N. (2017). Attention Is All You Need. Advances in Neural "
                "Information Processing Systems. https://doi.org/10.48550/arXiv.1706.03762"
            ),
        ),
        (
            BARE_ARTICLE,
            "[Untitled article]. (n.d.). https://doi.org/10.1038/nature12373",
        ),
        (
            NEWS,
            (
                "Manjoo, F. (2017, March 8). Snap Makes a Bet on the Cultural "
                "Supremacy of the Camera. "
                "New York Times. https://www.nytimes.com/2017/03/08/arts/snap.html"
            ),
        ),
        (
            OWN_PAGE,
            "World Health Organization. (2022, October). Why move? https://www.who.int/activity",
        ),
        (
            UNDATED,
            (
                "Yale University. (n.d.). Yale Facts. About Yale. "
                "Retrieved May 1, 2017, from https://www.yale.edu/about-yale/yale-facts"
            ),
        ),
        (ANONYMOUS, "The “new” normal. (2021, Spring). example.com. https://example.com/a"),
        (
            NAMELESS,
            "King, M. L., Jr. (n.d.). [Untitled web page]. example.com. https://example.com/b",
        ),
        (NOTHING, "[Untitled web page]. (n.d.). example.com. https://example.com/c"),
        (people(3), "Ason, A., Bson, A., & Cson, A. (2020). T. S. https://example.com/d"),
        (
            people(20),
            ", ".join(f"{letter}son, A." for letter in "ABCDEFGHIJKLMNOPQRS")
            + ", & Tson, A. (2020). T. S. https://example.com/d",
        ),
        (
            people(21),
            ", ".join(f"{letter}son, A." for letter in "ABCDEFGHIJKLMNOPQRS")
            + ", . . . Uson, A. (2020). T. S. https://example.com/d",
        ),
        (
            Source(url="https://example.com/d", title="T", author="Doe, J., et al.", site="S"),
            "Doe, J., et al. (n.d.). T. S. https://example.com/d",
        ),
    ],
)
def test_apa(source: Source, line: str) -> None:
    assert apa.line(read_reference(source)[0]) == line


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (
            ARTICLE,
            (
                "Vaswani, Ashish, and Noam Shazeer. “Attention Is All You Need.” "
                "Advances in Neural "
                "Information Processing Systems, 12 June 2017, "
                "https://doi.org/10.48550/arXiv.1706.03762."
            ),
        ),
        (BARE_ARTICLE, "Untitled article. https://doi.org/10.1038/nature12373."),
        (
            NEWS,
            (
                "Manjoo, Farhad. “Snap Makes a Bet on the Cultural Supremacy of the Camera.” "
                "New York Times, 8 Mar. 2017, https://www.nytimes.com/2017/03/08/arts/snap.html. "
                "Accessed 1 June 2024."
            ),
        ),
        (
            OWN_PAGE,
            "“Why move?” World Health Organization, Oct. 2022, https://www.who.int/activity.",
        ),
        (
            UNDATED,
            (
                "Yale University. “Yale Facts.” About Yale, "
                "https://www.yale.edu/about-yale/yale-facts. Accessed 1 May 2017."
            ),
        ),
        (
            ANONYMOUS,
            "“The ‘new’ normal.” example.com, spring 2021, https://example.com/a.",  # noqa: RUF001
        ),
        (
            NAMELESS,
            "King, Martin Luther, Jr. Untitled web page. example.com, https://example.com/b.",
        ),
        (NOTHING, "Untitled web page. example.com, https://example.com/c."),
        (people(1), "Ason, Ann. “T.” S, 2020, https://example.com/d."),
        (people(2), "Ason, Ann, and Ann Bson. “T.” S, 2020, https://example.com/d."),
        (people(3), "Ason, Ann, et al. “T.” S, 2020, https://example.com/d."),
    ],
)
def test_mla(source: Source, line: str) -> None:
    assert mla.line(read_reference(source)[0]) == line


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (
            ARTICLE,
            (
                "Vaswani, Ashish, and Noam Shazeer. “Attention Is All You Need.” "
                "Advances in Neural "
                "Information Processing Systems, June 12, 2017. "
                "https://doi.org/10.48550/arXiv.1706.03762."
            ),
        ),
        (BARE_ARTICLE, "Untitled article. n.d. https://doi.org/10.1038/nature12373."),
        (
            NEWS,
            (
                "Manjoo, Farhad. “Snap Makes a Bet on the Cultural Supremacy of the Camera.” "
                "New York Times, March 8, 2017. https://www.nytimes.com/2017/03/08/arts/snap.html."
            ),
        ),
        (
            OWN_PAGE,
            "World Health Organization. “Why move?” October 2022. https://www.who.int/activity.",
        ),
        (
            UNDATED,
            (
                "Yale University. “Yale Facts.” About Yale. Accessed May 1, 2017. "
                "https://www.yale.edu/about-yale/yale-facts."
            ),
        ),
        (
            ANONYMOUS,
            "“The ‘new’ normal.” example.com, Spring 2021. https://example.com/a.",  # noqa: RUF001
        ),
        (
            NAMELESS,
            "King, Martin Luther, Jr. Untitled web page. example.com, n.d. https://example.com/b.",
        ),
        (NOTHING, "Untitled web page. example.com, n.d. https://example.com/c."),
        (people(3), "Ason, Ann, Ann Bson, and Ann Cson. “T.” S, 2020. https://example.com/d."),
        (
            people(6),
            (
                "Ason, Ann, Ann Bson, Ann Cson, Ann Dson, Ann Eson, and Ann Fson. “T.” S, 2020. "
                "https://example.com/d."
            ),
        ),
        (
            people(7),
            "Ason, Ann, Ann Bson, Ann Cson, et al. “T.” S, 2020. https://example.com/d.",
        ),
    ],
)
def test_chicago(source: Source, line: str) -> None:
    assert chicago.line(read_reference(source)[0]) == line


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (
            ARTICLE,
            (
                "Vaswani A, Shazeer N. Attention Is All You Need. Advances in Neural Information "
                "Processing Systems. 2017 Jun 12. doi: 10.48550/arXiv.1706.03762."
            ),
        ),
        (BARE_ARTICLE, "[Untitled article]. [date unknown]. doi: 10.1038/nature12373."),
        (
            NEWS,
            (
                "Manjoo F. Snap Makes a Bet on the Cultural Supremacy of the Camera [Internet]. "
                "New York Times; 2017 Mar 8 [cited 2024 Jun 1]. "
                "Available from: https://www.nytimes.com/2017/03/08/arts/snap.html"
            ),
        ),
        (
            OWN_PAGE,
            (
                "World Health Organization. Why move? [Internet]. World Health "
                "Organization; 2022 Oct. "
                "Available from: https://www.who.int/activity"
            ),
        ),
        (
            UNDATED,
            (
                "Yale University. Yale Facts [Internet]. About Yale; [date unknown] "
                "[cited 2017 May 1]. Available from: https://www.yale.edu/about-yale/yale-facts"
            ),
        ),
        (
            ANONYMOUS,
            (
                "The “new” normal [Internet]. example.com; 2021 Spring. "
                "Available from: https://example.com/a"
            ),
        ),
        (
            NAMELESS,
            (
                "King ML Jr. [Untitled web page] [Internet]. example.com; [date unknown]. "
                "Available from: https://example.com/b"
            ),
        ),
        (
            NOTHING,
            (
                "[Untitled web page] [Internet]. example.com; [date unknown]. "
                "Available from: https://example.com/c"
            ),
        ),
        (
            people(6),
            (
                "Ason A, Bson A, Cson A, Dson A, Eson A, Fson A. T [Internet]. S; 2020. "
                "Available from: https://example.com/d"
            ),
        ),
        (
            people(7),
            (
                "Ason A, Bson A, Cson A, Dson A, Eson A, Fson A, et al. T [Internet]. S; 2020. "
                "Available from: https://example.com/d"
            ),
        ),
        (
            Source(
                url="https://example.com/d",
                title="T.",
                author="Jean-Paul Marie van den Berg III; Doe, A. B. C.; NASA",
                site="S",
            ),
            (
                "van den Berg JP 3rd, Doe AB; NASA. T [Internet]. S; [date unknown]. "
                "Available from: https://example.com/d"
            ),
        ),
    ],
)
def test_vancouver(source: Source, line: str) -> None:
    assert vancouver.line(read_reference(source)[0]) == line


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (
            ARTICLE,
            (
                "A. Vaswani and N. Shazeer, “Attention Is All You Need,” Advances in Neural "
                "Information Processing Systems, Jun. 2017, doi: 10.48550/arXiv.1706.03762."
            ),
        ),
        (BARE_ARTICLE, "Untitled article, doi: 10.1038/nature12373."),
        (
            NEWS,
            (
                "F. Manjoo. “Snap Makes a Bet on the Cultural Supremacy of the Camera.” "
                "New York Times, Mar. 8, 2017. Accessed: Jun. 1, 2024. "
                "[Online]. Available: https://www.nytimes.com/2017/03/08/arts/snap.html"
            ),
        ),
        (
            OWN_PAGE,
            (
                "World Health Organization. “Why move?” World Health Organization, Oct. 2022. "
                "[Online]. Available: https://www.who.int/activity"
            ),
        ),
        (
            UNDATED,
            (
                "Yale University. “Yale Facts.” About Yale. Accessed: May 1, 2017. "
                "[Online]. Available: https://www.yale.edu/about-yale/yale-facts"
            ),
        ),
        (
            ANONYMOUS,
            (
                "“The ‘new’ normal.” example.com, Spring 2021. "  # noqa: RUF001
                "[Online]. Available: https://example.com/a"
            ),
        ),
        (
            NAMELESS,
            (
                "M. L. King Jr. Untitled web page. example.com. "
                "[Online]. Available: https://example.com/b"
            ),
        ),
        (NOTHING, "Untitled web page. example.com. [Online]. Available: https://example.com/c"),
        (
            people(3),
            (
                "A. Ason, A. Bson, and A. Cson. “T.” S, 2020. "
                "[Online]. Available: https://example.com/d"
            ),
        ),
        (
            people(6),
            (
                "A. Ason, A. Bson, A. Cson, A. Dson, A. Eson, and A. Fson. “T.” S, 2020. "
                "[Online]. Available: https://example.com/d"
            ),
        ),
        (people(7), "A. Ason et al. “T.” S, 2020. [Online]. Available: https://example.com/d"),
    ],
)
def test_ieee(source: Source, line: str) -> None:
    assert ieee.line(read_reference(source)[0]) == line
