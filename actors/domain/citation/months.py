"""Month and season names: those that styles print, and those that pages use."""

from __future__ import annotations

_PRINTED = """
    January     Jan.    Jan.    Jan
    February    Feb.    Feb.    Feb
    March       Mar.    Mar.    Mar
    April       Apr.    Apr.    Apr
    May         May     May     May
    June        June    Jun.    Jun
    July        July    Jul.    Jul
    August      Aug.    Aug.    Aug
    September   Sept.   Sep.    Sep
    October     Oct.    Oct.    Oct
    November    Nov.    Nov.    Nov
    December    Dec.    Dec.    Dec
"""
FULL, MLA, IEEE, NLM = zip(*(row.split() for row in _PRINTED.strip().splitlines()), strict=True)


SEASONS = {"Spring": 1, "Summer": 2, "Autumn": 3, "Fall": 3, "Winter": 4}
"""As CSL counts them."""

# Without accents and in lower case: English, German, French, Spanish, Italian, Portuguese, Dutch.
_WORDS = (
    "january jan januar jaenner janner janvier janv enero ene gennaio genn gen janeiro januari",
    "february feb februar feber fevrier fevr fev febrero febbraio febb fevereiro februari",
    "march mar marz maerz mrz mars marzo marco maart mrt",
    "april apr avril avr abril abr aprile",
    "may mai mayo maggio magg mag maio mei",
    "june jun juni juin junio giugno giu junho",
    "july jul juli juillet juil julio luglio lug julho",
    "august aug aout agosto ago augustus",
    "september sept sep septembre septiembre settembre sett set setembro",
    "october oct oktober okt octobre octubre ottobre ott outubro out",
    "november nov novembre noviembre novembro",
    "december dec dezember dez decembre diciembre dic dicembre dezembro",
)

MONTH_OF = {word: at for at, words in enumerate(_WORDS, 1) for word in words.split()}

SEASON_OF = {
    word: season
    for season, words in (
        ("Spring", "spring fruhling fruhjahr printemps primavera lente voorjaar"),
        ("Summer", "summer sommer ete verano estate verao zomer"),
        ("Autumn", "autumn herbst automne otono autunno outono herfst najaar"),
        ("Fall", "fall"),
        ("Winter", "winter hiver invierno inverno"),
    )
    for word in words.split()
}
