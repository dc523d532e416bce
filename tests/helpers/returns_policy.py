"""A backend whose Home Folder has a document about returns, and shortcuts to give, fetch and search it."""

from __future__ import annotations

from pathlib import Path

from contents_service.documents import giving, listing, searching
from contents_service.index.protocol import Index, document_id
from contents_service.model import Answer, Document, Record, Scope
from helpers.backend import Backend
from helpers.memory_index import MemoryIndex

SCOPE = Scope("shop", "eric")
PATH = "eric/support/returns.md"
DAYS_30 = "# Returns\n\nGoods may be returned within 30 days.\n"
DAYS_14 = "# Returns\n\nGoods may be returned within 14 days.\n"


def returns_backend(folder: Path, index: Index | None = None) -> Backend:
    backend = Backend(folder, index or MemoryIndex())
    backend.write(PATH, DAYS_30)
    return backend


def give(backend: Backend, path: str = PATH, text: str | bytes | None = None) -> Document:
    """Give a document, after writing its file if a text is passed, and read it."""
    if text is not None:
        backend.write(path, text)
    given = giving.give(backend.services, SCOPE, path).document
    backend.read_all()
    return document(backend, given.id)


def document(backend: Backend, id_: str | None = None) -> Document:
    return listing.get_document(backend.services, SCOPE, id_ or document_id(SCOPE, PATH))


def record(backend: Backend, path: str = PATH) -> Record:
    current = backend.services.index.get(SCOPE, document_id(SCOPE, path))
    assert current
    return current.record


def ask(backend: Backend, question: str = "When may goods be returned?", *paths: str, limit: int = 6) -> Answer:
    return searching.search(backend.services, SCOPE.narrowed(paths or [PATH]), question, limit=limit)


def texts(answer: Answer) -> list[str]:
    return [passage.text for passage in answer.passages]
