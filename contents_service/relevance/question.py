"""The words of a question: what is looked for, what is quoted, and what stands side by side."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

import regex
from msgspec import Struct
from msgspec.structs import replace

from contents_service.relevance.english_frequencies import words_with_stem
from contents_service.relevance.function_words import FUNCTION_WORDS
from contents_service.relevance.inflections import inflections
from contents_service.relevance.terms import Word, phrase_text, split_words, stem
from contents_service.relevance.values import find_values

MAX_WORDS = 40
"""Words of a question to search for, the rarest first, so that the cost has a limit."""
MAX_JOINED_WORDS = 100
"""Words at the beginning of a question whose neighbours may be one word with them, so that the cost has a limit."""
MAX_CACHED_WORDS = 20_000
"""Words whose forms are remembered."""
MAX_PAIR_GAP = 2
"""Function words that may stand between the two words of a pair (`terms of service`)."""
_QUOTED = regex.compile(r"[\"“”„«]([^\"“”„«»\n]{1,120})[\"“”»]|`([^`\n]{1,120})`")


class Join(Struct, frozen=True, kw_only=True):
    """Words of a question that stand side by side, by their places, and what they are as one word."""

    places: tuple[int, ...]
    as_written: str
    joined_form: str


class Question(Struct, frozen=True, kw_only=True):
    """The words of a question without function words, each once, its pairs of neighbours, and what it quotes."""

    words: tuple[Word, ...]
    pairs: tuple[tuple[int, int, str], ...]
    """The places of two words in `words`, and the phrase from one to the other."""
    runs: tuple[tuple[int, int, int, str], ...] = ()
    """The places of three neighbours, and the phrase from the first to the last."""
    joins: tuple[Join, ...] = ()
    """What neighbours are as one word, function words included: `login` for "log in"."""
    quotations: tuple[tuple[Word, ...], ...] = ()
    is_phrase: bool = False
    """Whether it has function words alone ("to be or not to be"): only a passage with all of them in order holds it."""


def parse_question(text: str) -> Question:
    """Return the words of a question, its neighbours, and what it quotes; function words count only if alone."""
    words = list(_split(text))
    content = [place for place, word in enumerate(words) if not _is_function_word(word)]
    is_phrase = not content and bool(words)
    if is_phrase:
        content = list(range(len(words)))
    numbers: dict[str, int] = {}
    distinct: list[Word] = []
    for place in content:
        if words[place].literal_form not in numbers:
            numbers[words[place].literal_form] = len(distinct)
            distinct.append(words[place])
    pairs = _neighbours(words, content, numbers)
    return Question(
        words=tuple(distinct),
        pairs=tuple(dict.fromkeys((a, b, phrase_text(words[left : right + 1])) for left, right, a, b in pairs)),
        runs=tuple(
            dict.fromkeys(
                (a, b, c, phrase_text(words[left : right + 1]))
                for (left, middle, a, b), (next_left, right, _, c) in pairwise(pairs)
                if middle == next_left and a != c
            )
        ),
        joins=tuple({join.joined_form: join for join in _joins(words, numbers)}.values()),
        quotations=_quotations(text) or ((tuple(words),) if is_phrase else ()),
        is_phrase=is_phrase,
    )


def _neighbours(words: list[Word], content: list[int], numbers: dict[str, int]) -> list[tuple[int, int, int, int]]:
    """Return the places of neighbouring words in the question, and their numbers among the distinct words."""
    return [
        (left, right, numbers[words[left].literal_form], numbers[words[right].literal_form])
        for left, right in pairwise(content)
        if right - left <= MAX_PAIR_GAP + 1 and words[left].literal_form != words[right].literal_form
        if not (words[left].is_cjk or words[right].is_cjk)
    ]


def _joins(words: list[Word], numbers: dict[str, int]) -> Iterator[Join]:
    """Yield what each two plain neighbours are as one word, if one of them counts."""
    for left, right in pairwise(words[:MAX_JOINED_WORDS]):
        both = (left.literal_form, right.literal_form)
        places = tuple(numbers[form] for form in both if form in numbers)
        if (
            places
            and all(form.isalpha() for form in both)
            and not (left.is_cjk or right.is_cjk or left.keys or right.keys)
        ):
            yield Join(places=places, as_written=f"{left.as_written} {right.as_written}", joined_form="".join(both))


def make_word(text: str) -> Word:
    """Return a text of one word as a word of a question."""
    return _with_forms(split_words(text)[0])


def _split(text: str) -> Iterator[Word]:
    """Yield the words of a question; a number, a date or a name is one word."""
    end = 0
    for value in find_values(text):
        if value.queries:
            yield from map(_with_forms, split_words(text[end : value.start]))
            yield _value_word(text[value.start : value.end], value.queries)
            end = value.end + text.startswith("-", value.end)  # `14-day` leaves `day`, not the flag `-day`
    yield from map(_with_forms, split_words(text[end:]))


def _with_forms(word: Word) -> Word:
    forms = () if word.is_cjk or word.is_compound else _forms_to_tell_apart(word.literal_form)
    return replace(word, forms=forms) if forms else word


@lru_cache(maxsize=MAX_CACHED_WORDS)
def _forms_to_tell_apart(word: str) -> tuple[str, ...]:
    """Return the forms of a word if English has others with its stem, or if it has forms with another stem."""
    forms = inflections(word)
    has_relatives = any(other not in forms for other in words_with_stem(word))
    return forms if has_relatives or any(stem(form) != stem(word) for form in forms) else ()


def _value_word(as_written: str, keys: tuple[str, ...]) -> Word:
    parts = tuple(part for word in split_words(as_written) for part in word.parts)
    form = as_written.lower()
    return Word(as_written=as_written, literal_form=form, parts=parts or (form,), keys=keys)


def _quotations(text: str) -> tuple[tuple[Word, ...], ...]:
    """Return what a question has in quotation marks or backticks, each once."""
    phrases = (tuple(split_words(match.group(1) or match.group(2))) for match in _QUOTED.finditer(text))
    return tuple(dict.fromkeys(phrase for phrase in phrases if phrase and not any(word.is_cjk for word in phrase)))


def _is_function_word(word: Word) -> bool:
    plain = word.as_written.lower().replace("’", "'")
    return not word.keys and (plain in FUNCTION_WORDS or (len(word.parts) == 1 and word.parts[0] in FUNCTION_WORDS))
