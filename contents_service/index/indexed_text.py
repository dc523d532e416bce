"""What an index searches of a passage: its text, and the keys of the values and of the foreign words in it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from contents_service.model import PassageContent, Reading, Record
from contents_service.relevance.languages.keys import language_keys
from contents_service.relevance.languages.recognition import recognize, recognize_all
from contents_service.relevance.terms import count_words
from contents_service.relevance.unspaced_lines import join_unspaced_lines
from contents_service.relevance.values import value_keys
from contents_service.relevance.values.dates import DayOrder, day_order


class IndexedPassage(Struct, frozen=True, kw_only=True):
    """A passage with what to index of it."""

    content: PassageContent
    text: str
    """Its own text; for the first passage of a document also what the document is called."""
    values: str
    """The keys of its numbers, dates and names, those in its headings twice, and of its words in another language than
    English."""
    words: int
    """The words of its own text: what the document is called makes it no longer."""


def indexed_passages(record: Record, reading: Reading) -> Iterator[IndexedPassage]:
    """Yield the passages of a reading in order, each with what to index of it."""
    own_texts = [indexed_text(content) for content in reading.passages]
    order, (usual_language, *_) = day_order(own_texts), languages_of(reading)
    for number, (content, own_text) in enumerate(zip(reading.passages, own_texts, strict=True), 1):
        text = _with_name(own_text, record, reading) if number == 1 else own_text
        values = _values(content, text, order, usual_language)
        yield IndexedPassage(content=content, text=text, values=values, words=count_words(own_text))


def indexed_text(content: PassageContent) -> str:
    """Return what to index of a passage: its headings, context and text, and extra words that nobody is shown.

    A word of Chinese or Japanese that begins on one line and ends on the next is whole.
    """
    text = join_unspaced_lines(content.text)
    return "\n".join(filter(None, (*content.where.heading, content.context, text, content.extra)))


def languages_of(reading: Reading) -> tuple[str, ...]:
    """Return the ISO codes of the languages that a document is in, the one of most of its text first."""
    return recognize_all([content.text for content in reading.passages])


def _with_name(text: str, record: Record, reading: Reading) -> str:
    title = reading.title if reading.title and reading.title not in text else None
    return "\n".join(filter(None, (text, title, record.name)))


def _values(content: PassageContent, text: str, order: DayOrder | None, usual_language: str) -> str:
    in_text = (value_keys(each, order) for each in (text, *content.where.heading))
    return " ".join([*in_text, language_keys(text, recognize(content.text, usual_language))])
