"""Tables written in HTML: the lines of their rows, and the text of their header."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from contents_service.model import Span
from contents_service.parsing.readers.markdown.html_text import strip_tags
from contents_service.parsing.readers.table import Table

_ROW = re.compile(r"<tr\b", re.IGNORECASE)
_TABLE_END = re.compile(r"</table\s*>", re.IGNORECASE)
_HEADER_CELL = re.compile(r"<th\b[^<>]*>(.*?)(?=<t[hdr]\b|</t|\Z)", re.DOTALL | re.IGNORECASE)


def read_html_table(lines: Sequence[str], span: Span) -> Table | None:
    """Return the table at the top of some lines, up to its end; lines above the first row belong to that row."""
    ends = (number for number in range(span[0], span[1] + 1) if _TABLE_END.search(lines[number - 1]))
    last = next(ends, span[1])
    starts = [number for number in range(span[0], last + 1) if _ROW.search(lines[number - 1])]
    if len(starts) < 2:
        return None
    rows = tuple((first, after - 1) for first, after in pairwise([span[0], *starts[1:], last + 1]))
    head_markup = "\n".join(lines[rows[0][0] - 1 : rows[0][1]])
    return Table(rows, " | ".join(filter(None, map(strip_tags, _HEADER_CELL.findall(head_markup)))) or None)
