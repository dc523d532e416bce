"""Finding the record of the document that a request names."""

from __future__ import annotations

from contents_service.errors import NotFound
from contents_service.index.scope_snapshot import ScopeSnapshot
from contents_service.model import Record, Scope


def find_record(snapshot: ScopeSnapshot, scope: Scope, document_id: str) -> Record:
    """Return the record of a document. Raises NotFound if the scope has none."""
    found = next((record for record in snapshot.records(scope) if record.id == document_id), None)
    if found is None:
        raise NotFound("There is nothing here.")
    return found
