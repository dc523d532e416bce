"""The outcomes of a call without an answer: why there is none, and what the agent should do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from contents_service.agent_tool.wording import list_up_to, shorten_paths

GUIDANCE = (
    "Answer from what you know, say that the documents could not be checked this time, "
    "and do not search them again in this turn."
)


class NoAnswer(Struct, frozen=True):
    """The service did not answer, or was not asked; `available` is false where a later turn may get an answer."""

    status: Literal["timeout", "unavailable", "still_reading", "nothing_read", "no_content_words"]
    reason: str
    guidance: str = GUIDANCE
    available: bool = False


def make_still_reading_outcome(paths: Sequence[str]) -> NoAnswer:
    """Return the outcome when no document has been read yet and these are being read."""
    documents = list_up_to(shorten_paths(paths).values())
    return NoAnswer("still_reading", f"none of them has been read yet ({documents or 'all'} still being read)")


RUN_FROM_FILE = NoAnswer(
    "nothing_read",
    "nothing was read for an application run from a file",
    "Answer from what you know, and say that this application has no documents to search while it runs from a file.",
    available=True,
)
NO_QUESTION = NoAnswer(
    "no_content_words",
    "the question was empty or not text",
    "Ask once more, with one whole question that names what it is about.",
    available=True,
)
