"""The names of months in the languages in which dates are recognised, and which of them are other words as well."""

from __future__ import annotations

import re
import unicodedata

_COMBINING_MARKS = re.compile("[\u0300-\u036f]+")


def fold_name(word: str) -> str:
    """Return a word in small letters without accents."""
    if word.isascii():
        return word.lower()
    return _COMBINING_MARKS.sub("", unicodedata.normalize("NFKD", word)).lower()


def _fold_names(names: str) -> frozenset[str]:
    return frozenset(fold_name(name) for name in names.split())


# One line for each month, in English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish and Danish, Russian,
# Polish.
_FULL_NAMES = """
january januar jänner janvier enero gennaio janeiro januari январь января январе styczeń stycznia styczniu
february februar feber février febrero febbraio fevereiro februari февраль февраля феврале luty lutego lutym
march märz mars marzo março maart marts март марта марте marzec marca marcu
april avril abril aprile апрель апреля апреле kwiecień kwietnia kwietniu
may mai mayo maggio maio mei maj май мая мае maja maju
june juni juin junio giugno junho июнь июня июне czerwiec czerwca czerwcu
july juli juillet julio luglio julho июль июля июле lipiec lipca lipcu
august août agosto augustus augusti август августа августе sierpień sierpnia sierpniu
september septembre septiembre setiembre settembre setembro сентябрь сентября сентябре wrzesień września wrześniu
october oktober octobre octubre ottobre outubro октябрь октября октябре październik października październiku
november novembre noviembre novembro ноябрь ноября ноябре listopad listopada listopadzie
december dezember décembre diciembre dicembre dezembro décembre декабрь декабря декабре grudzień grudnia grudniu
"""
_ABBREVIATIONS = """
jan jän janv ene gen янв sty
feb febr févr fév fev фев февр lut
mar mär mrz mrt мар
apr avr abr апр kwi
mag
jun giu июн cze
jul juil lug июл lip
aug ago авг sie
sep sept set сен сент wrz
oct okt ott out окт paź
nov ноя нояб lis
dec dez déc dic дек gru
"""


def _numbered(lines: str) -> dict[str, int]:
    return {name: month for month, names in enumerate(lines.strip().splitlines(), 1) for name in _fold_names(names)}


MONTHS = _numbered(_FULL_NAMES) | _numbered(_ABBREVIATIONS)
"""The number of the month that a name or an abbreviation stands for."""
ABBREVIATIONS = frozenset(_numbered(_ABBREVIATIONS))
"""Abbreviations of months; alone they mostly mean something else: `Jan` is a person."""
WEAK_NAMES = _fold_names("may march mars mai mayo mei maj maja maju marca marcu august augustus augusti")
"""Full names that are also ordinary words or names."""
ENGLISH_VERBS = frozenset({"may", "march"})
"""Names that are also verbs; in small letters they probably are."""
WEAK_ABBREVIATIONS = _fold_names("ago gen gru lip lis lug lut mag out paź set sie sty")
"""Abbreviations that are also ordinary words; they are months only between a day and a year."""
MONTHS_BEFORE_DAYS = frozenset(
    "january february march april may june july august september october november december"
    " jan feb mar apr jun jul aug sep sept oct nov dec".split()
)
"""Names that may come before the day, as in English: `January 5`."""
