"""The text of a passage that an index searches."""

from __future__ import annotations

from contents_service.model import PassageContent


def indexed_text(content: PassageContent) -> str:
    """Return a passage's headings, once, with its context, its text, and the words that only the index is given."""
    return "\n".join(filter(None, (" ".join(content.where.heading), content.context, content.text, content.extra)))
