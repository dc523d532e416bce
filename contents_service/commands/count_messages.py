"""How many documents and passages, as the commands of the operator say it."""

from __future__ import annotations


def documents_said(documents: int) -> str:
    """`1 document`, `2,000 documents`."""
    return _said(documents, "document")


def counts_said(documents: int, passages: int) -> str:
    """`1 document, 12 passages`."""
    return f"{documents_said(documents)}, {_said(passages, 'passage')}"


def _said(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
