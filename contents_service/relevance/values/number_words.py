"""Words, units and endings that stand beside numbers, and which languages use which separators."""

from __future__ import annotations

DOT_GROUPS = frozenset("az bs ca da de el es eu gl hr id is it mk nb nl nn no pt ro sl sr tr vi".split())
"""Languages that write 1.043 for a thousand and forty-three."""
DECIMAL_COMMA = DOT_GROUPS | frozenset("be bg cs et fi fr hu hy ka kk lt lv pl ru sk sq sv uk".split())
"""Languages that write 1,5 for one and a half."""
CURRENCY = "$€£¥₹₽₩₺₴₪₫฿₿¢＄￥￡"
CURRENCY_WORDS = (
    "dollars?|cents?|euros?|pounds?|francs?|franken|yen|yuan|rupees?|pesos?|kronor|kroner|usd|eur|gbp|chf|jpy|cny|inr"
    "|cad|aud|sek|nok|dkk|pln|rub|brl|kr|zł|руб(?:л\\w*)?"
)
CURRENCY_CODES = frozenset("usd eur gbp chf jpy cny inr cad aud sek nok dkk pln rub brl rs".split())
"""Currency codes that may touch the number after them (`USD50`) without making it an identifier."""
UNITS = frozenset(
    """
    kg Kg KG g mg µg μg t lb lbs LB LBS oz km Km KM m cm CM mm MM nm µm μm mi ft in yd ha l L ml mL ML cl dl hl m2 m3
    cm2 cm3 mm2 km2 s sec secs ms µs μs ns min mins h hr hrs y yr yrs x X am pm AM PM bit kbit Mbit Gbit KB kB MB GB TB
    PB Kb Mb Gb KiB MiB GiB TiB kbps Mbps Gbps Hz kHz MHz GHz Ghz W kW MW GW Wh kWh MWh mAh Ah V kV mV mA N kN Pa hPa
    kPa MPa bar psi J kJ MJ kcal cal mol dB px pt em rem rpm mph kph kmh p ct kr zł Kč lei lv USD EUR GBP CHF
    г кг мг т м км см мм л мл ч мин с сек р руб шт
    """.split()
)
"""Units that may touch a number; case matters: `5m` are metres, `5M` are millions."""
# The power of ten that a word after a number stands for.
_POWERS = {
    word: power
    for power, words in {
        3: "thousand tausend mila mille duizend tusen tusind tys тыс тысяч тысяча тысячи 千",
        4: "万 萬 만",
        5: "lakh lakhs",
        6: "million millions mio mln mn millionen millón millones milione milioni milhão milhões miljoen miljon"
        " miljoner millioner milion miliony milionów млн миллион миллиона миллионов 百万",
        7: "crore crores",
        8: "亿 億 억",
        9: "billion billions bn mrd mld milliarde milliarden milliard milliards miliardo miliardi bilhão bilhões"
        " miljard miljarder milliarder miliard miliardy miliardów млрд миллиард миллиарда миллиардов",
        12: "trillion trillions billionen",
    }.items()
    for word in words.split()
}
LETTER_POWERS = {"k": 3, "K": 3, "M": 6}
"""The powers of ten that letters after a number stand for."""
MONEY_POWERS = {"m": 6, "b": 9, "B": 9, "T": 12}
"""Letters that are multipliers only of money; `B` also after a decimal (`1.5B`)."""
VERSION_WORDS = frozenset(
    """version versions ver v release releases rel versión versiones versione versioni versão versões versie versies
    versionen versioner versjon versio wersja wersji версия версии версию sürüm""".split()
)
AMOUNT_WORDS = frozenset("total subtotal sum price cost amount due tax vat net gross fee paid balance".split())
"""Words before an amount that are not names, even if they have a capital."""
NUMBERED_ABBREVIATIONS = frozenset(
    "no nr p pp s n art abs fig sec vol ch cap tab eq ca v ver rev rs nos figs bd kap abb стр рис ст п".split()
)
"""Abbreviations whose dot may touch a number: `No.5`, `p.12`."""
JOINING = frozenset("mid pre post non sub top under over to and or bis à v".split())
"""Words that a hyphen may join to a number without making it an identifier: `mid-1990`, `5-to-10`, `1.2-v1.3`."""
EXTENSIONS = frozenset(
    """pdf txt md csv tsv html htm doc docx xls xlsx ppt pptx odt ods rtf png jpg jpeg gif svg json jsonl xml yaml yml
    toml ini zip tar gz py js ts java cpp rs sh log sql mp3 mp4 eml""".split()
)
_ENDINGS = {"fr": ("e", "er", "re", "ère", "ème", "eme"), "nl": ("e", "ste", "de")}
ORDINALS_FROM_THIRD = (
    "third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth"
    " seventeenth eighteenth nineteenth twentieth"
).split()


def power_of_ten(word: str, language: str) -> int | None:
    """Return the power of ten that a word after a number stands for; a billion is 10⁹ in English only."""
    word = word.lower()
    if word == "mil" and language in {"es", "pt"}:
        return 3
    if word in {"billion", "billions"} and language in DECIMAL_COMMA:
        return 12
    return _POWERS.get(word)


def ordinal(number: str) -> str:
    """Return a whole number as an English ordinal: `4th`."""
    ending = "th" if number[-2:-1] == "1" else {"1": "st", "2": "nd", "3": "rd"}.get(number[-1], "th")
    return f"{number}{ending}"


def is_ordinal_ending(letters: str, number: str, language: str) -> bool:
    """Whether letters that touch a whole number make it an ordinal: `4th`, `1º`, and in French `2e`."""
    return ordinal(number)[-2:] == letters.lower() or letters.lower() in {"º", "ª", *_ENDINGS.get(language, ())}
