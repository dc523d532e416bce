"""What the person sees while the tool works, and when it is done: one short true line."""

from __future__ import annotations

from contents_service.agent_tool.answer import Answer
from contents_service.agent_tool.no_answer import Unanswered
from contents_service.agent_tool.wording import counted

_WITHOUT_PASSAGES = {
    "timeout": "Could not check the documents",
    "unavailable": "Could not check the documents",
    "still_reading": "The documents are still being read",
    "none_holds_it": "None holds it",
    "no_content_words": "Nothing in the question to search for",
    "nothing_given": "No documents to search",
    "nothing_read": "No document was read",
}


def starting(documents: int) -> str:
    """`Searching 3 documents`."""
    return f"Searching {counted(documents, 'document')}" if documents else "No documents to search"


def done(outcome: Answer | Unanswered) -> str:
    """`Found 4 passages`, `None holds it`, `Could not check the documents`."""
    if isinstance(outcome, Answer) and outcome.status == "found":
        found = f"Found {counted(len(outcome.passages), 'passage')}"
        return f"{found}, which may not hold it" if outcome.weak else found
    return _WITHOUT_PASSAGES[outcome.status]
