"""The names of months in the languages in which dates are recognised, without accents and in small letters."""

from __future__ import annotations

_NAMES = """
january jan januar janner janvier enero ene gennaio gen janeiro januari января январь янв stycznia styczen sty janv
february feb februar fevrier fev febrero febbraio fevereiro februari февраля февраль фев lutego luty lut fevr febr
march mar marz mars marzo marco maart mrt марта март marca marzec marts mrz
april apr avril abril aprile апреля апрель апр kwietnia kwiecien kwi avr abr
may mai mayo maggio maio mei maj мая май maja mag
june jun juni juin junio giugno junho июня июнь июн czerwca czerwiec cze giu
july jul juli juillet julio luglio julho июля июль июл lipca lipiec lip juil lug
august aug aout agosto augustus augusti августа август авг sierpnia sierpien sie ago
september sep sept septembre septiembre settembre setembro сентября сентябрь сен wrzesnia wrzesien wrz set
october oct oktober okt octobre octubre ottobre outubro октября октябрь окт pazdziernika pazdziernik paz ott out
november nov novembre noviembre novembro ноября ноябрь ноя listopada listopad lis
december dec dezember dez decembre diciembre dicembre dezembro декабря декабрь дек grudnia grudzien gru dic
"""

MONTHS = {name: month for month, names in enumerate(_NAMES.strip().splitlines(), 1) for name in names.split()}
"""The number of the month that a name or an abbreviation stands for."""

FULL_NAMES = frozenset(
    "january february april june july august september october november december januar"
    " februar juli juni oktober dezember janvier fevrier avril juin juillet aout septembre octobre decembre".split()
)
"""Names of months that are nothing else."""
