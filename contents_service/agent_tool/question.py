"""What a model hands over as a question, made fit to be sent."""

from __future__ import annotations

SENT_CHARACTERS = 20_000
"""Well over the 4,000 that the service uses by default: it cuts the question itself, and says so."""


def sendable(question: object) -> tuple[str, bool]:
    """The question as text that UTF-8 can carry, and whether it was cut; empty if there is none."""
    if not isinstance(question, str):
        return "", False
    kept = question[:SENT_CHARACTERS]
    # halves of a surrogate pair are joined where they belong together, and replaced where one stands alone
    whole = kept.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return whole.strip(), len(question) > SENT_CHARACTERS
