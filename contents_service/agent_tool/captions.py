"""The line that the person watching sees while the tool works, and when it is done."""

from __future__ import annotations

from contents_service.agent_tool.answer import Answer
from contents_service.agent_tool.no_answer import NoAnswer
from contents_service.agent_tool.wording import count_of

_WITHOUT_PASSAGES = {
    "timeout": "Could not check the documents",
    "unavailable": "Could not check the documents",
    "still_reading": "The documents are still being read",
    "none_holds_it": "Found no answer",
    "no_content_words": "Nothing in the question to search for",
    "nothing_given": "No documents to search",
    "nothing_read": "No document was read",
}


def caption_search(documents: int) -> str:
    """Return a caption such as `Searching 3 documents`."""
    return f"Searching {count_of(documents, 'document')}" if documents else "No documents to search"


def caption_outcome(outcome: Answer | NoAnswer) -> str:
    """Return a caption such as `Found 4 passages`, `Found no answer` or `Could not check the documents`."""
    if isinstance(outcome, Answer) and outcome.status == "found":
        found = f"Found {count_of(len(outcome.passages), 'passage')}"
        return f"{found}, which may not hold it" if outcome.weak else found
    return _WITHOUT_PASSAGES[outcome.status]
