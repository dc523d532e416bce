"""Adding documents in a browser: chosen in the dialog, dropped or uploaded, and what happens to those that fail."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.browsing import Visit, drag_files
from helpers.page_states import partly_read_pdf
from helpers.pdf_making import Picture, pdf
from playwright.sync_api import FilePayload, Page, expect

pytestmark = pytest.mark.solr


def upload_file(name: str, content: bytes) -> FilePayload:
    return FilePayload(name=name, mimeType="application/octet-stream", buffer=content)


def upload(visit: Visit, *files: FilePayload) -> None:
    """Upload files to the visit's own folder through the dialog."""
    page = visit.page
    page.get_by_role("link", name="this computer").click()
    page.locator("#into").fill(f"{visit.person}/{visit.app}")
    page.locator("#file").set_input_files(files)
    page.get_by_role("button", name="Upload and add").click()


def row(page: Page, name: str) -> str:
    """Wait until a document is listed and read, and return the text of its row."""
    found = page.locator(".document").filter(has_text=name)
    expect(found).not_to_have_class(re.compile("reading"))
    return " ".join(found.inner_text().split())


def test_a_person_picks_documents_and_watches_them_being_read(visit: Visit) -> None:
    page = visit.open()
    expect(page.get_by_text("It knows nothing yet.")).to_be_visible()
    page.locator("#give").click()
    page.get_by_role("link", name="support/").click()
    expect(page.get_by_text("would not be read").first).to_be_visible()
    expect(page.locator("#give-chosen")).to_be_disabled()
    page.get_by_label("product-guide.md").check()
    page.get_by_role("link", name="tools/").click()
    page.get_by_label("gear_ratio.py").check()
    page.get_by_role("button", name="Add 2 documents").click()
    expect(page.locator("dialog")).to_be_hidden()
    expect(page.locator("#notice")).to_have_text("2 documents added.")
    expect(page.locator("#give")).to_be_focused()
    expect(page.locator("#searching")).to_have_text("Searching what you added (2 documents)")
    assert "13 passages read just now" in row(page, "product-guide.md")
    assert "passages read just now" in row(page, "gear_ratio.py")


def test_all_readable_files_of_a_folder_are_chosen_at_once(visit: Visit) -> None:
    for name in ("hours.txt", "prices.csv"):
        visit.write(f"papers/{name}", "monday,closed\n")
    visit.write("papers/nothing.txt", "")
    page = visit.open()
    page.locator("#give").click()
    page.get_by_role("link", name=f"{visit.app}/", exact=True).click()
    page.get_by_role("link", name="papers/").click()
    page.get_by_label("All here that can be read").check()
    page.get_by_role("button", name="Add 2 documents").click()
    expect(page.locator(".document")).to_have_count(2)


def test_files_and_folders_are_dropped_on_the_page(visit: Visit, tmp_path: Path) -> None:
    (tmp_path / f"{visit.app}-papers/old").mkdir(parents=True)
    (tmp_path / f"{visit.app}-papers/zebra.md").write_text("# Zebra\nZebras have stripes.\n")
    (tmp_path / f"{visit.app}-papers/old/scan.pdf").write_bytes(pdf([Picture()]))
    (tmp_path / f"{visit.app}-papers/.hidden").write_text("not for anybody")
    (tmp_path / f"{visit.app}.txt").write_text("A plain text.\n")
    page = visit.open()
    papers = [tmp_path / f"{visit.app}-papers", tmp_path / f"{visit.app}.txt"]
    drag_files(page, papers, "dragEnter", "dragOver")
    expect(page.locator(".drop-overlay")).to_be_visible()
    drag_files(page, papers, "drop")
    expect(page.locator("#notice")).to_have_text("3 files are uploaded and added.")
    assert f"zebra.md {visit.app}-papers/ · Markdown 1 passage" in row(page, "zebra.md")
    assert "Not read" in row(page, "scan.pdf")
    assert "These are pictures of pages, with no text in them." in row(page, "scan.pdf")
    assert "1 passage" in row(page, f"{visit.app}.txt")
    expect(page.locator(".document")).to_have_count(3)


def test_a_person_decides_what_happens_to_a_file_of_the_same_name(visit: Visit) -> None:
    for name in ("both.md", "mine.md", "theirs.md"):
        visit.write(name, "# A\nas it was\n")
    page = visit.open()
    upload(visit, *(upload_file(name, b"# A\nanother\n") for name in ("both.md", "mine.md", "theirs.md")))
    for name, decision in (("both.md", "Keep both"), ("mine.md", "Replace it"), ("theirs.md", "Skip")):
        item = page.locator(".upload").filter(has_text=name)
        expect(item).to_contain_text("A different file of this name is in the Home Folder.")
        item.get_by_role("button", name=decision).click()
    row(page, "both (2).md")
    row(page, "mine.md")
    expect(page.locator(".upload")).to_have_count(0)
    home = visit.service.data / "home" / visit.person / visit.app
    assert {file.name: b"another" in file.read_bytes() for file in home.iterdir()} == {
        "both.md": False,
        "both (2).md": True,
        "mine.md": True,
        "theirs.md": False,
    }


def test_a_file_that_is_too_big_is_reported_and_the_others_are_stored(visit: Visit) -> None:
    page = visit.open()
    upload(visit, upload_file("film.txt", b"x" * 3_500_000), upload_file("small.md", b"# A\na\n"))
    row(page, "small.md")
    expect(page.locator(".upload")).to_contain_text("It is 3.5 MB; the limit is 3 MB.")


def test_an_upload_can_be_retried_when_the_service_was_unreachable(visit: Visit) -> None:
    page = visit.open()
    page.get_by_role("link", name="this computer").click()
    page.locator("#into").fill(f"{visit.person}/{visit.app}")
    page.locator("#file").set_input_files([upload_file("patient.md", b"# A\na\n")])
    page.context.set_offline(True)
    page.get_by_role("button", name="Upload and add").click()
    expect(page.locator(".upload")).to_contain_text("The service could not be reached.")
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    row(page, "patient.md")


def test_the_card_is_right_after_a_reload_during_reading(visit: Visit) -> None:
    paths = [visit.write(f"{number}.md", f"# Part {number}\nwords\n") for number in range(12)]
    visit.give(*paths, visit.write("lease.pdf", partly_read_pdf()), read=False)
    page = visit.open()
    page.reload()
    expect(page.locator(".document")).to_have_count(13)
    expect(page.locator(".document.reading")).to_have_count(0)
    expect(page.locator("#total")).to_be_hidden()
    assert "Read but for pages 2–3." in row(page, "lease.pdf")


def test_in_development_a_person_signs_in_by_name(visit: Visit) -> None:
    page = visit.page
    page.context.clear_cookies()
    visit.open()
    page.get_by_label("Person").fill("eric")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("As eric").first).to_be_visible()
