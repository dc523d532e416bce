"""The text of a passage that an index searches."""

from __future__ import annotations

from contents_service.model import PassageContent


def indexed_text(content: PassageContent) -> str:
    """Return what to index of a passage: its headings, context and text, and extra words that nobody is shown."""
    return "\n".join(filter(None, (" ".join(content.where.heading), content.context, content.text, content.extra)))
