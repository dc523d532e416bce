"""A question as the words that can be looked for, split just as the index splits documents.

The pattern and the parts are those of the field types in `solr/configset/conf/schema.xml`; a test holds the two
together, since a word that is split otherwise here is a word that is never found.
"""

from __future__ import annotations

from itertools import pairwise

import regex
import Stemmer
from msgspec import Struct

TOKEN = regex.compile(r"[\p{L}\p{N}\p{M}]+(?:['’._\-][\p{L}\p{N}\p{M}]+)*(?:\+\+|#)?")
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
MOST_WORDS = 40
"""Different words of one question that are looked for; of more, the rarest, so that a question's cost is bounded."""
MOST_PAIR_GAP = 2
"""Function words that may stand between two words that count as a pair (`terms of service`)."""


class Word(Struct, frozen=True, kw_only=True):
    """One word of a question.

    `shown` is as the person wrote it, `whole` is what the literal field holds of it; `parts` are its pieces (one for a
    plain word); `joined` is the pieces as one, which is how the stemmed field knows a compound.
    """

    shown: str
    whole: str
    parts: tuple[str, ...]

    @property
    def is_compound(self) -> bool:
        """Whether it is an identifier, a number with letters, or several words joined: it counts as one."""
        return len(self.parts) > 1 or self.whole != self.parts[0]

    @property
    def joined(self) -> str:
        """Its parts as one word."""
        return "".join(self.parts)


class Question(Struct, frozen=True, kw_only=True):
    """A question's words that count, each once, and its neighbouring pairs as they stand in it."""

    words: tuple[Word, ...]
    pairs: tuple[tuple[int, int, str], ...]
    """The two words' places in `words`, and the phrase from the one to the other."""


def stem(word: str) -> str:
    """The English stem of a lower-case word, as the index's own stemmer gives it."""
    return str(_STEMMER.stemWord(word))


def words_of(text: str) -> list[Word]:
    """Every word of a text in order, function words too."""
    return [_word(match.group()) for match in TOKEN.finditer(text)]


def question_of(text: str) -> Question:
    """The words of a question that say what is sought, and which of them stand side by side."""
    everything = words_of(text)
    content = [place for place, word in enumerate(everything) if not _is_function(word)]
    places: dict[str, int] = {}
    kept: list[Word] = []
    for place in content:
        word = everything[place]
        if word.whole not in places:
            places[word.whole] = len(kept)
            kept.append(word)
    pairs = dict.fromkeys(
        (places[everything[left].whole], places[everything[right].whole], _phrase(everything[left : right + 1]))
        for left, right in pairwise(content)
        if right - left <= MOST_PAIR_GAP + 1 and everything[left].whole != everything[right].whole
    )
    return Question(words=tuple(kept), pairs=tuple(pairs))


def _word(token: str) -> Word:
    bare = _POSSESSIVE.sub("", token)
    parts = tuple(part.lower() for part in _PART.findall(bare)) or (bare.lower(),)
    return Word(shown=token, whole=bare.lower(), parts=parts)


def _is_function(word: Word) -> bool:
    plain = word.shown.lower().replace("’", "'")
    return plain in FUNCTION_WORDS or word.whole in FUNCTION_WORDS


def _phrase(words: list[Word]) -> str:
    return " ".join(part for word in words for part in word.parts)
