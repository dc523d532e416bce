"""The question that a model passes, made fit to send."""

from __future__ import annotations

MAX_QUESTION_CHARACTERS = 20_000
"""The longest question that is sent: well over the 4,000 characters to which the service shortens it by default."""


def clean_question(question: object) -> tuple[str, bool]:
    """Return the question as valid text (empty if there is none), and whether it was shortened."""
    if not isinstance(question, str):
        return "", False
    beginning = question[:MAX_QUESTION_CHARACTERS]
    # UTF-8 cannot carry a lone surrogate: pairs are joined, and a half on its own is replaced.
    valid = beginning.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return valid.strip(), len(question) > MAX_QUESTION_CHARACTERS
