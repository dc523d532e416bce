"""Answers as JSON, as the service sends them to the agent's tool."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


def where(text: str = "page 3", *, heading: tuple[str, ...] = ()) -> Json:
    return {
        "text": text,
        "pages": [3, 3],
        "page_label": None,
        "lines": None,
        "heading": list(heading),
        "key": None,
        "record": None,
        "part": None,
    }


def passage(text: str | None = "Goods may be returned within 30 days.", **other: Any) -> Json:
    return {
        "id": "p1",
        "document": "eric/support/returns-policy.pdf",
        "number": 7,
        "text": text,
        "context": None,
        "where": where(),
        "citation": "(returns-policy.pdf, page 3)",
        "version": "r1",
        "rank": 1,
        "score": 12.5,
        "matched": ["return"],
        "missing": [],
        "original": "same",
        "also": [],
        "explanation": None,
        **other,
    }


def answer(status: str = "found", **other: Any) -> Json:
    return {
        "status": status,
        "weak": False,
        "question": "Within how many days may goods be returned?",
        "shortened": False,
        "passages": [passage()] if status == "found" else [],
        "nearest": [],
        "missing_words": [],
        "near_words": {},
        "unread": [],
        "reading": [],
        "searched": ["eric/support/returns-policy.pdf", "eric/support/product-guide.md"],
        "took_ms": 4.2,
        **other,
    }
