"""The words of a question, split as the index splits documents.

The patterns and the parts are those of the field types in `solr/configset/conf/schema.xml`. A test compares them, since
a word that is split differently here is never found.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise

import regex
import Stemmer
from msgspec import Struct

_CJK = r"\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF66-\uFF9F"
_LETTERS = rf"[\p{{L}}\p{{N}}\p{{M}}&&[^{_CJK}]]+"
TOKEN = rf"(?:(?<![\p{{L}}\p{{N}}\p{{M}}.\-@#$])(?:--?|[.@#$]))?{_LETTERS}(?:['’._\-]{_LETTERS})*(?:\+\+|#)?"
"""A word as people write names: `customer's`, `snake_case`, `v2.11`, `--dry-run`, `.NET`, `C++`."""
CJK_RUN = rf"[\p{{L}}\p{{N}}\p{{M}}&&[{_CJK}]]+"
"""A run of Chinese, Japanese or Korean, of which every two neighbouring characters are a word."""
_CJK_CHARACTER = re.compile(f"[{_CJK}]")
_WORD = regex.compile(rf"(?V1){TOKEN}|(?P<cjk>{CJK_RUN})")
_QUOTED = regex.compile(r"[\"“”„«]([^\"“”„«»\n]{1,120})[\"“”»]|`([^`\n]{1,120})`")
_PART = regex.compile(r"\p{Lu}*[^\P{L}\p{Lu}]+|\p{Lu}+|\p{N}+|\p{M}+")
_POSSESSIVE = regex.compile(r"['’][sS]$")
_STEMMER = Stemmer.Stemmer("english")

# Question words and words that join others. They are left out of questions, where they cost .004 to .032 of success@1,
# but not of the index, where they may be part of a name.
FUNCTION_WORDS = frozenset(
    """
    a about am an and any are as at be been being but by can could did do does doing done for from had has have having
    he her hers him his how i if in into is it its itself many may me might mine much must my of on onto or our ours
    shall she should so some such than that the their theirs them then there these they this those to too
    upon us was we were what whatever when whenever where wherever which whichever while who whoever whom whose why will
    with would you your yours please tell describe explain
    i'm you're he's she's it's we're they're i've you've we've they've i'd you'd isn't aren't wasn't weren't don't
    doesn't didn't can't couldn't won't wouldn't shouldn't hasn't haven't hadn't what's who's where's how's that's
    there's let's
    """.split()
)
MIN_PART_LETTERS = 3
"""Letters from which a part of a compound means something by itself."""
MIN_NUMBER_DIGITS = 4
"""Digits from which a number in a compound means something by itself."""
MAX_PARTS = 12
"""Largest number of parts of a compound; one with more counts as separate words."""
MAX_WORDS = 40
"""Words of a question to search for, the rarest first, so that the cost has a limit."""
MAX_PAIR_GAP = 2
"""Function words that may stand between the two words of a pair (`terms of service`)."""


class Word(Struct, frozen=True, kw_only=True):
    """One word of a question or of a text."""

    as_written: str
    literal_form: str
    """The word as the literal field has it: in lower case, without a possessive."""
    parts: tuple[str, ...]
    """The pieces of a compound, or the word itself."""
    is_cjk: bool = False
    """Whether it is two neighbouring characters of Chinese, Japanese or Korean."""

    @property
    def is_compound(self) -> bool:
        """Whether it is an identifier, a number with letters, or several words joined, which count as one word."""
        return len(self.parts) > 1 or self.literal_form != self.parts[0]

    @property
    def joined_form(self) -> str:
        """The parts as one word, which is how the stemmed field knows a compound."""
        return "".join(self.parts)

    @property
    def significant(self) -> tuple[bool, ...]:
        """Which parts mean something by themselves: `checkout` and `2018` do, the `e` and `14` of E14 do not."""
        return tuple(len(part) >= (MIN_NUMBER_DIGITS if part.isdecimal() else MIN_PART_LETTERS) for part in self.parts)


class Question(Struct, frozen=True, kw_only=True):
    """The words of a question without function words, each once, its pairs of neighbours, and what it quotes."""

    words: tuple[Word, ...]
    pairs: tuple[tuple[int, int, str], ...]
    """The places of two words in `words`, and the phrase from one to the other."""
    quotations: tuple[tuple[Word, ...], ...] = ()


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


def parse_question(text: str) -> Question:
    """Return the words of a question without function words, its pairs of neighbours, and what it quotes."""
    words = split_words(text)
    content = [place for place, word in enumerate(words) if not _is_function_word(word)]
    numbers: dict[str, int] = {}
    distinct: list[Word] = []
    for place in content:
        if words[place].literal_form not in numbers:
            numbers[words[place].literal_form] = len(distinct)
            distinct.append(words[place])
    pairs = dict.fromkeys(
        (
            numbers[words[left].literal_form],
            numbers[words[right].literal_form],
            phrase_text(words[left : right + 1]),
        )
        for left, right in pairwise(content)
        if right - left <= MAX_PAIR_GAP + 1 and words[left].literal_form != words[right].literal_form
        if not (words[left].is_cjk or words[right].is_cjk)
    )
    return Question(words=tuple(distinct), pairs=tuple(pairs), quotations=_quotations(text))


def _quotations(text: str) -> tuple[tuple[Word, ...], ...]:
    """Return what a question has in quotation marks or backticks, each once."""
    phrases = (tuple(split_words(match.group(1) or match.group(2))) for match in _QUOTED.finditer(text))
    return tuple(dict.fromkeys(phrase for phrase in phrases if phrase and not any(word.is_cjk for word in phrase)))


def _words_in(match: regex.Match[str]) -> list[Word]:
    run = match.group("cjk")
    if not run:
        word = _make_word(match.group())
        return [word] if len(word.parts) <= MAX_PARTS else [_make_word(part) for part in word.parts]
    plain = unicodedata.normalize("NFKC", run)
    pairs = [plain[at : at + 2] for at in range(len(plain) - 1)] or [plain]
    return [Word(as_written=pair, literal_form=pair.lower(), parts=(pair.lower(),), is_cjk=True) for pair in pairs]


def _make_word(token: str) -> Word:
    bare = _POSSESSIVE.sub("", token)
    parts = tuple(part.lower() for part in _PART.findall(bare)) or (bare.lower(),)
    return Word(as_written=token, literal_form=bare.lower(), parts=parts)


def _is_function_word(word: Word) -> bool:
    plain = word.as_written.lower().replace("’", "'")
    return plain in FUNCTION_WORDS or (len(word.parts) == 1 and word.parts[0] in FUNCTION_WORDS)


def phrase_text(words: Sequence[Word]) -> str:
    """Return words as a phrase for the stemmed field."""
    return " ".join(part for word in words for part in word.parts)
