"""The words of a question: what is looked for, what is quoted, and what stands side by side."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import regex
from msgspec import Struct
from msgspec.structs import replace

from contents_service.relevance.english_frequencies import words_with_stem
from contents_service.relevance.function_words import ASKED_MEASURES
from contents_service.relevance.inflections import inflections
from contents_service.relevance.languages import function_words, is_word, without_affix
from contents_service.relevance.languages.keys import IN_PAIRS, UNSPACED, word_key
from contents_service.relevance.languages.recognition import recognize
from contents_service.relevance.languages.segmentation import question_pairs
from contents_service.relevance.terms import CJK_RUNS, Word, cjk_word, phrase_text, split_words, stem
from contents_service.relevance.values import find_values

MAX_WORDS = 40
"""Words of a question to search for, the rarest first, so that the cost has a limit."""
MAX_JOINED_WORDS = 100
"""Words at the beginning of a question whose neighbours may be one word with them, so that the cost has a limit."""
MAX_CACHED_WORDS = 20_000
"""Words whose forms are remembered."""
MAX_PAIR_GAP = 2
"""Function words that may stand between the two words of a pair (`terms of service`)."""
_CAPITAL_WITHIN = regex.compile(r"\p{Ll}\p{Lu}")
_QUOTED = regex.compile(r"[\"“”„«]([^\"“”„«»\n]{1,120})[\"“”»]|`([^`\n]{1,120})`")


class Join(Struct, frozen=True, kw_only=True):
    """Words of a question that stand side by side, by their indexes, and what they are as one word."""

    indexes: tuple[int, ...]
    as_written: str
    joined_form: str


class Question(Struct, frozen=True, kw_only=True):
    """The words of a question without function words, each once, its pairs of neighbours, and what it quotes."""

    words: tuple[Word, ...]
    pairs: tuple[tuple[int, int, str], ...]
    """The indexes of two words in `words`, and the phrase from one to the other."""
    runs: tuple[tuple[int, int, int, str], ...] = ()
    """The indexes of three neighbours, and the phrase from the first to the last."""
    joins: tuple[Join, ...] = ()
    """What neighbours are as one word, function words included: `login` for "log in"."""
    quotations: tuple[tuple[Word, ...], ...] = ()
    is_only_function_words: bool = False
    """Whether it has function words alone ("to be or not to be"): only a passage with all of them in order holds it."""
    language: str = "en"
    """Its ISO code."""


def parse_question(text: str, usual_language: str = "en") -> Question:
    """Return the words of a question, its neighbours, and what it quotes; function words count only if alone.

    `usual_language` is that of most documents to search: the question is in it unless it clearly is in another.
    """
    language = recognize(text, usual_language)
    words = list(_split(text, language))
    content = [index for index in range(len(words)) if not _says_nothing(words, index, function_words(language))]
    is_only_function_words = not content and bool(words)
    if is_only_function_words:
        content = list(range(len(words)))
    numbers: dict[str, int] = {}
    distinct: list[Word] = []
    for index in content:
        if words[index].literal_form not in numbers:
            numbers[words[index].literal_form] = len(distinct)
            distinct.append(words[index])
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
        quotations=_quotations(text) or ((tuple(words),) if is_only_function_words else ()),
        is_only_function_words=is_only_function_words,
        language=language,
    )


def _neighbours(words: list[Word], content: list[int], numbers: dict[str, int]) -> list[tuple[int, int, int, int]]:
    """Return the indexes of neighbouring words in the question, and their numbers among the distinct words."""
    return [
        (left, right, numbers[words[left].literal_form], numbers[words[right].literal_form])
        for left, right in pairwise(content)
        if right - left <= MAX_PAIR_GAP + 1 and words[left].literal_form != words[right].literal_form
        if not (words[left].is_pair or words[right].is_pair)
    ]


def _joins(words: list[Word], numbers: dict[str, int]) -> Iterator[Join]:
    """Yield what each two plain neighbours are as one word, if one of them counts."""
    for left, right in pairwise(words[:MAX_JOINED_WORDS]):
        both = (left.literal_form, right.literal_form)
        indexes = tuple(numbers[form] for form in both if form in numbers)
        if (
            indexes
            and all(form.isalpha() for form in both)
            and not (left.is_pair or right.is_pair or left.keys or right.keys)
        ):
            yield Join(indexes=indexes, as_written=f"{left.as_written} {right.as_written}", joined_form="".join(both))


def make_word(text: str, language: str) -> Word:
    """Return a text of one word as a word of a question in a language."""
    return _in_language(split_words(text)[0], language)


def _split(text: str, language: str) -> Iterator[Word]:
    """Yield the words of a question; a number, a date or a name is one word."""
    end = 0
    for value in find_values(text):
        if value.queries:
            yield from _words_in(text[end : value.start], language)
            yield _value_word(text[value.start : value.end], value.queries)
            end = value.end + text.startswith("-", value.end)  # `14-day` leaves `day`, not the flag `-day`
    yield from _words_in(text[end:], language)


def _words_in(text: str, language: str) -> Iterator[Word]:
    if language in UNSPACED:
        for word in split_words(text):
            yield from [word] if word.literal_form.isascii() else _pairs_by_key(word.literal_form, language)
        return
    end = 0
    for run in CJK_RUNS.finditer(text) if language in IN_PAIRS else ():
        yield from (_in_language(word, language) for word in split_words(text[end : run.start()]))
        yield from (cjk_word(pair) for pair in question_pairs(unicodedata.normalize("NFKC", run.group()), language))
        end = run.end()
    yield from (_in_language(word, language) for word in split_words(text[end:]))


def _pairs_by_key(run: str, language: str) -> Iterator[Word]:
    for pair in question_pairs(run, language):
        yield Word(as_written=pair, literal_form=pair, parts=(pair,), language=language, keys=(f"{language}:{pair}",))


def _in_language(word: Word, language: str) -> Word:
    if language == "en":
        return _with_forms(word)
    plain = without_affix(word.literal_form, language)
    if word.is_cjk or not is_word(plain) or _CAPITAL_WITHIN.search(word.as_written):
        return word
    return replace(word, literal_form=plain, parts=(plain,), language=language, own_key=word_key(plain, language))


def _with_forms(word: Word) -> Word:
    """Return an English word with its own forms, where they must be told from others."""
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
    return tuple(dict.fromkeys(phrase for phrase in phrases if phrase and not any(word.is_pair for word in phrase)))


def _says_nothing(words: Sequence[Word], index: int, function_words: Collection[str]) -> bool:
    word = words[index]
    is_asked_measure = word.literal_form in ASKED_MEASURES and index and words[index - 1].literal_form == "how"
    return _is_function_word(word, function_words) or bool(is_asked_measure)


def _is_function_word(word: Word, function_words: Collection[str]) -> bool:
    plain = word.as_written.lower().replace("’", "'")
    return not word.keys and (plain in function_words or (len(word.parts) == 1 and word.parts[0] in function_words))
