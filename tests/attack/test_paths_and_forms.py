"""No path leads out of a person's folder, no form breaks the service, and names are shown as text everywhere."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path
from urllib.parse import quote

import pytest
from helpers.pages import APP, SAME_ORIGIN, parse_page
from helpers.shop import BASE, DOCUMENTS, ERIC, Shop, code_of
from werkzeug.test import Client

HOSTILE_PATHS = (
    "../maria/diary.md", "eric/../maria/diary.md", "eric/support/../../maria/diary.md", "/etc/passwd", "//etc/passwd",
    "eric//../maria/diary.md", "eric/./support/guide.md", "eric/support//guide.md", "eric/support/guide.md/",
    "maria/diary.md", "ERIC/support/guide.md", "eric/Support/guide.md", "eric\\support\\guide.md",
    "eric/..\\maria\\diary.md", "eric/%2e%2e/maria/diary.md", "eric/%2e%2e%2fmaria/diary.md", "eric/..%c0%af..",
    "eric/..;/maria/diary.md", "eric/․․/maria/diary.md", "eric/．．／maria／diary.md", "ｅric/support/guide.md",
    "еric/support/guide.md", "eric\u200b/support/guide.md", "eric/support/guide.md\0", "eric/\0/guide.md",
    "eric/support/guide.md\n", " eric/support/guide.md", "eric/link.md", "eric/theirs/diary.md", "eric/loop/loop/x.md",
    "eric/proc/self/environ", "eric/pipe", "file:///etc/passwd", "eric/~maria/diary.md", "eric/$HOME", "eric",
    "eric/" + "a" * 300, ".", "..", "eric/..", "eric/support/..",
)  # fmt: skip
"""None of these is a document of Eric's."""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    shop = Shop(tmp_path_factory.mktemp("shop"))
    (shop.home / "eric" / "link.md").symlink_to("../maria/diary.md")
    (shop.home / "eric" / "theirs").symlink_to("../maria")
    (shop.home / "eric" / "loop").symlink_to(".")
    (shop.home / "eric" / "proc").symlink_to("/proc")
    return shop


def files(shop: Shop) -> set[Path]:
    root = shop.home.parent
    return {(Path(folder) / name).relative_to(root) for folder, _, names in os.walk(root) for name in names}


@pytest.mark.parametrize("path", HOSTILE_PATHS)
def test_no_path_leads_to_a_file_of_somebody_else(shop: Shop, path: str) -> None:
    missing = shop.request("POST", DOCUMENTS, json={"path": "eric/none.md"}, headers={"X-Request-Id": "same"})
    response = shop.request("POST", DOCUMENTS, json={"path": path}, headers={"X-Request-Id": "same"})
    assert response.data == missing.data
    many = shop.request("POST", DOCUMENTS, json={"paths": [path]}).json
    assert (many["documents"], [problem["code"] for problem in many["problems"]]) == ([], ["not_found"])
    listed = shop.request("GET", f"{BASE}/home", query_string={"path": path})
    assert listed.status_code == 404 or path in {"eric", "eric/loop/loop/x.md"}


@pytest.mark.parametrize("path", HOSTILE_PATHS)
def test_nothing_is_stored_outside_a_persons_own_folder(shop: Shop, path: str) -> None:
    before, maria = files(shop), (shop.home / "maria" / "diary.md").read_text()
    for url in (f"{DOCUMENTS}/upload", f"{APP}/upload"):
        status = shop.request("PUT", url, query_string={"path": path}, data=b"x", headers=SAME_ORIGIN).status_code
        assert status in {200, 202, 400, 404, 409}
    form = {"file": (BytesIO(b"x"), path), "folder": "eric"}
    assert shop.request("POST", DOCUMENTS, data=form).status_code in {200, 202, 400, 404, 409}
    assert {file for file in files(shop) - before if file.parts[:2] != ("home", "eric")} == set()
    assert (shop.home / "maria" / "diary.md").read_text() == maria


def multipart(*parts: bytes, end: bytes = b"--b--\r\n") -> bytes:
    return b"".join(b"--b\r\n" + part + b"\r\n" for part in parts) + end


def part(name: str, value: bytes, file: str | None = None, more: str = "") -> bytes:
    named = f'form-data; name="{name}"' + (f'; filename="{file}"' if file is not None else "")
    return f"Content-Disposition: {named}\r\n{more}\r\n".encode() + value


FORMS: dict[str, tuple[str, bytes]] = {
    "nothing": ("; boundary=b", b""),
    "no boundary": ("", multipart(part("file", b"x", "a.md"))),
    "an empty boundary": ("; boundary=", multipart(part("file", b"x", "a.md"))),
    "another boundary": ("; boundary=c", multipart(part("file", b"x", "a.md"))),
    "a long boundary": ("; boundary=" + "b" * 5_000, multipart(part("file", b"x", "a.md"))),
    "no end": ("; boundary=b", multipart(part("file", b"x", "a.md"), end=b"")),
    "no file": ("; boundary=b", multipart(part("folder", b"eric"))),
    "two files": ("; boundary=b", multipart(part("file", b"x", "a.md"), part("file", b"y", "b.md"))),
    "a field instead of a file": ("; boundary=b", multipart(part("file", b"x"))),
    "no name": ("; boundary=b", multipart(part("file", b"x", ""))),
    "a folder's name": ("; boundary=b", multipart(part("file", b"x", "a/"))),
    "no headers": ("; boundary=b", multipart(b"\r\nx")),
    "headers without an end": ("; boundary=b", multipart(part("file", b"x", "a.md", "X-Much: " + "a" * 200_000))),
    "many parts": ("; boundary=b", multipart(*[part("x", b"y")] * 10_000)),
    "many files": ("; boundary=b", multipart(*[part("x", b"y", "a.md")] * 10_000)),
    "a large field": ("; boundary=b", multipart(part("folder", b"e" * 600_000), part("file", b"x", "a.md"))),
    "another person's folder": ("; boundary=b", multipart(part("folder", b"maria"), part("file", b"x", "a.md"))),
    "a folder that is not UTF-8": ("; boundary=b", multipart(part("folder", b"\xff"), part("file", b"x", "a.md"))),
    "a name with line ends": ("; boundary=b", multipart(part("file", b"x", "a%0d%0a.md"), part("file", b"x", "b"))),
    "a form in a form": (
        "; boundary=b",
        multipart(part("file", b"x", "", "Content-Type: multipart/mixed; boundary=c\r\n")),
    ),
}


PAGE_ACCEPTS = {"two files", "a name with line ends", "another person's folder", "a folder that is not UTF-8"}
"""Forms that the page accepts: it takes several files and has no field `folder`."""


# When a form is cut off, werkzeug does not close its spooled file, which never had a name.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("kind", FORMS)
def test_a_malformed_form_is_refused_and_leaves_nothing(shop: Shop, kind: str) -> None:
    more, body = FORMS[kind]
    before = files(shop)
    for url in (DOCUMENTS, f"{APP}/upload"):
        headers = {"Content-Type": f"multipart/form-data{more}", **SAME_ORIGIN}
        status = shop.request("POST", url, data=body, headers=headers).status_code
        assert 400 <= status < 500 or (url != DOCUMENTS and kind in PAGE_ACCEPTS)
    assert {file for file in files(shop) - before if file.parts[:2] != ("home", "eric")} == set()


@pytest.mark.parametrize(
    "name",
    [
        "<script>alert(1)</script>.md", '"><img src=x onerror=alert(1)>.md', "'onload='alert(1)'.md", "{{7*7}}.md",
        "javascript:alert(1).md", "&lt;b&gt;.md", "\u202egpj.md", "a\u2028b.md", "]]>.md", "x;filename=y.md",
    ],
)  # fmt: skip
def test_a_file_name_is_shown_as_text_and_appears_in_no_header(shop: Shop, name: str) -> None:
    name = name.replace("/", "∕")  # a file name cannot contain a slash
    shop.write(f"eric/{name}", f"# {name}\nThe okapi eats {name}\n")
    given = shop.request("POST", DOCUMENTS, json={"path": f"eric/{name}"})
    shop.read_all()
    document = given.json["id"]
    assert given.headers["Location"] == f"{DOCUMENTS}/{document}"
    answer = shop.request("POST", f"{APP}/ask", data={"question": "okapi"}, headers=SAME_ORIGIN)
    for response in (
        shop.request("GET", APP),
        shop.request("GET", f"{APP}/documents/{document}"),
        shop.request("GET", f"{APP}/give"),
        shop.request("GET", APP, query_string={"remove": document}),
        answer,
    ):
        parse_page(response)
        for markup in ("<script>alert", "<img src=x", "onload='alert", "49.md"):
            assert markup not in response.text
        assert not any(name in value for value in response.headers.values())


@pytest.mark.parametrize(
    "app", ["a\r\nX-Evil: 1", "<script>alert(1)<script>", "ü" * 200, "a b", "%0d%0aX", "..", "'\""]
)
def test_an_application_id_is_shown_as_text_and_breaks_no_header(shop: Shop, app: str) -> None:
    client = Client(shop.app)
    token = {"Authorization": f"Bearer {shop.signer.token(ERIC)}"}
    base = f"{BASE}/apps/{quote(app, safe='')}/documents"
    given = client.post(base, json={"path": "eric/support/guide.md"}, headers=token)
    assert given.status_code == 202
    assert client.get(given.headers["Location"], headers=token).status_code == 200
    assert "X-Evil" not in given.headers
    page = client.get(f"/apps/{quote(app, safe='')}", headers=token)
    assert "<script>alert" not in page.text


def test_a_query_that_is_not_utf8_is_refused_with_its_request_id(shop: Shop) -> None:
    response = shop.request("GET", f"{DOCUMENTS}?cursor=%ff", headers={"X-Request-Id": "a-1"})
    assert code_of(response) == (400, "invalid_request")
    assert response.json["request_id"] == "a-1"
