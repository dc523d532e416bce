"""One passage as an agent reads it: a header line with its location, and its text with the context it needs."""

from __future__ import annotations

from contents_service.agent_tool.answer import FoundPassage
from contents_service.agent_tool.fence import clean_text
from contents_service.agent_tool.wording import list_up_to, one_line


def location(passage: FoundPassage) -> str:
    """Return a location such as `returns-policy.pdf, page 3`, in the words of the citation."""
    return _without_parentheses(passage.citation)


def header(number: int, passage: FoundPassage) -> str:
    """Return a header such as `[2] returns-policy.pdf, page 3; the same text: faq.md, lines 3–9`."""
    others = list_up_to((_without_parentheses(other.citation) for other in passage.also), most=3)
    return f"[{number}] {location(passage)}" + (f"; the same text: {others}" if others else "")


def body(passage: FoundPassage) -> str:
    """Return the heading (unless the location names it), the header row of the table, and the text."""
    return "\n".join(
        part for part in (_heading(passage), clean_text(passage.context or ""), clean_text(passage.text)) if part
    )


def _heading(passage: FoundPassage) -> str:
    path = " › ".join(passage.where.heading)
    return "" if path in passage.where.text else clean_text(one_line(path))


def _without_parentheses(citation: str) -> str:
    return one_line(citation.strip().removeprefix("(").removesuffix(")"))
