"""When the documents gave no answer of their own: why, and what the agent does then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from contents_service.agent_tool.wording import listed, names

GUIDANCE = (
    "Answer from what you know, say that the documents could not be checked this time, "
    "and do not search them again in this turn."
)


class Unanswered(Struct, frozen=True):
    """The service gave no answer, or was not asked; `available` is false where another turn may have one."""

    status: Literal["timeout", "unavailable", "still_reading", "nothing_read", "no_content_words"]
    reason: str
    guidance: str = GUIDANCE
    available: bool = False


def still_reading(paths: Sequence[str]) -> Unanswered:
    """None of the documents has been read yet, and these are being read."""
    called = listed(names(paths).values())
    return Unanswered("still_reading", f"none of them has been read yet ({called or 'all'} still being read)")


FROM_FILE = Unanswered(
    "nothing_read",
    "nothing was read for an application run from a file",
    "Answer from what you know, and say that this application has no documents to search while it runs from a file.",
    available=True,
)
NO_QUESTION = Unanswered(
    "no_content_words",
    "the question was empty, or no text",
    "Ask once more, with one whole question that names what it is about.",
    available=True,
)
