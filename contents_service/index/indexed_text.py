"""The text of a passage that an index searches."""

from __future__ import annotations

from contents_service.model import PassageContent, Reading, Record
from contents_service.relevance.values import value_keys
from contents_service.relevance.values.dates import DayOrder


def indexed_text(content: PassageContent) -> str:
    """Return what to index of a passage: its headings, context and text, and extra words that nobody is shown."""
    return "\n".join(filter(None, (*content.where.heading, content.context, content.text, content.extra)))


def indexed_values(content: PassageContent, text: str, order: DayOrder | None) -> str:
    """Return the keys of the values of a passage and its text; those in its headings count twice."""
    return " ".join(value_keys(each, order) for each in (text, *content.where.heading))


def indexed_texts(record: Record, reading: Reading) -> list[str]:
    """Return what to index of each passage of a reading; its first passage is also found by what it is called."""
    texts = [indexed_text(content) for content in reading.passages]
    if texts:
        first = texts[0]
        title = reading.title if reading.title and reading.title not in first else None
        texts[0] = "\n".join(filter(None, (first, title, record.name)))
    return texts
