"""A question as the words that can be looked for, split just as the index splits documents.

The pattern and the parts are those of the field types in `solr/configset/conf/schema.xml`; a test holds the two
together, since a word that is split otherwise here is a word that is never found.
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
"""Chinese, Japanese and Korean, which are looked for by every two neighbouring characters."""
_CJK_CHARACTER = re.compile(f"[{_CJK}]")
_WORD = regex.compile(rf"(?V1){TOKEN}|(?P<cjk>{CJK_RUN})")
_QUOTED = regex.compile(r"[\"“”„«]([^\"“”„«»\n]{1,120})[\"“”»]|`([^`\n]{1,120})`")
_PART = regex.compile(r"\p{Lu}*[^\P{L}\p{Lu}]+|\p{Lu}+|\p{N}+|\p{M}+")
_POSSESSIVE = regex.compile(r"['’][sS]$")
_STEMMER = Stemmer.Stemmer("english")

# Words that ask, help and join: they say nothing of what is sought. Left out of the question only, where they cost
# .004 to .032 of success@1; never out of the index, where they may be part of a name.
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
MIN_PART_LETTERS, MIN_NUMBER_DIGITS = 3, 4
"""A part of a compound that is as long may stand apart from the others; shorter ones only beside them."""
MAX_PARTS = 12
"""Of one compound; what has more is looked for as so many words."""
MAX_WORDS = 40
"""Different words of one question that are looked for; of more, the rarest, so that a question's cost is bounded."""
MAX_PAIR_GAP = 2
"""Function words that may stand between two words that count as a pair (`terms of service`)."""


class Word(Struct, frozen=True, kw_only=True):
    """One word of a question.

    `shown` is as the person wrote it, `whole` is what the literal field holds of it; `parts` are its pieces (one for a
    plain word); `joined` is the pieces as one, which is how the stemmed field knows a compound.
    """

    as_written: str
    literal_form: str
    parts: tuple[str, ...]
    is_cjk: bool = False
    """Whether it is two neighbouring characters of Chinese, Japanese or Korean."""

    @property
    def is_compound(self) -> bool:
        """Whether it is an identifier, a number with letters, or several words joined: it counts as one."""
        return len(self.parts) > 1 or self.literal_form != self.parts[0]

    @property
    def joined_form(self) -> str:
        """Its parts as one word."""
        return "".join(self.parts)

    @property
    def significant(self) -> tuple[bool, ...]:
        """Which of its parts say something by themselves: `checkout` and `2018` do, the `e` and `14` of E14 do not."""
        return tuple(len(part) >= (MIN_NUMBER_DIGITS if part.isdecimal() else MIN_PART_LETTERS) for part in self.parts)


class Question(Struct, frozen=True, kw_only=True):
    """A question's words that count, each once, its neighbouring pairs as they stand in it, and what it quotes."""

    words: tuple[Word, ...]
    pairs: tuple[tuple[int, int, str], ...]
    """The two words' places in `words`, and the phrase from the one to the other."""
    quotations: tuple[tuple[Word, ...], ...] = ()


def stem(word: str) -> str:
    """The English stem of a lower-case word, as the index's own stemmer gives it."""
    return str(_STEMMER.stemWord(word))


def split_words(text: str) -> list[Word]:
    """Every word of a text in order, function words too."""
    return [word for match in _WORD.finditer(text) for word in _words_in(match)]


def count_words(text: str) -> int:
    """How many words `words_of` finds in a text."""
    return sum(1 if _is_plain(match.group()) else len(_words_in(match)) for match in _WORD.finditer(text))


def _is_plain(token: str) -> bool:
    """Whether a word can only have one part, by a look that is quicker than taking it apart."""
    return token.isascii() and token.isalpha() and (token.islower() or token.istitle())


def has_cjk(text: str) -> bool:
    """Whether a text has Chinese, Japanese or Korean in it."""
    return _CJK_CHARACTER.search(text) is not None


def parse_question(text: str) -> Question:
    """The words of a question that say what is sought, and which of them stand side by side."""
    everything = split_words(text)
    content = [place for place, word in enumerate(everything) if not _is_function(word)]
    places: dict[str, int] = {}
    kept: list[Word] = []
    for place in content:
        word = everything[place]
        if word.literal_form not in places:
            places[word.literal_form] = len(kept)
            kept.append(word)
    pairs = dict.fromkeys(
        (
            places[everything[left].literal_form],
            places[everything[right].literal_form],
            phrase_text(everything[left : right + 1]),
        )
        for left, right in pairwise(content)
        if right - left <= MAX_PAIR_GAP + 1 and everything[left].literal_form != everything[right].literal_form
        if not (everything[left].is_cjk or everything[right].is_cjk)
    )
    return Question(words=tuple(kept), pairs=tuple(pairs), quotations=_quoted(text))


def _quoted(text: str) -> tuple[tuple[Word, ...], ...]:
    """The names that a question puts in quotation marks or back-ticks, each once."""
    phrases = (tuple(split_words(match.group(1) or match.group(2))) for match in _QUOTED.finditer(text))
    return tuple(dict.fromkeys(phrase for phrase in phrases if phrase and not any(word.is_cjk for word in phrase)))


def _words_in(match: regex.Match[str]) -> list[Word]:
    run = match.group("cjk")
    if not run:
        word = _word(match.group())
        return [word] if len(word.parts) <= MAX_PARTS else [_word(part) for part in word.parts]
    plain = unicodedata.normalize("NFKC", run)
    pairs = [plain[at : at + 2] for at in range(len(plain) - 1)] or [plain]
    return [Word(as_written=pair, literal_form=pair.lower(), parts=(pair.lower(),), is_cjk=True) for pair in pairs]


def _word(token: str) -> Word:
    bare = _POSSESSIVE.sub("", token)
    parts = tuple(part.lower() for part in _PART.findall(bare)) or (bare.lower(),)
    return Word(as_written=token, literal_form=bare.lower(), parts=parts)


def _is_function(word: Word) -> bool:
    plain = word.as_written.lower().replace("’", "'")
    return plain in FUNCTION_WORDS or (len(word.parts) == 1 and word.parts[0] in FUNCTION_WORDS)


def phrase_text(words: Sequence[Word]) -> str:
    """Words as the stemmed field is asked for them side by side."""
    return " ".join(part for word in words for part in word.parts)
