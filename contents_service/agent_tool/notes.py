"""What an agent must know beside the passages, each as one line at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from contents_service.agent_tool.answer import Answer, UnreadPart
from contents_service.agent_tool.wording import listed, names, one_line, quoted

_ORIGINALS = {
    "changed": "Changed since it was read, so what stands there now may differ",
    "missing": "No longer in the Home Folder; what was read of it still answers",
    "unknown": "Not known to be still as it was read",
}


def notes(answer: Answer) -> list[str]:
    """All that there is to say of an answer, most important first."""
    return [
        *_weakness(answer),
        *_words(answer),
        *_originals(answer),
        *_unread(answer),
        *_reading(answer),
        *_cut(answer),
    ]


def _weakness(answer: Answer) -> Iterator[str]:
    if answer.weak and answer.passages:
        yield "These passages may well not hold the answer. If they do not, say that you do not know."
        lacking = quoted(answer.passages[0].missing)
        if lacking and not answer.missing_words:
            yield f"The best of them lacks words of the question: {lacking}."


def _words(answer: Answer) -> Iterator[str]:
    """The question's words that occur nowhere, and those like them that do."""
    if answer.missing_words:
        yield f"Not in these documents at all: {quoted(answer.missing_words)}."
    near = quoted(dict.fromkeys(word for words in answer.near_words.values() for word in words))
    if near:
        yield f"Near words they do have: {near}."


def _originals(answer: Answer) -> Iterator[str]:
    called = _called(answer)
    for state, said in _ORIGINALS.items():
        paths = dict.fromkeys(passage.document for passage in answer.passages if passage.original == state)
        if paths:
            yield f"{said}: {listed(called[path] for path in paths)}."


def _unread(answer: Answer) -> Iterator[str]:
    """The parts that were not read, those of one reason together."""
    called = _called(answer)
    reasons: dict[str, list[str]] = {}
    for part in answer.unread:
        reasons.setdefault(one_line(part.message), []).append(_part(part, called))
    for reason, parts in reasons.items():
        yield f"Not read, and may hold the answer: {listed(parts)}. {reason}".rstrip()


def _part(part: UnreadPart, called: Mapping[str, str]) -> str:
    name = called[part.document]
    return f"{one_line(part.where.text)} of {name}" if part.where else name


def _reading(answer: Answer) -> Iterator[str]:
    if answer.reading:
        called = _called(answer)
        yield f"Still being read, and not searched this time: {listed(called[path] for path in answer.reading)}."


def _cut(answer: Answer) -> Iterator[str]:
    if answer.shortened:
        yield "The question was too long; only its beginning was used."


def _called(answer: Answer) -> Mapping[str, str]:
    """Every document of the answer by the name that tells it from the others."""
    found = [passage.document for passage in answer.passages]
    unread = [part.document for part in answer.unread]
    return names([*answer.searched, *answer.reading, *found, *unread])
