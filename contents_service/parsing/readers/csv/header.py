"""The header of a CSV file: the one or two records that name its columns."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from contents_service.parsing.readers.csv.dialect import SAMPLE_RECORDS, Dialect
from contents_service.parsing.readers.csv.records import Records, values_of

_DATA = re.compile(
    r"[+-]?[\d.,' ]*\d[\d.,' ]*\s?[%€$£]?|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([T ].*)?|[^@\s]+@[^@\s]+|https?://\S+"
)
"""A value that names no column: a number, a date, an address."""
_YEAR = re.compile(r"(?:19|20)\d\d")
"""A number that may name a column."""


class Header(Struct, frozen=True):
    """How many records name the columns, and the names."""

    records: int
    names: list[str]


def find_header(lines: Sequence[str], dialect: Dialect, records: Records) -> Header | None:
    """Return the first record if it names the columns: no value is data, and none occurs in its column again."""
    spans = list(zip(records.firsts[:SAMPLE_RECORDS], records.lasts[:SAMPLE_RECORDS], strict=True))
    if not spans:
        return None
    first, *others = (values_of(lines, span, dialect.delimiter) for span in spans)
    if not any(first) or _has_data(first):
        return None
    if _names_groups(first, others):
        return Header(2, _names_under_groups(first, others[0]))
    others = [row for row in others if row != first]
    is_repeated = any(value and value == row[at] for row in others for at, value in enumerate(first) if at < len(row))
    return None if is_repeated else Header(1, first)


def _has_data(row: Sequence[str]) -> bool:
    return any(_DATA.fullmatch(value) and not _YEAR.fullmatch(value) for value in row if value)


def _names_groups(first: Sequence[str], others: Sequence[Sequence[str]]) -> bool:
    """Whether a row names groups of columns, once or at each, and the row below it the columns, above rows of data."""
    if len(others) < 2 or len(first) != len(others[0]) or _has_data(others[0]) or not _has_data(others[1]):
        return False
    groups = [value for value in first[1:] if value]
    has_wide_group = len(groups) < len(first) - 1 or len(set(groups)) < len(groups)
    is_complete = all(group or name for group, name in zip(first[1:], others[0][1:], strict=True))
    return bool(groups) and has_wide_group and is_complete


def _names_under_groups(groups: Sequence[str], names: Sequence[str]) -> list[str]:
    """Return the names of columns after those of their groups; a group spans the empty cells at its right."""
    full_names, group = list[str](), ""
    for above, name in zip(groups, names, strict=True):
        group = above or (group if name else "")
        full_names.append(f"{group} {name}".strip())
    return full_names
