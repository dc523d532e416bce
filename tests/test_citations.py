"""Citations name a document as shortly as tells it from every other document of the application."""

from __future__ import annotations

import pytest

from contents_service.citations import DocumentNames
from contents_service.model import location


@pytest.mark.parametrize(
    ("path", "others", "name"),
    [
        ("eric/support/returns.pdf", ["eric/support/prices.pdf"], "returns.pdf"),
        ("eric/support/policy.md", ["eric/legal/policy.md"], "support/policy.md"),
        ("eric/a/support/policy.md", ["eric/b/support/policy.md"], "a/support/policy.md"),
        ("eric/support/policy.md", ["eric/old-policy.md", "eric/policy.mdx"], "policy.md"),  # ends alike, another name
        ("eric/support/policy.md", ["eric/desk-support/policy.md"], "support/policy.md"),  # parts are whole
        ("eric/policy.md", ["policy.md"], "eric/policy.md"),  # the rival's whole path is the short name
        ("policy.md", ["eric/policy.md"], "policy.md"),
        ("a/b/c.md", ["b/c.md", "x/a/b/c.md"], "a/b/c.md"),
    ],
)
def test_a_name_is_as_short_as_no_other_path_ends_with_it(path: str, others: list[str], name: str) -> None:
    assert DocumentNames([path, *others]).short(path) == name


def test_a_citation_has_the_name_and_the_place() -> None:
    names = DocumentNames(["eric/support/policy.md", "eric/legal/policy.md"])
    where = location(pages=(3, 3))
    assert names.citation("eric/support/policy.md", where) == "(support/policy.md, page 3)"
