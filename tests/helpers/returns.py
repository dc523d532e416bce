"""A Home Folder with a document about returns, and short ways to give it, look at it and ask about it."""

from __future__ import annotations

from pathlib import Path

from contents_service.documents import giving, listing, searching
from contents_service.index.protocol import Index, document_id
from contents_service.model import Answer, Document, Record, Scope
from helpers.memory_index import MemoryIndex
from helpers.stage import Stage

SCOPE = Scope("shop", "eric")
PATH = "eric/support/returns.md"
DAYS_30 = "# Returns\n\nGoods may be returned within 30 days.\n"
DAYS_14 = "# Returns\n\nGoods may be returned within 14 days.\n"


def returns_stage(folder: Path, index: Index | None = None) -> Stage:
    stage = Stage(folder, index or MemoryIndex())
    stage.write(PATH, DAYS_30)
    return stage


def give(stage: Stage, path: str = PATH, text: str | bytes | None = None) -> Document:
    """Give a document, written before if there is a text, and read it."""
    if text is not None:
        stage.write(path, text)
    given = giving.give(stage.services, SCOPE, path).document
    stage.read_all()
    return document(stage, given.id)


def document(stage: Stage, id_: str | None = None) -> Document:
    return listing.document(stage.services, SCOPE, id_ or document_id(SCOPE, PATH))


def record(stage: Stage, path: str = PATH) -> Record:
    current = stage.services.index.get(SCOPE, document_id(SCOPE, path))
    assert current
    return current.record


def ask(stage: Stage, question: str = "When may goods be returned?", *paths: str, limit: int = 6) -> Answer:
    return searching.search(stage.services, SCOPE.narrowed(paths or [PATH]), question, limit=limit)


def texts(answer: Answer) -> list[str]:
    return [passage.text for passage in answer.passages]
