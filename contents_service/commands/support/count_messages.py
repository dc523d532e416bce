"""Counts of documents and passages as the operator's commands print them."""

from __future__ import annotations


def format_document_count(documents: int) -> str:
    """Return a count such as `1 document` or `2,000 documents`."""
    return _format(documents, "document")


def format_counts(documents: int, passages: int) -> str:
    """Return two counts such as `1 document, 12 passages`."""
    return f"{format_document_count(documents)}, {_format(passages, 'passage')}"


def _format(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
