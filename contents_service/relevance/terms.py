"""Words, split as the index splits documents.

The patterns and the parts are those of the field types in `solr/configset/conf/schema.xml`. A test compares them, since
a word that is split differently here is never found.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

import regex
import Stemmer
from msgspec import Struct

_CJK = r"\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF66-\uFF9F"
_LETTERS = rf"[\p{{L}}\p{{N}}\p{{M}}&&[^{_CJK}]]+"
TOKEN = rf"(?:(?<![\p{{L}}\p{{N}}\p{{M}}.\-@#$])(?:--?|[.@#$]))?{_LETTERS}(?:['’._\-]{_LETTERS})*(?:\+\+|#)?"
"""A word as people write names: `customer's`, `snake_case`, `v2.11`, `--dry-run`, `.NET`, `C++`."""
CJK_RUN = rf"[\p{{L}}\p{{N}}\p{{M}}&&[{_CJK}]]+"
"""A run of Chinese, Japanese or Korean, of which every two neighbouring characters are a word."""
CJK_RUNS = regex.compile(rf"(?V1){CJK_RUN}")
_CJK_CHARACTER = re.compile(f"[{_CJK}]")
_WORD = regex.compile(rf"(?V1){TOKEN}|(?P<cjk>{CJK_RUN})")
_PART = regex.compile(r"\p{Lu}*[^\P{L}\p{Lu}]+|\p{Lu}+|\p{N}+|\p{M}+")
_POSSESSIVE = regex.compile(r"['’][sS]$")
_STEMMER = Stemmer.Stemmer("english")

MAX_CACHED_STEMS = 50_000
"""Largest number of words whose stems are cached."""
MIN_PART_LETTERS = 3
"""Letters from which a part of a compound means something by itself."""
MIN_NUMBER_DIGITS = 4
"""Digits from which a number in a compound means something by itself."""
MAX_PARTS = 12
"""Largest number of parts of a compound; one with more counts as separate words."""


class Word(Struct, frozen=True, kw_only=True):
    """One word of a question or of a text."""

    as_written: str
    literal_form: str
    """The word as the literal field has it: in lower case, without a possessive."""
    parts: tuple[str, ...]
    """The pieces of a compound, or the word itself."""
    is_cjk: bool = False
    """Whether it is two neighbouring characters of Chinese, Japanese or Korean."""
    keys: tuple[str, ...] = ()
    """For a number, a version, a date or a name: a passage with any of these keys holds it, and no other does."""
    language: str = "en"
    """The ISO code of its language; its frequencies are those of that language."""
    own_key: str | None = None
    """In another language than English, the key by which passages in that language hold it; others do by its English
    stem."""
    forms: tuple[str, ...] = ()
    """Where English has other words with the stem, or forms with another: the word itself, in each number and tense."""

    @property
    def is_pair(self) -> bool:
        """Whether it is two neighbouring characters of a language that is written without spaces."""
        return self.is_cjk or bool(self.keys and self.language != "en")

    @property
    def is_compound(self) -> bool:
        """Whether it is an identifier, a number with letters, or several words joined, which count as one word."""
        return not self.keys and (len(self.parts) > 1 or self.literal_form != self.parts[0])

    @property
    def irregular_forms(self) -> tuple[str, ...]:
        """The forms that the stemmer does not join with the word: `mice` for `mouse`."""
        return tuple(form for form in self.forms if stem(form) != stem(self.joined_form))

    @property
    def joined_form(self) -> str:
        """The parts as one word, which is how the stemmed field knows a compound."""
        return "".join(self.parts)

    @property
    def significant(self) -> tuple[bool, ...]:
        """Which parts mean something by themselves: `checkout` and `2018` do, the `e` and `14` of E14 do not."""
        return tuple(len(part) >= (MIN_NUMBER_DIGITS if part.isdecimal() else MIN_PART_LETTERS) for part in self.parts)


@lru_cache(maxsize=MAX_CACHED_STEMS)
def stem(word: str) -> str:
    """Return the English stem of a lower-case word, as the index's own stemmer does."""
    return str(_STEMMER.stemWord(word))


def split_words(text: str) -> list[Word]:
    """Return the words of a text in order, function words included."""
    return [word for match in _WORD.finditer(text) for word in _words_in(match)]


def count_words(text: str) -> int:
    """Return how many words `split_words` finds in a text."""
    return sum(1 if _is_plain(match.group()) else len(_words_in(match)) for match in _WORD.finditer(text))


def _is_plain(token: str) -> bool:
    """Whether a word clearly has one part; this check is quicker than splitting it."""
    return token.isascii() and token.isalpha() and (token.islower() or token.istitle())


def has_cjk(text: str) -> bool:
    """Whether a text has any Chinese, Japanese or Korean."""
    return _CJK_CHARACTER.search(text) is not None


def _words_in(match: regex.Match[str]) -> list[Word]:
    run = match.group("cjk")
    if not run:
        word = _make_word(match.group())
        return [word] if len(word.parts) <= MAX_PARTS else [_make_word(part) for part in word.parts]
    plain = unicodedata.normalize("NFKC", run)
    pairs = [plain[at : at + 2] for at in range(len(plain) - 1)] or [plain]
    return [cjk_word(pair) for pair in pairs]


def cjk_word(pair: str) -> Word:
    """Return two neighbouring characters of Chinese, Japanese or Korean as a word."""
    return Word(as_written=pair, literal_form=pair.lower(), parts=(pair.lower(),), is_cjk=True)


def _make_word(token: str) -> Word:
    bare = _POSSESSIVE.sub("", token)
    parts = tuple(part.lower() for part in _PART.findall(bare)) or (bare.lower(),)
    return Word(as_written=token, literal_form=bare.lower(), parts=parts)


def phrase_text(words: Sequence[Word]) -> str:
    """Return words as a phrase for the stemmed field."""
    return " ".join(part for word in words for part in word.parts)
