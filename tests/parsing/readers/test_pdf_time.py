"""A PDF that takes longer than a document may is read as far as time allows."""

from __future__ import annotations

from helpers.pdf_making import body, pdf

from contents_service.limits import Limits
from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source

PAGES = 1_900
"""More than can be read in a second."""


def test_pages_that_there_was_no_time_for_are_listed_and_those_before_are_read() -> None:
    data = pdf(*[body()] * PAGES)

    parsed = reader.read(Source(name="long.pdf", data=data, limits=Limits(cpu_s=1, clock_s=1)))

    (rest,) = parsed.unread
    first, last = rest.where.pages or (0, 0)
    assert (rest.code, last) == ("too_slow", PAGES)
    assert {block.page for block in parsed.blocks} == set(range(1, first))
