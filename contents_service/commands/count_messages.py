"""How many documents and passages, as the commands of the operator say it."""

from __future__ import annotations


def format_document_count(documents: int) -> str:
    """`1 document`, `2,000 documents`."""
    return _said(documents, "document")


def format_counts(documents: int, passages: int) -> str:
    """`1 document, 12 passages`."""
    return f"{format_document_count(documents)}, {_said(passages, 'passage')}"


def _said(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
