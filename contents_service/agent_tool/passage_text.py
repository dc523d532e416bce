"""One passage as an agent reads it: a header line with its location, and its text with the context it needs."""

from __future__ import annotations

from contents_service.agent_tool.answer import FoundPassage
from contents_service.agent_tool.fence import clean_text
from contents_service.agent_tool.wording import join_lines, list_up_to

MAX_OTHER_PLACES = 3
"""Largest number of places with the same text that a header names."""


def format_location(passage: FoundPassage) -> str:
    """Return a location such as `returns-policy.pdf, page 3`, in the words of the citation."""
    return _strip_parentheses(passage.citation)


def format_header(number: int, passage: FoundPassage) -> str:
    """Return a header such as `[2] returns-policy.pdf, page 3; the same text: faq.md, lines 3–9`."""
    same = [_strip_parentheses(other.citation) for other in passage.also if other.exact]
    differing = [_strip_parentheses(other.citation) for other in passage.also if not other.exact]
    places = [f"[{number}] {format_location(passage)}"]
    if same:
        places.append(f"the same text: {list_up_to(same, MAX_OTHER_PLACES)}")
    if differing:
        places.append(f"the same with other numbers: {list_up_to(differing, MAX_OTHER_PLACES)}")
    return "; ".join(places)


def format_body(passage: FoundPassage) -> str:
    """Return the heading (unless the location names it), the context such as a table's header row, and the text."""
    return "\n".join(
        part for part in (_format_heading(passage), clean_text(passage.context or ""), clean_text(passage.text)) if part
    )


def _format_heading(passage: FoundPassage) -> str:
    heading_path = " › ".join(passage.where.heading)
    return "" if heading_path in passage.where.text else clean_text(join_lines(heading_path))


def _strip_parentheses(citation: str) -> str:
    return join_lines(citation.strip().removeprefix("(").removesuffix(")"))
