"""How one passage is shown: a header line that says where it is, and its text with what is needed to understand it."""

from __future__ import annotations

from contents_service.agent_tool.answer import FoundPassage
from contents_service.agent_tool.fence import clean
from contents_service.agent_tool.wording import listed, one_line


def place(passage: FoundPassage) -> str:
    """`returns-policy.pdf, page 3`: what stands in its citation, so that what is shown is what is cited."""
    return _bare(passage.citation)


def header(number: int, passage: FoundPassage) -> str:
    """`[2] returns-policy.pdf, page 3; the same text: faq.md, lines 3–9`."""
    twins = listed((_bare(twin.citation) for twin in passage.also), most=3)
    return f"[{number}] {place(passage)}" + (f"; the same text: {twins}" if twins else "")


def body(passage: FoundPassage) -> str:
    """Its heading where its place does not say it, then the header row of its table, then its text."""
    return "\n".join(part for part in (_heading(passage), clean(passage.context or ""), clean(passage.text)) if part)


def _heading(passage: FoundPassage) -> str:
    path = " › ".join(passage.where.heading)
    return "" if path in passage.where.text else clean(one_line(path))


def _bare(citation: str) -> str:
    return one_line(citation.strip().removeprefix("(").removesuffix(")"))
