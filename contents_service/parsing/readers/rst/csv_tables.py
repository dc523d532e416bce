"""Tables written as comma-separated values, below a directive and its options."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence

from contents_service.model import Span
from contents_service.parsing.readers.table import Table

_DIRECTIVE = re.compile(r"\s*\.\.\s+csv-table::")
_OPTION = re.compile(r"\s*:([\w-]+):\s*(.*)")
_DELIMITERS: Mapping[str, str] = {"tab": "\t", "space": " "}


def is_csv_table(line: str) -> bool:
    """Whether a line is the directive of a CSV table."""
    return bool(_DIRECTIVE.match(line))


def read_csv_table(lines: Sequence[str], span: Span) -> Table:
    """Return the CSV table on some lines; its options belong to the first row."""
    body = next((number + 1 for number in range(span[0], span[1]) if not lines[number - 1].strip()), span[1] + 1)
    matches = (_OPTION.match(lines[number - 1]) for number in range(span[0] + 1, body))
    options = {found[1]: found[2].strip() for found in matches if found}
    delimiter = _DELIMITERS.get(options.get("delim", ","), options.get("delim", ",")[:1] or ",")
    try:
        records = list(_records(lines, (body, span[1]), delimiter))
        header = [cell for cells in csv.reader([options.get("header", "")], skipinitialspace=True) for cell in cells]
    except csv.Error:
        return Table((span,))
    if not records:
        return Table((span,))
    header_rows = int(options["header-rows"]) if options.get("header-rows", "").isdecimal() else 0
    header_cells = [header] * bool(header) + [cells for _, cells in records[:header_rows]]
    rows = ((span[0], records[0][0][1]), *(row for row, _ in records[1:]))
    return Table(rows, "\n".join(map(" | ".join, header_cells)) or None)


def _records(lines: Sequence[str], body: Span, delimiter: str) -> Iterator[tuple[Span, Sequence[str]]]:
    """Yield each record's lines and cells."""
    stripped = (lines[number - 1].strip() for number in range(body[0], body[1] + 1))
    reader = csv.reader(stripped, delimiter=delimiter, skipinitialspace=True)
    first = body[0]
    for cells in reader:
        last = body[0] + reader.line_num - 1
        if cells:
            yield (first, last), [cell.strip() for cell in cells]
            first = last + 1
