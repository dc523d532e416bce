"""The notes after the passages: what else an agent must know, one line each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from contents_service.agent_tool.answer import Answer, UnreadPart
from contents_service.agent_tool.language_names import LANGUAGE_NAMES
from contents_service.agent_tool.wording import join_lines, list_up_to, quote_words, shorten_paths

_ORIGINALS = {
    "changed": "Changed since it was read, so it may say something else now",
    "missing": "No longer in the Home Folder; the passages are from when it was read",
    "unknown": "May have changed since it was read",
}


def write_notes(answer: Answer) -> list[str]:
    """Return all notes on an answer, most important first."""
    return [
        *_note_doubt(answer),
        *_note_language(answer),
        *_note_read_as(answer),
        *_note_missing_words(answer),
        *_note_originals(answer),
        *_note_unread(answer),
        *_note_reading(answer),
        *_note_shortened(answer),
    ]


def _note_doubt(answer: Answer) -> Iterator[str]:
    if answer.weak and answer.passages:
        yield "These passages may well not hold the answer. If they do not, say that you do not know."
        missing = quote_words(answer.passages[0].missing)
        if missing and not answer.missing_words:
            yield f"The best of them lacks words of the question: {missing}."


def _note_language(answer: Answer) -> Iterator[str]:
    if answer.language:
        name = LANGUAGE_NAMES.get(answer.language, answer.language)
        yield f"The question is in {name}, and no searched document is. Ask in the documents' language."


def _note_read_as(answer: Answer) -> Iterator[str]:
    """Yield the words that the documents spell otherwise, or that were taken for misspelt."""
    if answer.read_as:
        pairs = [f"{quote_words([word])} as {quote_words([read])}" for word, read in answer.read_as.items()]
        yield f"The documents lack these words of the question, so it was read otherwise: {list_up_to(pairs)}."


def _note_missing_words(answer: Answer) -> Iterator[str]:
    """Yield the words of the question that no document has, and similar words that some have."""
    if answer.missing_words:
        yield f"No searched document has these words: {quote_words(answer.missing_words)}."
    near = quote_words(dict.fromkeys(word for words in answer.near_words.values() for word in words))
    if near:
        yield f"Near words they do have: {near}."


def _note_originals(answer: Answer) -> Iterator[str]:
    names = _shorten_names(answer)
    for state, description in _ORIGINALS.items():
        passages = (*answer.passages, *answer.nearest)
        paths = dict.fromkeys(passage.document for passage in passages if passage.original == state)
        if paths:
            yield f"{description}: {list_up_to(names[path] for path in paths)}."


def _note_unread(answer: Answer) -> Iterator[str]:
    """Yield the parts that were not read, a line for each reason."""
    names = _shorten_names(answer)
    reasons: dict[str, list[str]] = {}
    for part in answer.unread:
        reasons.setdefault(join_lines(part.message), []).append(_name_part(part, names))
    for reason, parts in reasons.items():
        yield f"Not read, and may hold the answer: {list_up_to(parts)}. {reason}".rstrip()


def _name_part(part: UnreadPart, names: Mapping[str, str]) -> str:
    name = names[part.document]
    return f"{join_lines(part.where.text)} of {name}" if part.where else name


def _note_reading(answer: Answer) -> Iterator[str]:
    if answer.reading:
        names = _shorten_names(answer)
        yield f"Still being read, and not searched this time: {list_up_to(names[path] for path in answer.reading)}."


def _note_shortened(answer: Answer) -> Iterator[str]:
    if answer.shortened:
        yield "The question was too long; only its beginning was used."


def _shorten_names(answer: Answer) -> Mapping[str, str]:
    """Return each document of the answer with its shortest unambiguous name."""
    found = [passage.document for passage in (*answer.passages, *answer.nearest)]
    unread = [part.document for part in answer.unread]
    return shorten_paths([*answer.searched, *answer.reading, *found, *unread])
