"""Parses digits as a whole number, a decimal, a version or a time, or as two of these."""

from __future__ import annotations

import re

from msgspec import Struct, structs

from contents_service.relevance.values.number_words import (
    AMOUNT_WORDS,
    CURRENCY,
    CURRENCY_WORDS,
    DECIMAL_COMMA,
    DOT_GROUPS,
    VERSION_WORDS,
)

MAX_LENGTH = 40
"""Largest number of characters of a number; people write no longer ones."""
MAX_VERSION_PREFIX = 6
"""Longest prefix of a version that is indexed, in numbers."""

UNSPACED = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f"
"""Letters of languages that write no spaces between words; they may touch a number."""
_SMALL = r"²³¹¼-¾\u2070-\u209f\u2150-\u218f\u2460-\u24ff"
LETTER = rf"[^\W\d_{UNSPACED}{_SMALL}]"
WORD = rf"[^\W{UNSPACED}{_SMALL}]"
_DIGITS = re.compile(r"\d++")
# Repetitions are bounded or possessive, so that a list of any length is read in linear time.
_SHAPE = re.compile(
    r"""
    (?<!\d:)(?P<hour>[01]?\d|2[0-4])[:h](?P<minute>[0-5]\d)(?P<second>:[0-5]\d)?(?![\d:])
    |(?<!\d,)(?P<commas>[1-9]\d{0,2}(?:,\d{3}(?!\d)){1,6}+|[1-9]\d?(?:,\d\d(?!\d)){1,6}+,\d{3})(?!,?\d)
        (?:\.(?P<cents>\d++)(?![.,]\d))?+
    |(?<!\d{3}[ ])(?<!\+)(?P<groups>[1-9]\d{0,2}(?P<gap>[ '_])\d{3}(?!\d)(?:(?P=gap)\d{3}(?!\d)){0,4}+)(?!(?P=gap)\d)
        (?:[.,](?P<rest>\d++)(?![.,]\d))?+
    |(?P<dots>[1-9]\d{0,2}(?:\.\d{3}){1,6}+),(?P<tail>\d++)(?![.,]\d)
    |(?<!\d,)(?P<whole>\d++),(?P<fraction>\d++)(?![.,]\d)
    |(?P<dotted>\d++(?:\.\d++)*+)
    """,
    re.VERBOSE,
)
_GROUPS_OF_THREE = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+")
_WILDCARD = re.compile(rf"\.(?:[xX]|\*)(?!{WORD})")
_RELEASE = r"(?:alpha|beta|rc|dev|preview|pre|snapshot|final|ga|release|post|build|lts|nightly|patch|sp|hotfix)"
_SUFFIX = re.compile(
    rf"(?:[-+.]?{_RELEASE}(?:[-.]?\d{{1,8}})?|-?[abcpr]\d{{1,4}}|\+[0-9a-z]{{1,20}})(?!{WORD})", re.IGNORECASE
)
_LONG_SUFFIX = re.compile(
    r"(?:[-+](?![vV]\d)(?=\d*[A-Za-z])|(?=[A-Za-z]))[0-9A-Za-z]{1,40}(?:[-.+][0-9A-Za-z]{1,40}){0,4}"
)
_CURRENCY_AFTER = re.compile(rf"\s?(?:[{CURRENCY}]|(?:{CURRENCY_WORDS})(?!\w))", re.IGNORECASE)
_CURRENCY_BEFORE = re.compile(rf"(?:[{CURRENCY}]|(?<!\w)(?:{CURRENCY_WORDS}|rs\.?))\s?$", re.IGNORECASE)
# The word before a number, or the mark of a heading in Markdown.
_WORD_BEFORE = re.compile(rf"(?:^|\W)({LETTER}+)\.?[ \n]?$|[#]+ $")
WORD_REACH = 20
"""Number of characters before a number in which a word such as *version* is looked for."""


class NumberPrefix(Struct, frozen=True):
    """What is before the first digit of a number, and where the number starts with its currency and sign."""

    start: int
    is_negative: bool = False
    is_version: bool = False
    has_point: bool = False


class ParsedNumber(Struct, frozen=True):
    """The keys of a number without its sign, and the plain number that a multiplier applies to."""

    end: int
    keys: tuple[str, ...]
    queries: tuple[str, ...]
    amount: str | None = None


def parse_number(text: str, start: int, prefix: NumberPrefix, language: str) -> ParsedNumber:
    """Parse the number that begins at the digit at `start`, without its unit, ending or multiplier.

    If it is too long, it has no keys.
    """
    match = (_DIGITS if prefix.has_point else _SHAPE).match(text, start)
    if not match or len(match.group()) > MAX_LENGTH:
        return ParsedNumber(end=match.end() if match else start + 1, keys=(), queries=())
    end = match.end()
    if prefix.has_point:
        return _parse_amount(text, prefix, end, "0", match.group())
    if match["hour"]:
        return _parse_time(match)
    if match["dotted"]:
        return _parse_dotted(text, prefix, end, match["dotted"], language)
    if not match["whole"]:
        return _parse_grouped(text, prefix, match, language)
    has_comma = language in DECIMAL_COMMA or match["whole"] == "0"
    fraction = match["fraction"] if has_comma else None
    return _parse_amount(text, prefix, end if has_comma else match.end("whole"), match["whole"], fraction)


def _parse_time(match: re.Match[str]) -> ParsedNumber:
    hour = match["hour"].lstrip("0") or "0"
    time = f"{hour}:{match['minute']}"
    exact = f"{time}{match['second'] or ''}"
    return ParsedNumber(end=match.end(), keys=(exact, time, hour), queries=(exact,))


def _parse_grouped(text: str, prefix: NumberPrefix, match: re.Match[str], language: str) -> ParsedNumber:
    """Parse a number whose digits are grouped, but not by dots alone."""
    grouped = match["commas"] or match["groups"] or match["dots"]
    fraction = match["cents"] or match["rest"] or match["tail"]
    number = _parse_amount(text, prefix, match.end(), re.sub(r"\D", "", grouped), fraction)
    if match["gap"] == " ":
        return _add_keys(number, tuple(grouped.split()), ())
    if match["commas"] and not fraction and grouped.count(",") == 1 and language in DECIMAL_COMMA:
        decimal = grouped.replace(",", ".")
        return _add_keys(number, (decimal,), (decimal,))
    return number


def _add_keys(number: ParsedNumber, keys: tuple[str, ...], queries: tuple[str, ...]) -> ParsedNumber:
    return structs.replace(number, keys=number.keys + keys, queries=number.queries + queries)


def _parse_amount(text: str, prefix: NumberPrefix, end: int, whole: str, fraction: str | None) -> ParsedNumber:
    """Parse a number that is not a version; its short form is a key too: 2.5 for 2.50, 438 for 438.00."""
    if fraction is None:
        return ParsedNumber(end=end, keys=(whole,), queries=(whole,), amount=whole)
    written, short = f"{whole}.{fraction}", fraction.rstrip("0")
    of_money = short != fraction and is_money(text, prefix.start, end)
    if short:
        keys: tuple[str, ...] = (written, f"{whole}.{short}")
    else:
        keys = (written, whole) if len(fraction) == 2 or (of_money and len(fraction) < 2) else (written,)
    return ParsedNumber(end=end, keys=keys, queries=keys if of_money else keys[:1], amount=written)


def _parse_dotted(text: str, prefix: NumberPrefix, end: int, dotted: str, language: str) -> ParsedNumber:
    """Parse a whole number, a decimal, a version, or digits that may be two of these."""
    parts = dotted.split(".")
    word_before = _WORD_BEFORE.search(text[max(0, prefix.start - WORD_REACH) : prefix.start])
    word = (word_before and word_before[1]) or ""
    is_marked = prefix.is_version or word.lower() in VERSION_WORDS
    if wildcard := _WILDCARD.match(text, end):
        return _parse_version(parts, "", wildcard.end(), is_marked=is_marked)
    suffix = _LONG_SUFFIX.match(text, end) if len(parts) > 2 else None
    if not suffix and (is_marked or len(parts) > 1):
        suffix = _SUFFIX.match(text, end)
    if suffix:
        return _parse_version(parts, suffix.group().casefold(), suffix.end(), is_marked=is_marked)
    is_grouped = _GROUPS_OF_THREE.fullmatch(dotted) and not is_marked
    if is_grouped and (len(parts) > 2 or language in DOT_GROUPS):
        version = _parse_version(parts, "", end, is_marked=False)
        return _add_keys(_parse_amount(text, prefix, end, "".join(parts), None), version.keys, version.queries)
    if len(parts) == 1:
        return _parse_amount(text, prefix, end, dotted, None)
    is_heading = (bool(word_before) and not word) or (prefix.start == 0 and text[end : end + 1] in {"", "\n"})
    is_after_name = is_heading or (word[:1].isupper() and word.lower() not in AMOUNT_WORDS)
    if len(parts) > 2 or is_marked or (is_after_name and not is_money(text, prefix.start, end)):
        version = _parse_version(parts, "", end, is_marked=is_marked)
        return version if len(parts) > 2 or is_marked else structs.replace(version, amount=dotted)
    return _parse_amount(text, prefix, end, *parts)


def _parse_version(parts: list[str], suffix: str, end: int, *, is_marked: bool) -> ParsedNumber:
    """Parse a version; its prefixes are keys too."""
    exact = ".".join(parts) + suffix
    prefixes = [".".join(parts[:count]) for count in range(min(len(parts), MAX_VERSION_PREFIX), 1, -1)]
    first = parts[:1] if is_marked or len(parts) == 1 else []
    return ParsedNumber(end=end, keys=(exact, *prefixes, *first), queries=(exact,))


def is_money(text: str, start: int, end: int) -> bool:
    """Whether a currency is right before a number, inside its span, or after it."""
    return bool(
        any(sign in CURRENCY for sign in text[start : start + 2])
        or _CURRENCY_AFTER.match(text, end)
        or _CURRENCY_BEFORE.search(text[max(0, start - WORD_REACH) : start])
    )
