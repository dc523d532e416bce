"""The notes after the passages: what else an agent must know, one line each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from contents_service.agent_tool.answer import Answer, UnreadPart
from contents_service.agent_tool.wording import list_up_to, one_line, quote_words, short_names

_ORIGINALS = {
    "changed": "Changed since it was read, so it may say something else now",
    "missing": "No longer in the Home Folder; the passages are from when it was read",
    "unknown": "May have changed since it was read",
}


def notes(answer: Answer) -> list[str]:
    """Return all notes on an answer, most important first."""
    return [
        *_doubt(answer),
        *_missing_words(answer),
        *_originals(answer),
        *_unread(answer),
        *_reading(answer),
        *_shortened(answer),
    ]


def _doubt(answer: Answer) -> Iterator[str]:
    if answer.weak and answer.passages:
        yield "These passages may well not hold the answer. If they do not, say that you do not know."
        missing = quote_words(answer.passages[0].missing)
        if missing and not answer.missing_words:
            yield f"The best of them lacks words of the question: {missing}."


def _missing_words(answer: Answer) -> Iterator[str]:
    """Yield the words of the question that no document has, and similar words that some have."""
    if answer.missing_words:
        yield f"Not in these documents at all: {quote_words(answer.missing_words)}."
    near = quote_words(dict.fromkeys(word for words in answer.near_words.values() for word in words))
    if near:
        yield f"Near words they do have: {near}."


def _originals(answer: Answer) -> Iterator[str]:
    names = _names(answer)
    for state, description in _ORIGINALS.items():
        paths = dict.fromkeys(passage.document for passage in answer.passages if passage.original == state)
        if paths:
            yield f"{description}: {list_up_to(names[path] for path in paths)}."


def _unread(answer: Answer) -> Iterator[str]:
    """Yield the parts that were not read, a line for each reason."""
    names = _names(answer)
    reasons: dict[str, list[str]] = {}
    for part in answer.unread:
        reasons.setdefault(one_line(part.message), []).append(_part(part, names))
    for reason, parts in reasons.items():
        yield f"Not read, and may hold the answer: {list_up_to(parts)}. {reason}".rstrip()


def _part(part: UnreadPart, names: Mapping[str, str]) -> str:
    name = names[part.document]
    return f"{one_line(part.where.text)} of {name}" if part.where else name


def _reading(answer: Answer) -> Iterator[str]:
    if answer.reading:
        names = _names(answer)
        yield f"Still being read, and not searched this time: {list_up_to(names[path] for path in answer.reading)}."


def _shortened(answer: Answer) -> Iterator[str]:
    if answer.shortened:
        yield "The question was too long; only its beginning was used."


def _names(answer: Answer) -> Mapping[str, str]:
    """Return each document of the answer with its shortest unambiguous name."""
    found = [passage.document for passage in answer.passages]
    unread = [part.document for part in answer.unread]
    return short_names([*answer.searched, *answer.reading, *found, *unread])
