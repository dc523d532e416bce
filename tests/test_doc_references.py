"""The documentation names files and log events that exist, and its links lead somewhere."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from helpers.paths import ROOT

README, CONTRIBUTING, OPERATING = ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "docs" / "operating.md"
DOCS = sorted((ROOT / "docs").glob("*.md"))
FOLDERS = (ROOT, ROOT / "contents_service")
"""The folders that the documentation names files from."""
NAMED_FILE = re.compile(r"`((?:[\w.-]+/)*[\w.-]+\.py|(?:[\w.-]+/)+(?:[\w-]+\.(?:lock|md|xml|yaml|yml))?)`")
"""A module such as `solr/client.py`, a folder such as `solr/`, or a file in one such as `solr/jars.lock`."""
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)

each_linked_page = pytest.mark.parametrize("page", [README, *DOCS], ids=lambda page: page.name)


def text_without_code(page: Path) -> str:
    return re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    seen: Counter[str] = Counter()
    found = set()
    for heading in HEADING.findall(text_without_code(page)):
        anchor = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        found.add(f"{anchor}-{seen[anchor]}" if seen[anchor] else anchor)
        seen[anchor] += 1
    return found


def leads_somewhere(page: Path, target: str) -> bool:
    file_name, _, anchor = target.partition("#")
    file = (page.parent / file_name).resolve() if file_name else page
    return file.exists() and (not anchor or anchor in anchors(file))


@pytest.mark.parametrize("page", [CONTRIBUTING, *DOCS], ids=lambda page: page.name)
def test_every_module_and_folder_that_a_page_names_exists(page: Path) -> None:
    named = NAMED_FILE.findall(page.read_text(encoding="utf-8"))
    assert [name for name in named if not any((folder / name).exists() for folder in FOLDERS)] == []


@each_linked_page
def test_every_relative_link_of_a_page_leads_to_a_file_and_a_heading(page: Path) -> None:
    targets = [target for target in LINK.findall(text_without_code(page)) if "://" not in target]
    assert [target for target in targets if not leads_somewhere(page, target)] == []


def test_every_page_of_the_documentation_is_linked_from_another() -> None:
    links = {
        (page.parent / target.partition("#")[0]).resolve()
        for page in (README, *DOCS)
        for target in LINK.findall(text_without_code(page))
    }
    assert [page.name for page in DOCS if page not in links] == []


def test_every_log_event_that_is_documented_is_logged() -> None:
    table = OPERATING.read_text(encoding="utf-8").partition("| event |")[2].partition("\n\n")[0]
    events = {
        event for cell in re.findall(r"^\| (`.+?`) \|", table, re.MULTILINE) for event in re.findall(r"`(\w+)`", cell)
    }
    sources = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "contents_service").rglob("*.py"))
    logged = set(re.findall(r'\.(?:info|warning|error)\)?\(\s*"(\w+)"', sources))
    assert events
    assert events - logged == set()
