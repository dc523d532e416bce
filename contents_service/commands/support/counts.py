"""The formatting of document and passage counts for the operator's commands."""

from __future__ import annotations

from contents_service.agent_tool.wording import count_of


def format_document_count(documents: int) -> str:
    """Return a count such as `1 document` or `2,000 documents`."""
    return count_of(documents, "document")


def format_counts(documents: int, passages: int) -> str:
    """Return two counts such as `1 document, 12 passages`."""
    return f"{format_document_count(documents)}, {count_of(passages, 'passage')}"
