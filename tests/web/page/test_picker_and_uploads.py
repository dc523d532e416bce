"""Adding documents on the page: chosen from the Home Folder, or uploaded from this computer."""

from __future__ import annotations

import math
from io import BytesIO
from pathlib import Path

import pytest
from helpers.pages import APP, SAME_ORIGIN, get_page, parse_page, submit, submit_and_follow
from helpers.shop import Reply, Shop

from contents_service.settings import Settings
from contents_service.web.page import picker
from contents_service.web.page.picker import MAX_MATCHES, MAX_SEARCHED_ENTRIES

GUIDE = "eric/support/guide.md"


def put(shop: Shop, path: str, data: bytes, **headers: str) -> Reply:
    return shop.request(
        "PUT", f"{APP}/upload", query_string={"path": path}, data=data, headers={**SAME_ORIGIN, **headers}
    )


def stored_files(shop: Shop) -> list[str]:
    return sorted(str(file.relative_to(shop.home)) for file in (shop.home / "eric").rglob("*") if file.is_file())


def test_the_picker_shows_a_folder_and_which_files_could_not_be_read(shop: Shop) -> None:
    text = get_page(shop, "/give").text
    assert "support/" in text
    assert "scan.pdf" in text
    assert "scan.pdf would not be read · 1 kB These are pictures of pages" in text
    assert "diary" not in text


def test_the_picker_leads_into_folders_and_back(shop: Shop) -> None:
    inside = get_page(shop, "/give", folder="eric/support")
    assert "guide.md Markdown" in inside.text
    assert f"{APP}/give?folder=eric" in inside.links


def test_the_picker_finds_by_name_in_folders_below(shop: Shop) -> None:
    text = get_page(shop, "/give", search="LEASE").text
    assert "lease.md eric/legal" in text
    assert "prices.md" not in text
    assert "has “zebra” in its name" in get_page(shop, "/give", search="zebra").text


def test_a_search_that_stops_early_says_so(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picker, "MAX_SEARCH_S", math.inf)  # however slow this machine is
    for number in range(MAX_MATCHES + 1):
        (shop.home / f"eric/many/zebra-{number}").mkdir(parents=True)
    text = get_page(shop, "/give", search="zebra").text
    assert "Search in a folder of it" in text
    assert "Only the first 100 matches are shown." in text
    for number in range(MAX_SEARCHED_ENTRIES):
        (shop.home / f"eric/more/{number}").mkdir(parents=True)
    assert (
        "Only the first 2,000 files and folders, nearest to this folder" in get_page(shop, "/give", search="1999").text
    )
    monkeypatch.setattr(picker, "MAX_SEARCH_S", 0.0)  # as long as a slow store makes it seem
    assert "The search stopped after 2 seconds" in get_page(shop, "/give", search="lease").text


def test_a_complete_search_has_no_message(shop: Shop) -> None:
    assert "Search in a folder of it" not in get_page(shop, "/give", search="lease").text


def test_the_picker_shows_which_documents_were_added_already(shop: Shop) -> None:
    shop.give(GUIDE)
    assert "guide.md added already" in get_page(shop, "/give", folder="eric/support").text


@pytest.mark.parametrize("folder", ["maria", "eric/../maria", "eric/none"])
def test_the_picker_shows_no_folder_but_the_persons_own(shop: Shop, folder: str) -> None:
    assert shop.request("GET", f"{APP}/give", query_string={"folder": folder}).status_code == 404


def test_several_documents_are_given_at_once(shop: Shop) -> None:
    page = submit_and_follow(shop, "give", {"path": [GUIDE, "eric/scan.pdf"]})
    assert "2 documents added." in page.text
    assert "2 documents, 0 read" in page.text


def test_documents_that_could_not_be_given_are_reported_and_stay_chosen(shop: Shop) -> None:
    response = submit(shop, "give", {"path": [GUIDE, "eric/none.md"], "folder": "eric/support"})
    assert response.status_code == 422
    assert "eric/none.md: There is no such file in the Home Folder." in response.text
    assert "added already" in response.text
    assert "Choose at least one document." in submit(shop, "give").text


@pytest.mark.parametrize("path", ["maria/diary.md", "eric/none.md", "eric/../maria/diary.md", ""])
def test_only_the_persons_own_files_can_be_given(shop: Shop, path: str) -> None:
    assert submit(shop, "give", {"path": path}).status_code == 422
    assert "It knows nothing yet" in get_page(shop).text


def test_files_of_a_form_are_stored_and_given(shop: Shop) -> None:
    files = [(BytesIO(b"# A\na\n"), "a.md"), (BytesIO(b"# B\nb\n"), "papers/b.md")]
    page = submit_and_follow(shop, "upload", {"file": files, "into": "new"})
    assert "2 files uploaded to the Home Folder and added." in page.text
    assert {"eric/new/a.md", "eric/new/b.md"} <= set(stored_files(shop))


@pytest.mark.parametrize(
    ("same_name", "text", "files"),
    [
        ("keep_both", b"%PDF pictures", ["eric/scan (2).pdf", "eric/scan.pdf"]),
        ("replace", b"other", ["eric/scan.pdf"]),
        ("skip", b"%PDF pictures", ["eric/scan.pdf"]),
    ],
)
def test_a_form_says_what_to_do_with_another_file_of_the_same_name(
    shop: Shop, same_name: str, text: bytes, files: list[str]
) -> None:
    submit_and_follow(shop, "upload", {"file": [(BytesIO(b"other"), "scan.pdf")], "same_name": same_name})
    assert (shop.home / "eric/scan.pdf").read_bytes() == text
    assert [path for path in stored_files(shop) if "scan" in path] == files


def test_an_upload_by_script_is_answered_in_json(shop: Shop) -> None:
    response = put(shop, "papers/new.md", b"# New\nnew\n")
    assert response.status_code == 200
    assert response.json["document"]["path"] == "eric/papers/new.md"


def test_a_different_file_is_overwritten_only_with_its_hash(shop: Shop) -> None:
    refused = put(shop, "scan.pdf", b"other")
    assert (refused.status_code, refused.json["code"]) == (409, "conflict")
    assert (shop.home / "eric/scan.pdf").read_bytes() == b"%PDF pictures"
    tag = refused.json["sha256"]
    assert put(shop, "scan.pdf", b"other", **{"If-Match": f'"{tag}"'}).status_code == 200
    assert put(shop, "scan.pdf", b"third", **{"If-Match": f'"{tag}"'}).status_code == 412
    assert (shop.home / "eric/scan.pdf").read_bytes() == b"other"


@pytest.mark.parametrize("path", ["../maria/x.md", "", "a/", "a/../../x.md"])
def test_a_file_is_stored_nowhere_but_in_the_persons_own_folder(shop: Shop, path: str) -> None:
    before = stored_files(shop)
    assert put(shop, path, b"x").status_code in {400, 404}
    assert stored_files(shop) == before
    assert not (shop.home / "maria/x.md").exists()


def test_an_upload_that_is_too_big_is_refused(tmp_path: Path) -> None:
    shop = Shop(tmp_path, settings=Settings(dev=True, upload_bytes=1_000, data=tmp_path))
    response = submit(shop, "upload", {"file": [(BytesIO(b"x" * 200_000), "big.md")]})
    assert (response.status_code, response.mimetype) == (413, "text/html")
    assert "The request body is too large." in response.text
    assert put(shop, "big.md", b"x" * 2_000).json["code"] == "too_big"


def test_a_form_without_a_file_says_so(shop: Shop) -> None:
    response = submit(shop, "upload", {"into": "x"})
    assert response.status_code == 400
    assert "No file was chosen." in response.text


def test_an_uploaded_document_answers(shop: Shop) -> None:
    assert put(shop, "zebra.md", b"# Stripes\nZebras have stripes.\n").status_code == 200
    shop.read_all()
    assert "zebra.md, Stripes, line 2" in parse_page(submit(shop, "ask", {"question": "zebra stripes"})).text
