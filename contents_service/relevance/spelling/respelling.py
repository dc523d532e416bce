"""Reading a word that the scope lacks as one that it has: `Muenster` as `Münster`, `log in` as `login`, `ibuprofin`.

Another way to write the same word comes first. Only a word that is none of English may be misspelt, and only if it has
six letters or more: two edits, or shorter words, make foreign questions look answered ("coinfection", "connection").
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from contents_service.relevance import languages
from contents_service.relevance.languages.compounds import compound_parts
from contents_service.relevance.question import Question, make_word
from contents_service.relevance.scoring import Statistics, missing_words
from contents_service.relevance.spelling.variants import spelling_variants, ways_to_part
from contents_service.relevance.terms import Word, phrase_text

MIN_MISSPELT_LETTERS = 6
"""Letters of the shortest word that may be misspelt."""
MAX_RESPELT_WORDS = 8
"""Words of a question for which other spellings are tried, and errors in a third of them, to bound the cost."""


class Respelling(Struct, frozen=True, kw_only=True):
    """Words of a question, by their indexes, and the word that they may be read as."""

    indexes: tuple[int, ...]
    word: Word
    may_be_apart: bool = False
    """Whether its parts may be apart in a passage, as *Kündigung* and *Frist* may for *Kündigungsfrist*."""


def respell(
    question: Question,
    statistics: Statistics,
    *,
    count: Callable[[Question], Statistics],
    near_words: Callable[[str], Iterable[str]],
) -> tuple[Question, dict[str, str]]:
    """Return the question with words that the scope lacks read as words that it has, and what was read as what.

    `count` counts other words in the scope, and `near_words` looks up words of the scope that are spelt nearly alike.
    """
    missing = missing_words(question, statistics)[:MAX_RESPELT_WORDS]
    chosen = _first_in_scope(_other_spellings(question, missing), count)
    replaced = {index for each in chosen for index in each.indexes}
    misspelt = [index for index in missing if index not in replaced and _may_be_misspelt(question.words[index])]
    corrected = [
        correction
        for index in misspelt[: MAX_RESPELT_WORDS // 3]
        for correction in _corrections(question, index, near_words(question.words[index].literal_form))
    ]
    chosen += _first_in_scope(corrected, count, commonest_first=True)
    return _replace_words(question, chosen) if chosen else (question, {})


def _first_in_scope(
    respellings: Sequence[Respelling], count: Callable[[Question], Statistics], *, commonest_first: bool = False
) -> list[Respelling]:
    """Return for each word the first respelling, or the commonest, that a passage of the scope holds."""
    if not respellings:
        return []
    statistics = count(Question(words=tuple(each.word for each in respellings), pairs=()))
    counts = zip(respellings, statistics.forms, strict=True)
    held = [(each, number) for each, number in counts if number or _has_all_parts(each, statistics)]
    if commonest_first:
        held.sort(key=lambda pair: -pair[1])
    chosen: list[Respelling] = []
    for each, _ in held:
        if not any(set(each.indexes) & set(other.indexes) for other in chosen):
            chosen.append(each)
    return chosen


def _has_all_parts(respelling: Respelling, statistics: Statistics) -> bool:
    return respelling.may_be_apart and all(statistics.parts.get(part) for part in respelling.word.parts)


def _other_spellings(question: Question, missing: Collection[int]) -> list[Respelling]:
    """Return the other ways to write words that the scope lacks, likeliest first for each."""
    found: list[Respelling] = []
    for index in sorted(missing):
        word = question.words[index]
        if not _is_plain(word):
            continue
        variants = [make_word(variant, word.language) for variant in spelling_variants(word.literal_form)]
        joined = [join for join in question.joins if index in join.indexes]
        apart = [_parted(word, parts) for parts in _two_words(word)]
        found += [Respelling(indexes=(index,), word=replace(each, as_written=word.as_written)) for each in variants]
        found += [
            Respelling(
                indexes=join.indexes,
                word=replace(make_word(join.joined_form, word.language), as_written=join.as_written),
            )
            for join in joined
        ]
        found += [Respelling(indexes=(index,), word=each) for each in apart]
        parts = compound_parts(word.literal_form, word.language)
        found += [Respelling(indexes=(index,), word=_parted(word, parts), may_be_apart=True)] if parts else []
    return found


def _may_be_misspelt(word: Word) -> bool:
    """Whether a word that the scope lacks may be one that it has, with an error in it."""
    return (
        _is_plain(word)
        and len(word.literal_form) >= MIN_MISSPELT_LETTERS
        and languages.is_rare(word.joined_form, word.language)
    )


def _corrections(question: Question, index: int, near_words: Iterable[str]) -> list[Respelling]:
    """Return the near words that differ from a word in one letter, or in two that are swapped."""
    word = question.words[index]
    near = [each for each in near_words if differs_by_one_error(word.literal_form, each)]
    return [
        Respelling(indexes=(index,), word=replace(make_word(each, word.language), as_written=word.as_written))
        for each in near
    ]


def differs_by_one_error(word: str, other: str) -> bool:
    """Whether two words with the same first letter differ by one letter, or by two neighbours that are swapped."""
    if word == other or word[:1] != other[:1] or abs(len(word) - len(other)) > 1:
        return False
    at = next(
        (at for at, (one, two) in enumerate(zip(word, other, strict=False)) if one != two), min(map(len, (word, other)))
    )
    if word[at + 1 :] == other[at + 1 :] or word[at + 1 :] == other[at:] or word[at:] == other[at + 1 :]:
        return True
    return word[at : at + 2] == other[at : at + 2][::-1] and word[at + 2 :] == other[at + 2 :]


def _replace_words(question: Question, chosen: Sequence[Respelling]) -> tuple[Question, dict[str, str]]:
    """Return the question with words read as others, and what was read as what."""
    by_place = {index: respelling for respelling in chosen for index in respelling.indexes}
    numbers: dict[int, int] = {}
    words: list[Word] = []
    for index, word in enumerate(question.words):
        respelling = by_place.get(index)
        if respelling is None or index == min(respelling.indexes):
            numbers[index] = len(words)
            words.append(word if respelling is None else respelling.word)
        else:
            numbers[index] = numbers[min(respelling.indexes)]
    pairs = [(numbers[left], numbers[right]) for left, right, _ in question.pairs]
    changed = {numbers[index] for index in by_place}
    read_as = {each.word.as_written: " ".join(each.word.parts) for each in chosen}
    return (
        replace(
            question,
            words=tuple(words),
            pairs=tuple(
                (a, b, phrase_text([words[a], words[b]]) if {a, b} & changed else phrase)
                for (a, b), (_, _, phrase) in zip(pairs, question.pairs, strict=True)
                if a != b
            ),
            runs=tuple(
                run for run in question.runs if not set(run[:3]) & by_place.keys() and _keeps_its_indexes(run, numbers)
            ),
        ),
        read_as,
    )


def _keeps_its_indexes(run: tuple[int, int, int, str], numbers: Mapping[int, int]) -> bool:
    return all(numbers[index] == index for index in run[:3])


def _is_plain(word: Word) -> bool:
    return word.literal_form.isalpha() and not (word.is_pair or word.keys or word.is_compound)


def _two_words(word: Word) -> list[tuple[str, ...]]:
    """Return the pairs of words of its language that a word may be written as."""
    pairs = [tuple(each.split()) for each in ways_to_part(word.literal_form)]
    return [pair for pair in pairs if not any(languages.is_rare(part, word.language) for part in pair)]


def _parted(word: Word, parts: tuple[str, ...]) -> Word:
    return Word(as_written=word.as_written, literal_form=word.literal_form, parts=parts)
