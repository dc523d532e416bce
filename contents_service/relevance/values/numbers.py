"""Numbers, versions and times in a text, each under one key however it is written.

- Separators: `1,043`, `1 043`, `1'043`, `1_043` and `1,00,000` are whole numbers; numbers grouped by spaces are also
  indexed group by group. In languages that group with dots, `1.043` is both 1043 and 1.043; `1.234.567` is a whole
  number in any language. `1,5` is a decimal in languages with a decimal comma, and elsewhere two numbers.
- A hyphen is a sign after a space or an opening mark, a range after a number, and part of an identifier after a letter.
- `2.50` is also indexed as `2.5`, and `438.00` as `438`; a question looks for the short form only if it is money. After
  `v`, a word such as *version*, or a name (`Python 3.10`), or as a heading, it is a version, which has no short form.
- A version is indexed by all its prefixes of two numbers or more, and by its first number if it is marked as a
  version. `14.2.x` is `14.2`. A suffix (`-rc1`) stays part of it.
- `1.5M` and `1.5 million` are `1500000`, and as written. A question looks for the product.
- A passage with `4th` is indexed as `4th` and `4`; a question looks for `4th` only. `third` to `twentieth` are indexed
  as `3rd` to `20th`; they have no queries, since in a question they are words. `09:00` is `9:00` and `9`.
- Letters that touch digits make an identifier (`E4304`, `3D`, `covid-19`), unless they are a unit, an ordinal's ending
  or a multiplier. Identifiers, paths, addresses and hashes hold no numbers. A unit is outside a number's span; a
  touching currency sign and a multiplier are inside.
"""

from __future__ import annotations

import re
import unicodedata

from msgspec import structs

from contents_service.relevance.values.number_parsing import (
    LETTER,
    UNSPACED,
    WORD,
    WORD_REACH,
    NumberPrefix,
    ParsedNumber,
    is_money,
    parse_number,
)
from contents_service.relevance.values.number_words import (
    CURRENCY,
    CURRENCY_CODES,
    EXTENSIONS,
    JOINING,
    LETTER_POWERS,
    MONEY_POWERS,
    NUMBERED_ABBREVIATIONS,
    ORDINALS_FROM_THIRD,
    UNITS,
    VERSION_WORDS,
    is_ordinal_ending,
    ordinal,
    power_of_ten,
)
from contents_service.relevance.values.value import Value

# A run is the text between two of these marks. A path or an address is always within one run.
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
_IDENTIFIER_REST = re.compile(rf"{WORD}*+(?:[-.]{WORD}++)*+")
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
    if language != "en" or not any(word in lowered for word in ORDINALS_FROM_THIRD):
        return numbers
    positions_taken = {position for number in numbers for position in range(number.start, number.end)}
    ordinals = [
        Value(start=word.start(), end=word.end(), keys=(key, key[:-2]), queries=())
        for word in _ORDINAL_WORD.finditer(text)
        if word.start() not in positions_taken
        for key in [ordinal(str(ORDINALS_FROM_THIRD.index(word.group().casefold()) + 3))]
    ]
    return sorted([*numbers, *ordinals], key=lambda value: value.start)


def _make_plain(text: str) -> str:
    """Return a text of the same length with ASCII digits, spaces, hyphens and apostrophes."""
    if text.isascii():
        return text
    text = _OTHER_DIGIT.sub(lambda digit: str(unicodedata.decimal(digit.group())), text)
    return _OTHER_FORM.sub(lambda form: _PLAIN_FORMS[form.group()], text)


def _scan(text: str, language: str) -> list[Value]:
    """Return the numbers of a plain text; of each, the prefix is parsed first, then the digits, then what follows."""
    values: list[Value] = []
    position, unit_end, run_end = 0, -1, 0
    while digit := _DIGIT.search(text, position):
        start = digit.start()
        if start >= run_end:
            run_start, run_end = _run_start(text, start, position), _end(_RUN, text, start)
            if _is_path(text[run_start:run_end]):
                position = run_end
                continue
        prefix = _parse_prefix(text, start, unit_end)
        if not prefix:
            position = _end(_IDENTIFIER_REST, text, start)
            continue
        number = parse_number(text, start, prefix, language)
        with_tail = _parse_tail(text, prefix, number, language)
        if not with_tail:
            position = max(number.end, _end(_IDENTIFIER_REST, text, start))
            continue
        number, unit_end = with_tail
        sign = "-" if prefix.is_negative else ""
        values.append(
            Value(
                start=prefix.start,
                end=number.end,
                keys=tuple(dict.fromkeys(sign + key for key in number.keys)),
                queries=tuple(dict.fromkeys(sign + key for key in number.queries)),
            )
        )
        position = number.end
    return values


def _char(text: str, position: int) -> str:
    """Return the character at a position, or a space if that is outside the text."""
    return text[position] if 0 <= position < len(text) else " "


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    """Return where a match that begins at `start` ends, or `start` if there is none."""
    match = pattern.match(text, start)
    return match.end() if match else start


def _run_start(text: str, position: int, lowest: int) -> int:
    while position > lowest and not _RUN_END.match(text, position - 1):
        position -= 1
    return position


def _is_path(run: str) -> bool:
    """Whether a run is a path, a file name, an address or a hash, which hold no numbers."""
    if not _ANY_LETTER.search(run):
        return False
    return bool(_PATH.match(run)) or run.rstrip(".:!?*").rpartition(".")[2].lower() in EXTENSIONS


def _letters_before(text: str, position: int) -> str:
    match = _LETTERS_AT_END.search(text[max(0, position - WORD_REACH) : position])
    return match.group().lower() if match else ""


def _parse_prefix(text: str, start: int, unit_end: int) -> NumberPrefix | None:
    """Return what is before the digit at `start`, or None if the digit is part of an identifier."""
    before = _char(text, start - 1)
    if before == " ":
        return NumberPrefix(start=start)
    if before in "vV" and not _WORD_CHARACTER.match(_char(text, start - 2)):
        return NumberPrefix(start=start - 1, is_version=True)
    if _WORD_CHARACTER.match(before):
        is_free = start == unit_end or _letters_before(text, start) in CURRENCY_CODES
        return NumberPrefix(start=start) if is_free else None
    if before != ".":
        return _parse_signs(text, start, unit_end, has_point=False)
    if word := _letters_before(text, start - 1):
        return NumberPrefix(start=start, is_version=word in VERSION_WORDS) if word in NUMBERED_ABBREVIATIONS else None
    has_point = not (_char(text, start - 2).isdecimal() or _char(text, start - 2) in ".)]_…")
    return _parse_signs(text, start - has_point, unit_end, has_point=has_point)


def _parse_signs(text: str, start: int, unit_end: int, *, has_point: bool) -> NumberPrefix | None:
    """Return the currency and the sign before a number, or None if a hyphen makes it part of an identifier."""
    if _char(text, start - 1) in CURRENCY:
        start -= 1
    if _char(text, start - 1) != "-":
        return NumberPrefix(start=start, has_point=has_point)
    previous = _char(text, start - 2)
    if previous in CURRENCY or previous in _OPENING or previous.isspace():
        return NumberPrefix(start=start - 1 - (previous in CURRENCY), is_negative=True, has_point=has_point)
    is_joined = _WORD_CHARACTER.match(previous) and not previous.isdecimal()
    if is_joined and start - 1 != unit_end and _letters_before(text, start - 1) not in JOINING:
        return None
    return NumberPrefix(start=start, has_point=has_point)


def _parse_tail(
    text: str, prefix: NumberPrefix, number: ParsedNumber, language: str
) -> tuple[ParsedNumber, int] | None:
    """Return a number with its multiplier or ending, and where its unit ends; None for an identifier such as `3D`."""
    end, amount = number.end, number.amount
    if not number.keys:
        return None
    letters = text[end : _end(_LETTERS, text, end)]
    after = _char(text, end + len(letters))
    if after.isdecimal() and letters + after in UNITS:
        letters, after = letters + after, _char(text, end + len(letters) + 1)
    if amount and (multiplied := _multiply(text, prefix, number, amount, letters, after, language)):
        return multiplied, -1
    if letters:
        return _parse_letters(number, letters, after, language)
    if after in CURRENCY and not _char(text, end + 1).isdecimal():
        return structs.replace(number, end=end + 1), -1
    return None if after == "_" or _is_joined_identifier(text, end) else (number, -1)


def _parse_letters(number: ParsedNumber, letters: str, after: str, language: str) -> tuple[ParsedNumber, int] | None:
    """Return a number with its ordinal ending or unit, and where the unit ends; None if the letters are neither."""
    end, amount = number.end + len(letters), number.amount
    is_whole_word = not _WORD_CHARACTER.match(after)
    if letters in UNITS and (is_whole_word or (letters in "xX" and amount != "0" and after.isdecimal())):
        return number, end
    if not (is_whole_word and amount and amount.isdecimal() and is_ordinal_ending(letters, amount, language)):
        return None
    key = ordinal(amount)
    queries = (key,) if key.endswith(letters.lower()) else (key, amount)
    return ParsedNumber(end=end, keys=(key, *number.keys), queries=queries), -1


def _multiply(
    text: str, prefix: NumberPrefix, number: ParsedNumber, amount: str, letters: str, after: str, language: str
) -> ParsedNumber | None:
    """Return a number with the multiplier after it, or None if there is none."""
    end = number.end + len(letters)
    if letters:
        if _WORD_CHARACTER.match(after):
            return None
        power = LETTER_POWERS.get(letters) or power_of_ten(letters, language)
        if not power and letters in MONEY_POWERS:
            is_amount = (letters == "B" and "." in amount) or is_money(text, prefix.start, end)
            power = MONEY_POWERS[letters] if is_amount else None
    else:
        word = _NEXT_WORD.match(text, number.end)
        power = power_of_ten(word[1] or word[2], language) if word else None
        end = word.end() if word else end
    if not power:
        return None
    whole, _, fraction = amount.partition(".")
    shifted = (whole + fraction[:power].ljust(power, "0")).lstrip("0") or "0"
    rest = fraction[power:].rstrip("0")
    product = f"{shifted}.{rest}" if rest else shifted
    return ParsedNumber(end=end, keys=(product, *number.keys), queries=(product,))


def _is_joined_identifier(text: str, end: int) -> bool:
    """Whether a hyphen after a number makes it part of an identifier: `02091-C-71`, but not `14-day`."""
    joined = _JOINED.match(text, end)
    if not joined or joined[1].lower() in JOINING:
        return False
    word, rest = joined[1], text[joined.end() : _end(_JOINED_REST, text, joined.end())]
    if word in UNITS and not rest:
        return False
    return bool(_DIGIT.search(rest)) or word.isupper() or (len(word) == 1 and word.isascii())
