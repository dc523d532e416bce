"""Numbers, versions and times in a text, each under one key however it is written.

- Separators: `1,043`, `1 043`, `1'043`, `1_043` and `1,00,000` are whole numbers; groups joined by spaces are also
  their groups. `1.043` is one as well in languages that write so, beside `1.043`; `1.234.567` in any language. `1,5`
  is a decimal in languages that have a decimal comma, and elsewhere two numbers.
- A hyphen is a sign after a space or an opening mark, a range after a number, and part of a name after a letter.
- `2.50` is also indexed as `2.5`, and `438.00` as `438`; a question looks for the short form only if it is money. After
  `v`, a word such as *version*, or a name (`Python 3.10`), or as a heading, it is a version, which has no short form.
- A version is indexed by all its beginnings of two numbers or more, and by its first number if it is marked as a
  version. `14.2.x` is `14.2`. A suffix (`-rc1`) stays part of it.
- `1.5M` and `1.5 million` are `1500000`, and as written. A question looks for the product.
- `4th` is `4th` and `4`, a question's only the former. `third` to `twentieth` are indexed as `3rd` to `20th`; they have
  no queries, since in a question they are words. `09:00` is `9:00` and `9`.
- Letters that touch digits make a name (`E4304`, `3D`, `covid-19`), unless they are a unit, an ordinal's ending or a
  multiplier. Names, paths, addresses and hashes hold no numbers. A unit stays outside a number's span, a touching
  currency sign and a multiplier are inside.
"""

from __future__ import annotations

import re
import unicodedata

from msgspec import structs

from contents_service.relevance.values.number_readings import (
    LETTER,
    UNSPACED,
    WORD,
    WORD_REACH,
    Before,
    Reading,
    is_money,
    read_number,
)
from contents_service.relevance.values.number_words import (
    ABBREVIATIONS,
    CURRENCY,
    CURRENCY_CODES,
    EXTENSIONS,
    JOINING,
    LETTER_POWERS,
    MONEY_POWERS,
    UNITS,
    VERSION_WORDS,
    WORDS_FROM_THIRD,
    is_ordinal_ending,
    ordinal,
    power_of_ten,
)
from contents_service.relevance.values.value import Value

# A run is what stands between these marks: long enough to hold a whole path or address.
_MARKS = "\\s\"“”„«»‹›()\\[\\]{}<>|;,'`"
_PLAIN_FORMS = dict(zip("\u00a0\u202f\u2009\u2007−－﹣‐‑’．，：٫٬", "    -----'.,:.,", strict=True))

_WORD_CHARACTER = re.compile(rf"{WORD}|[\u0300-\u036f]")
_LETTERS_AT_END = re.compile(rf"{LETTER}+$")
_DIGIT = re.compile(r"\d")
_OTHER_DIGIT = re.compile(r"[^\D0-9]")
_OTHER_FORM = re.compile("[" + "".join(_PLAIN_FORMS) + "]")
_ORDINAL_WORD = re.compile(
    r"(?<![\w-])(?:third|f(?:our|if)th|(?:six|seven|nin|ten|eleven)th|eighth|twelfth|(?:thir|four|fif|six|seven|eigh"
    r"|nine)teenth|twentieth)(?![\w-])",
    re.IGNORECASE,
)
_ANY_LETTER = re.compile(LETTER)
_LETTERS = re.compile(rf"{LETTER}*+")
_NEXT_WORD = re.compile(rf"[ \n]({LETTER}{{2,12}}+)(?!_)|([千万萬만亿億억]|百万)")
_JOINED = re.compile(rf"-({LETTER}++)")
_JOINED_REST = re.compile(rf"{WORD}*+(?:-{WORD}++)*+")
_NAME_REST = re.compile(rf"{WORD}*+(?:[-.]{WORD}++)*+")
_RUN = re.compile(rf"[^{_MARKS}{UNSPACED}]*+")
_RUN_END = re.compile(f"[{_MARKS}{UNSPACED}]")
_PATH = re.compile(
    r"[^:]{1,20}://|www\.|[~.]{0,2}/.*[^\W\d_]|[^\W\d_][^/]*/[^/]*/|.*\\[^\W\d_]|[^@]*\w@[\w-]++\."
    r"|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$|(?=[\d:]*[a-f])[\da-f]*:[\da-f]*:[\da-f:]*$",
    re.IGNORECASE,
)
_OPENING = "([{<\"“„«‘'|=:;,/~≈"


def find_numbers(text: str, language: str = "en") -> list[Value]:
    """Return the numbers, versions and times of a text in order; their spans do not overlap."""
    language = language.lower().partition("-")[0]
    numbers = _scan(_make_plain(text), language) if _DIGIT.search(text) else []
    lowered = text.lower()
    if language != "en" or not any(word in lowered for word in WORDS_FROM_THIRD):
        return numbers
    taken = {at for number in numbers for at in range(number.start, number.end)}
    ordinals = [
        Value(start=word.start(), end=word.end(), keys=(key, key[:-2]), queries=())
        for word in _ORDINAL_WORD.finditer(text)
        if word.start() not in taken
        for key in [ordinal(str(WORDS_FROM_THIRD.index(word.group().casefold()) + 3))]
    ]
    return sorted([*numbers, *ordinals], key=lambda value: value.start)


def _make_plain(text: str) -> str:
    """Return a text of the same length with ASCII digits, spaces, hyphens and apostrophes."""
    if text.isascii():
        return text
    text = _OTHER_DIGIT.sub(lambda digit: str(unicodedata.decimal(digit.group())), text)
    return _OTHER_FORM.sub(lambda form: _PLAIN_FORMS[form.group()], text)


def _scan(text: str, language: str) -> list[Value]:
    """Return the numbers of a plain text: what is before each, then its digits, then what touches them."""
    values: list[Value] = []
    position, unit_end, run_end = 0, -1, 0
    while digit := _DIGIT.search(text, position):
        at = digit.start()
        if at >= run_end:
            run_start, run_end = _run_start(text, at, position), _end(_RUN, text, at)
            if _is_path(text[run_start:run_end]):
                position = run_end
                continue
        before = _look_before(text, at, unit_end)
        if not before:
            position = _end(_NAME_REST, text, at)
            continue
        reading = read_number(text, at, before, language)
        tail = _read_tail(text, before, reading, language)
        if not tail:
            position = max(reading.end, _end(_NAME_REST, text, at))
            continue
        reading, unit_end = tail
        sign = "-" if before.is_negative else ""
        values.append(
            Value(
                start=before.start,
                end=reading.end,
                keys=tuple(dict.fromkeys(sign + key for key in reading.keys)),
                queries=tuple(dict.fromkeys(sign + key for key in reading.queries)),
            )
        )
        position = reading.end
    return values


def _char(text: str, at: int) -> str:
    """Return a character of a text, or a space outside it."""
    return text[at] if 0 <= at < len(text) else " "


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


def _run_start(text: str, at: int, lowest: int) -> int:
    while at > lowest and not _RUN_END.match(text, at - 1):
        at -= 1
    return at


def _is_path(run: str) -> bool:
    """Whether characters without a space are a path, a file's name, an address or a hash, which hold no numbers."""
    if not _ANY_LETTER.search(run):
        return False
    return bool(_PATH.match(run)) or run.rstrip(".:!?*").rpartition(".")[2].lower() in EXTENSIONS


def _letters_before(text: str, at: int) -> str:
    match = _LETTERS_AT_END.search(text[max(0, at - WORD_REACH) : at])
    return match.group().lower() if match else ""


def _look_before(text: str, at: int, unit_end: int) -> Before | None:
    """Return what stands before a digit, or None where the digit is part of a name."""
    before = _char(text, at - 1)
    if before == " ":
        return Before(start=at)
    if before in "vV" and not _WORD_CHARACTER.match(_char(text, at - 2)):
        return Before(start=at - 1, is_version=True)
    if _WORD_CHARACTER.match(before):
        is_free = at == unit_end or _letters_before(text, at) in CURRENCY_CODES
        return Before(start=at) if is_free else None
    if before != ".":
        return _look_at_signs(text, at, unit_end, has_point=False)
    if word := _letters_before(text, at - 1):
        return Before(start=at, is_version=word in VERSION_WORDS) if word in ABBREVIATIONS else None
    has_point = not (_char(text, at - 2).isdecimal() or _char(text, at - 2) in ".)]_…")
    return _look_at_signs(text, at - has_point, unit_end, has_point=has_point)


def _look_at_signs(text: str, start: int, unit_end: int, *, has_point: bool) -> Before | None:
    """Return the currency and the sign before a number, or None where a hyphen joins it to a name."""
    if _char(text, start - 1) in CURRENCY:
        start -= 1
    if _char(text, start - 1) != "-":
        return Before(start=start, has_point=has_point)
    previous = _char(text, start - 2)
    if previous in CURRENCY or previous in _OPENING or previous.isspace():
        return Before(start=start - 1 - (previous in CURRENCY), is_negative=True, has_point=has_point)
    is_joined = _WORD_CHARACTER.match(previous) and not previous.isdecimal()
    if is_joined and start - 1 != unit_end and _letters_before(text, start - 1) not in JOINING:
        return None
    return Before(start=start, has_point=has_point)


def _read_tail(text: str, before: Before, reading: Reading, language: str) -> tuple[Reading, int] | None:
    """Return a number with its multiplier or ending, and where its unit ends; None for a name such as `3D`."""
    end, amount = reading.end, reading.amount
    if not reading.keys:
        return None
    letters = text[end : _end(_LETTERS, text, end)]
    after = _char(text, end + len(letters))
    if after.isdecimal() and letters + after in UNITS:
        letters, after = letters + after, _char(text, end + len(letters) + 1)
    if amount and (multiplied := _multiply(text, before, reading, amount, letters, after, language)):
        return multiplied, -1
    if letters:
        return _read_letters(reading, letters, after, language)
    if after in CURRENCY and not _char(text, end + 1).isdecimal():
        return structs.replace(reading, end=end + 1), -1
    return None if after == "_" or _is_joined_name(text, end) else (reading, -1)


def _read_letters(reading: Reading, letters: str, after: str, language: str) -> tuple[Reading, int] | None:
    """Return a number that letters touch, which are its unit or its ending, and where its unit ends."""
    end, amount = reading.end + len(letters), reading.amount
    is_whole_word = not _WORD_CHARACTER.match(after)
    if letters in UNITS and (is_whole_word or (letters in "xX" and amount != "0" and after.isdecimal())):
        return reading, end
    if not (is_whole_word and amount and amount.isdecimal() and is_ordinal_ending(letters, amount, language)):
        return None
    key = ordinal(amount)
    queries = (key,) if key.endswith(letters.lower()) else (key, amount)
    return Reading(end=end, keys=(key, *reading.keys), queries=queries), -1


def _multiply(
    text: str, before: Before, reading: Reading, amount: str, letters: str, after: str, language: str
) -> Reading | None:
    """Return a number with the multiplier after it, or None if there is none."""
    end = reading.end + len(letters)
    if letters:
        if _WORD_CHARACTER.match(after):
            return None
        power = LETTER_POWERS.get(letters) or power_of_ten(letters, language)
        if not power and letters in MONEY_POWERS:
            is_amount = (letters == "B" and "." in amount) or is_money(text, before.start, end)
            power = MONEY_POWERS[letters] if is_amount else None
    else:
        word = _NEXT_WORD.match(text, reading.end)
        power = power_of_ten(word[1] or word[2], language) if word else None
        end = word.end() if word else end
    if not power:
        return None
    whole, _, fraction = amount.partition(".")
    shifted = (whole + fraction[:power].ljust(power, "0")).lstrip("0") or "0"
    rest = fraction[power:].rstrip("0")
    product = f"{shifted}.{rest}" if rest else shifted
    return Reading(end=end, keys=(product, *reading.keys), queries=(product,))


def _is_joined_name(text: str, end: int) -> bool:
    """Whether a hyphen joins a number to what makes a name of it: `02091-C-71`, but not `14-day`."""
    joined = _JOINED.match(text, end)
    if not joined or joined[1].lower() in JOINING:
        return False
    word, rest = joined[1], text[joined.end() : _end(_JOINED_REST, text, joined.end())]
    if word in UNITS and not rest:
        return False
    return bool(_DIGIT.search(rest)) or word.isupper() or (len(word) == 1 and word.isascii())
