"""Which language a text is in: by its script, then by its frequent words and accented letters.

Most texts are taken for English, so a text counts as another language only where it clearly is: names, code and tables
in an English document must not change its language.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache

import regex

from contents_service.relevance.languages.words import QUESTION_WORDS, frequent_words

MAX_CHARACTERS = 2000
"""Characters of a text that are looked at; more of them do not change the answer."""
MAX_TEXTS = 50
"""Texts of a document that are looked at, about."""
MIN_TEXT_SHARE = 0.1
"""The share of a document's text that must be in a language for it to be one of the document's."""
FREQUENT_WORDS = 2000
"""Words of each language that are known."""
FLOOR = 1e-5
"""The frequency of a word that a language does not have among these."""
MARGIN = 3.0
"""How much likelier another language must be than the expected one, as a natural logarithm."""
TELLING = 0.5
"""How much likelier a single word must be in that language to count as one of its words."""
MIN_TELLING_WORDS = 2
"""Such words that a text must have to be in another language than the expected one."""
MIN_TELLING_SHARE = 0.12
"""The share of a text's different words that must be such words."""
LETTER = 0.5
"""How much a letter of a word that is not known counts, compared with a word."""
QUESTION_WORD = 3e-4
"""The frequency that a question word has at least, since questions are short."""
OTHER_SCRIPT = 2
"""How much a letter of another script counts, compared with a Latin one: every script has Latin names among it."""
DENSE_SCRIPT = 6
"""How much a character of Chinese, Japanese or Korean counts, which stands for several letters."""
SCRIPT_LANGUAGES = {
    "Latin": "en de es fr it pt nl sv pl tr da nb fi cs hu ro id vi ca sh sk sl lt lv is ms fil eu ga",
    "Cyrillic": "ru uk bg sh mk",
    "Arabic": "ar fa ur",
    "Devanagari": "hi ne",
    "Hebrew": "he yi",
    "Greek": "el",
    "Armenian": "hy",
    "Bengali": "bn",
    "Tamil": "ta",
    "Telugu": "te",
    "Kannada": "kn",
    "Malayalam": "ml",
    "Gujarati": "gu",
    "Gurmukhi": "pa",
    "Sinhala": "si",
    "Georgian": "ka",
    "Ethiopic": "am",
    "Thai": "th",
    "Lao": "lo",
    "Khmer": "km",
    "Myanmar": "my",
    "Hangul": "ko",
    "Hiragana": "ja",
    "Katakana": "ja",
    "Han": "zh",
}
"""The languages that are told apart within each script, the commonest first."""
_Evidence = dict[str, tuple[tuple[int, float], ...]]
_SCRIPTS = regex.compile("|".join(rf"(?P<{name}>\p{{Script={name}}}+)" for name in SCRIPT_LANGUAGES))
_SCRIPT_WEIGHTS = {"Latin": 1, "Han": DENSE_SCRIPT, "Hiragana": DENSE_SCRIPT, "Hangul": DENSE_SCRIPT}
_WORD = regex.compile(r"(?<![\w@./\\])[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*(?![\w@/\\]|\.\w)")
"""A word that is no part of an identifier, an address or a path."""
_SEPARATOR = re.compile(r"['’]")


def recognize(text: str, expected: str = "en") -> str:
    """Return the ISO code of a text's language: the expected one unless the text is clearly in another.

    For a question, expect the language that most of the documents have.
    """
    start = text[:MAX_CHARACTERS]
    script = "Latin" if start.isascii() else _script(start)
    if script is None:
        return expected
    languages = SCRIPT_LANGUAGES[script].split()
    if len(languages) == 1:
        return languages[0]
    return _likeliest(start, languages, expected if expected in languages else None)


def recognize_all(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the ISO codes of the languages that many of some texts are in, the one of most of them first.

    Of many texts, some from everywhere are looked at. Short ones count little, since they are taken for English.
    """
    letters: Counter[str] = Counter()
    for text in texts[:: max(1, len(texts) // MAX_TEXTS)]:
        letters[recognize(text)] += len(text)
    enough = MIN_TEXT_SHARE * letters.total()
    return tuple(language for language, number in letters.most_common() if number >= enough) or ("en",)


def preload() -> None:
    """Read what tells the languages in Latin script apart now, so that the first question does not wait for it."""
    _evidence("en")


def _script(text: str) -> str | None:
    """Return the script of most letters; Japanese has kana among its Chinese characters."""
    letters: Counter[str] = Counter()
    for match in _SCRIPTS.finditer(text):
        letters[str(match.lastgroup)] += match.end() - match.start()
    kana = letters.pop("Hiragana", 0) + letters.pop("Katakana", 0)
    if kana and kana * 10 >= letters["Han"]:
        letters["Hiragana"] = kana + letters.pop("Han", 0)
    for script in letters:
        letters[script] *= _SCRIPT_WEIGHTS.get(script, OTHER_SCRIPT)
    return max(letters, key=letters.__getitem__, default=None)


def _likeliest(text: str, languages: list[str], expected: str | None) -> str:
    evidence = _evidence(languages[0])
    words = {part for word in _WORD.findall(text.lower()) for part in _SEPARATOR.split(word)}
    known = [_word_evidence(word, evidence) for word in words]
    scores = [0.0] * len(languages)
    for weights in known:
        for place, weight in weights:
            scores[place] += weight
    best = max(range(len(languages)), key=scores.__getitem__)
    if expected is None:
        return languages[best]
    usual = languages.index(expected)
    telling = sum(_is_telling(dict(weights), best, usual) for weights in known)
    is_clear = scores[best] > scores[usual] + MARGIN and telling >= max(
        MIN_TELLING_WORDS, MIN_TELLING_SHARE * len(words)
    )
    return languages[best] if is_clear else expected


def _word_evidence(word: str, evidence: _Evidence) -> tuple[tuple[int, float], ...]:
    """Return how much a word speaks for each language; one that is not known speaks by its letters beyond ASCII."""
    if word in evidence:
        return evidence[word]
    letters = {letter for letter in word if letter > "\x7f"}
    return tuple((place, LETTER * weight) for letter in letters for place, weight in evidence.get(letter, ()))


def _is_telling(weights: dict[int, float], best: int, usual: int) -> bool:
    return weights.get(best, 0.0) > weights.get(usual, 0.0) + TELLING


@cache
def _evidence(first_language: str) -> _Evidence:
    """Return, for each word and letter, the places of the languages that have it and how much it speaks for each."""
    languages = next(each.split() for each in SCRIPT_LANGUAGES.values() if each.split()[0] == first_language)
    evidence: dict[str, list[tuple[int, float]]] = {}
    for place, language in enumerate(languages):
        for piece, frequency in _piece_frequencies(language).items():
            if frequency > FLOOR:
                evidence.setdefault(piece, []).append((place, math.log(frequency / FLOOR)))
    return {piece: tuple(weights) for piece, weights in evidence.items()}


def _piece_frequencies(language: str) -> dict[str, float]:
    frequencies: defaultdict[str, float] = defaultdict(float)
    for word, frequency in frequent_words(language, FREQUENT_WORDS):
        if not any(character.isdigit() for character in word):
            for piece in {*_SEPARATOR.split(word), *(letter for letter in word if letter > "\x7f")}:
                frequencies[piece] += frequency
    for word in QUESTION_WORDS.get(language, "").split():
        frequencies[word] = max(frequencies[word], QUESTION_WORD)
    return frequencies
