"""Function words written as names: *Will* the attribute, *IT* the department, *If* the node.

A function word says nothing by itself, so it is left out of questions. Written as a name it says much. It is a name

- with a capital inside a sentence (`the If node`), except for those that join the words of titles (`Game of Thrones`);
- in capitals of two letters or more, next to words that are not in capitals (`the IT department`);
- alone on its line, as a heading is (`Might`), or in quotation marks (`"If"`).

In a line in which most words have capitals, a capital marks no name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

from contents_service.relevance.values.value import Value

JOINING_WORDS = frozenset(
    "a an and any as at by for from in into is its of on onto or than that the this to upon with".split()
)
"""Function words that titles write with a capital although they are no names."""
MAX_SHARE = 0.6
"""If more than this share of the other words on the line have capitals, a capital does not mark a name."""
NEIGHBOURHOOD = 80
"""Number of characters before and after a word, on its line, that are looked at."""
_CAPITALISED = re.compile(r"(?<![\w'’])[A-ZÀ-ÞА-ЯЁ][^\W\d_]+(?![\w'’])")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_OPENING = " \t\"'“„«‘([*_"
_CLOSING = "\"'”’»)]"
_SENTENCE_ENDS = tuple(".!?:…。•|>#*–—-")
_QUOTES = tuple("\"'“”„«»‘’`")


def name_key(word: str) -> str:
    """Return the key by which a function word written as a name is indexed."""
    return f"={word}"


def find_names(text: str, function_words: Collection[str]) -> list[Value]:
    """Return the function words of a text that are written as names, in order."""
    return [
        Value(start=match.start(), end=match.end(), keys=(key,), queries=(key,))
        for match in _CAPITALISED.finditer(text)
        if match[0].lower() in function_words and _is_name(match)
        for key in [name_key(match[0])]
    ]


def _is_name(match: re.Match[str]) -> bool:
    word, text = match[0], match.string
    before = text[max(0, match.start() - NEIGHBOURHOOD) : match.start()].rpartition("\n")[2]
    after = text[match.end() : match.end() + NEIGHBOURHOOD].partition("\n")[0]
    if before.endswith(_QUOTES) and after.startswith(_QUOTES):
        return True
    if not _WORD.search(before) and not _WORD.search(after):
        return True
    if word.isupper():
        return _are_few(str.isupper, _informative_words(before, after))
    if word.lower() in JOINING_WORDS or _begins_sentence(before):
        return False
    return _are_few(_has_capital, _informative_words(before, after))


def _informative_words(before: str, after: str) -> list[str]:
    """Return the words around another whose capitals may mark a name.

    They do not begin a sentence, and do not join the words of a title.
    """
    inside_sentences = [match[0] for match in _WORD.finditer(before) if not _begins_sentence(before[: match.start()])]
    return [word for word in (*inside_sentences, *_WORD.findall(after)) if word.lower() not in JOINING_WORDS]


def _begins_sentence(before: str) -> bool:
    """Whether what comes after this part of a line begins a sentence."""
    end = before.rstrip(_OPENING).rstrip(_CLOSING)
    return not end or end.endswith(_SENTENCE_ENDS)


def _has_capital(word: str) -> bool:
    return word[0].isupper()


def _are_few(test: Callable[[str], bool], words: Sequence[str]) -> bool:
    return sum(map(test, words)) <= MAX_SHARE * len(words)
