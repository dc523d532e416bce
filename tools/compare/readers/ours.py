"""This service's passages, without a sandbox, as the others have none."""

from __future__ import annotations

from compare.piece import File, Piece, Read
from contents_service.limits import Limits
from contents_service.model import PassageContent
from contents_service.parsing.sandbox import read_worker


def read(file: File) -> Read:
    """Its passages, and the headings of its outline."""
    reading = read_worker.read(file.path.name, file.data, encoding=None, limits=Limits(), report=lambda _: None)
    headings = frozenset(entry.heading[-1] for entry in reading.outline)
    return Read([_piece(passage) for passage in reading.passages], headings)


def _piece(passage: PassageContent) -> Piece:
    where = passage.where
    page = where.pages[0] if where.pages else None
    return Piece(passage.text, where.heading, where.lines, page, passage.context or "")
