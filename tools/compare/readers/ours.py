"""This service's passages, read without a sandbox because the other readers have none."""

from __future__ import annotations

from compare.chunks import Chunk, InputFile, ReaderOutput
from contents_service.limits import Limits
from contents_service.model import PassageContent
from contents_service.parsing.sandbox import read_worker


def read(file: InputFile) -> ReaderOutput:
    """Return the passages of a file, and the headings of its outline."""
    reading = read_worker.read(file.path.name, file.data, encoding=None, limits=Limits(), report=lambda _: None)
    headings = frozenset(entry.heading[-1] for entry in reading.outline)
    return ReaderOutput([_chunk(passage) for passage in reading.passages], headings)


def _chunk(passage: PassageContent) -> Chunk:
    where = passage.where
    page = where.pages[0] if where.pages else None
    return Chunk(passage.text, where.heading, where.lines, page, passage.context or "")
