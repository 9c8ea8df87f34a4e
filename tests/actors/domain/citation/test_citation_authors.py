from __future__ import annotations

import pytest

from headwater.actors.domain.citation.authors import read_authors
from headwater.actors.domain.citation.names import abbreviated, given_first, surname_first


def parts(text: str) -> list[str]:
    """Family|given|suffix, or the literal alone."""
    return [
        f"{name.family}|{name.given}|{name.suffix}".rstrip("|") if name.family else name.literal
        for name in read_authors(text).names
    ]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Vaswani, Ashish; Shazeer, Noam", ["Vaswani|Ashish", "Shazeer|Noam"]),
        ("Ashish Vaswani and Noam Shazeer", ["Vaswani|Ashish", "Shazeer|Noam"]),
        ("Ashish Vaswani & Noam Shazeer", ["Vaswani|Ashish", "Shazeer|Noam"]),
        ("Smith, John & Doe, Jane", ["Smith|John", "Doe|Jane"]),
        ("A. Smith, B. Jones", ["Smith|A.", "Jones|B."]),
        ("Smith, A.", ["Smith|A."]),
        ("Smith, A., Jones, B., & Brown, C. D.", ["Smith|A.", "Jones|B.", "Brown|C. D."]),
        ("Smith, A., B. Jones, and C. Brown", ["Smith|A.", "Jones|B.", "Brown|C."]),
        ("Smith, John, and Jane Doe", ["Smith|John", "Doe|Jane"]),
        ("Smith, John, Doe, Jane", ["Smith|John", "Doe|Jane"]),
        ("John Smith, Jane Doe, Mary Major", ["Smith|John", "Doe|Jane", "Major|Mary"]),
        ("Smith JK, Doe A, van der Berg TJ", ["Smith|J. K.", "Doe|A.", "van der Berg|T. J."]),
        ("Smith AB; Jones CD", ["Smith|A. B.", "Jones|C. D."]),
        ("Smith and Jones", ["Smith", "Jones"]),
        ("Smith, Jones, and Brown", ["Smith", "Jones", "Brown"]),
        ("Müller, Jörg und Anna Schmidt", ["Müller|Jörg", "Schmidt|Anna"]),
        ("Smith, J., Ma, J., Li, X.", ["Smith|J.", "Ma|J.", "Li|X."]),
        ("Ben Affleck, Van Morrison, Al Gore", ["Affleck|Ben", "Morrison|Van", "Gore|Al"]),
        ("Jane Doe, MD, Max Roe, PhD", ["Doe|Jane", "Roe|Max"]),
        ("王小明、李雷", ["王小明", "李雷"]),
        ("Doe, Jane and", ["Doe|Jane"]),
        (" ; , and &", []),
        ("", []),
    ],
)
def test_a_list_is_split_where_one_name_ends(text: str, names: list[str]) -> None:
    assert parts(text) == names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("J. K. Rowling", "Rowling|J. K."),
        ("J.K. Rowling", "Rowling|J. K."),
        ("JK Rowling", "Rowling|J. K."),
        ("JRR Tolkien", "Tolkien|J. R. R."),
        ("Rowling JK", "Rowling|J. K."),
        ("Rowling, JK", "Rowling|J. K."),
        ("DUPONT Jean", "DUPONT|Jean"),
        ("SMITH, JOHN", "SMITH|JOHN"),
        ("LI, Wei", "LI|Wei"),
        ("Ma, Jack", "Ma|Jack"),
        ("Jean-Paul Sartre", "Sartre|Jean-Paul"),
        ("O'Brien, Tim", "O'Brien|Tim"),
        ("García Márquez, Gabriel", "García Márquez|Gabriel"),
        ("García Márquez, G.", "García Márquez|G."),
        ("Ludwig van Beethoven", "van Beethoven|Ludwig"),
        ("Jan van der Berg", "van der Berg|Jan"),
        ("van der Berg, Jan", "van der Berg|Jan"),
        ("De Vries, Hugo", "De Vries|Hugo"),
        ("Van der Berg, Jan Piet", "Van der Berg|Jan Piet"),
        ("Robert De Niro", "De Niro|Robert"),
        ("Ursula K. Le Guin", "Le Guin|Ursula K."),
        ("Goethe, Johann Wolfgang von", "Goethe|Johann Wolfgang von"),
        ("Lucrezia della Rovere", "della Rovere|Lucrezia"),
        ("Maria da Silva Santos", "da Silva Santos|Maria"),
        ("Mohammed bin Salman", "bin Salman|Mohammed"),
        ("Hassan al-Turabi", "al-Turabi|Hassan"),
        ("José Ortega y Gasset", "Ortega y Gasset|José"),
        ("Gerard 't Hooft", "'t Hooft|Gerard"),
        ("Martin Luther King, Jr.", "King|Martin Luther|Jr."),
        ("Martin Luther King Jr", "King|Martin Luther|Jr."),
        ("King, Martin Luther, Jr.", "King|Martin Luther|Jr."),
        ("King, Jr., Martin Luther", "King|Martin Luther|Jr."),
        ("John Smith III", "Smith|John|III"),
        ("William H. Press", "Press|William H."),
        ("George Church", "Church|George"),
        ("By Jane Doe", "Doe|Jane"),
        ("Dr. Jane Doe, PhD", "Doe|Jane"),
        ("Jane Doe, MD, MPH", "Doe|Jane"),
        ("Jane Doe MD", "Doe|Jane"),
        ("Smith, MD", "Smith|M. D."),
        ("Jane Doe*", "Doe|Jane"),
        ("Jane Doe (CNN)", "Doe|Jane"),
        ("Doe, J. (Ed.)", "Doe|J."),
        ("jane@example.com (Jane Doe)", "Doe|Jane"),
        ("Jane Doe <jane@example.com>", "Doe|Jane"),
        ("王, 小明", "王|小明"),
    ],
)
def test_a_person_has_a_family_name_and_a_given_name(text: str, name: str) -> None:
    assert parts(text) == [name]


@pytest.mark.parametrize(
    "text",
    [
        "World Health Organization",
        "World Health Organization (WHO)",
        "Centers for Disease Control and Prevention",
        "U.S. Department of Health and Human Services",
        "Food and Agriculture Organization",
        "National Academies of Sciences, Engineering, and Medicine",
        "Institute of Electrical and Electronics Engineers",
        "Bundesministerium für Bildung und Forschung",
        "University of California, Berkeley",
        "Bill & Melinda Gates Foundation",
        "Procter & Gamble",
        "Smith & Jones, LLP",
        "Acme, Inc.",
        "The New York Times",
        "Wikipedia contributors",
        "World Bank",
        "Church of England",
        "BBC News",
        "Meta AI",
        "OpenAI",
        "NASA",
        "Cher",
        "Dr. Seuss",
        "@handle",
        "王小明",
        "Иван Петров",
        "محمد صلاح",
    ],
)
def test_organisations_single_names_and_other_scripts_stay_as_they_are(text: str) -> None:
    assert parts(text) == [text]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("World Health Organization and UNICEF", ["World Health Organization", "UNICEF"]),
        ("UNICEF, WHO", ["UNICEF", "WHO"]),
        ("NASA; Jane Doe", ["NASA", "Doe|Jane"]),
        ("Jane Doe, Reuters", ["Doe|Jane", "Reuters"]),
        (
            "University of Oxford and University of Cambridge",
            ["University of Oxford", "University of Cambridge"],
        ),
        (
            "University of California, Berkeley and Stanford University",
            ["University of California, Berkeley", "Stanford University"],
        ),
    ],
)
def test_organisations_in_a_list_are_told_apart(text: str, names: list[str]) -> None:
    assert parts(text) == names


@pytest.mark.parametrize("text", ["Smith, J., et al.", "Smith, J. et al", "J. Smith and others"])
def test_et_al_is_no_name_but_is_remembered(text: str) -> None:
    assert parts(text) == ["Smith|J."]
    assert read_authors(text).more


def test_an_address_is_no_author() -> None:
    assert parts("https://www.facebook.com/someone") == []


@pytest.mark.parametrize(
    ("given", "initials"),
    [
        ("Ashish", "A."),
        ("Johann Wolfgang von", "J. W. von"),
        ("Jean-Paul", "J.-P."),
        ("J.-P. K.", "J.-P. K."),
        ("J.K.", "J. K."),
        ("Élodie", "É."),
        ("小明", "小明"),
    ],
)
def test_given_names_become_initials(given: str, initials: str) -> None:
    assert abbreviated(given) == initials


def test_a_name_is_printed_in_both_orders() -> None:
    (king,) = read_authors("Martin Luther King, Jr.").names
    assert surname_first(king, king.given) == "King, Martin Luther, Jr."
    assert given_first(king, abbreviated(king.given)) == "M. L. King Jr."
