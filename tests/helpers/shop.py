"""A small service reached over HTTP, with an index in memory; each response is checked against `openapi.yaml`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from openapi_core import Config, OpenAPI
from openapi_core.contrib.werkzeug import WerkzeugOpenAPIRequest, WerkzeugOpenAPIResponse
from openapi_core.templating.paths.exceptions import PathError
from werkzeug.test import Client, EnvironBuilder, TestResponse

from contents_service.documents.reading.document_reader import DocumentSandbox
from contents_service.documents.reading.reader import Reader
from contents_service.documents.services import Services
from contents_service.home.folders import HomeFolders
from contents_service.home.local import LocalStore
from contents_service.home.store import OpenedFile
from contents_service.identity.tokens import DevelopmentSigner
from contents_service.index.protocol import Index
from contents_service.model import (
    Deployment,
    Format,
    NotRead,
    OutlineEntry,
    PassageContent,
    Person,
    Principal,
    Progress,
    Reading,
    Why,
    location,
)
from contents_service.reasons import why
from contents_service.settings import Settings
from contents_service.web import create_app
from contents_service.web.application import contract_file
from helpers.memory_index import MemoryIndex

BASE = "/api/contents/v1"
DOCUMENTS = f"{BASE}/apps/shop/documents"

ERIC, MARIA = Person("eric"), Person("maria")
SHOP_DEPLOYMENT = Deployment(sub="shop-1", app="shop", owner="eric")

SETTINGS = Settings(dev=True, upload_bytes=1_000_000, searches_a_minute=0, requests_a_minute=0)
"""Without rate limits: tests send requests faster than people."""

FILES = {
    "eric/support/guide.md": "# Returns\nGoods may be returned within 30 days of purchase.\nOpened boxes are fine.\n",
    "eric/support/prices.md": "# Prices\nA subscription costs twelve euros a month.\n",
    "eric/legal/lease.md": "# Lease\nThe tenant pays the deposit in advance.\n",
    "eric/scan.pdf": "%PDF pictures",
    "maria/diary.md": "# Diary\nMaria hides the key under the doormat.\n",
}


class LineSandbox:
    """A sandbox that makes each line a passage, with the first line as heading, and takes every PDF for a scan."""

    def close(self) -> None:
        """There is nothing to end."""

    def read(
        self, name: str, data: bytes, *, encoding: str | None, on_progress: Callable[[Progress], None]
    ) -> Reading | NotRead:
        if name.endswith(".pdf"):
            return NotRead(why=why("scanned"), format="pdf", pages=1)
        if not data.strip():
            return NotRead(why=why("empty"), format="text")
        title, *lines = data.decode(encoding or "utf-8").splitlines()
        heading = (title.removeprefix("# "),)
        places = [location(heading=heading, lines=(number, number)) for number, _ in enumerate(lines, 2)]
        return Reading(
            format="markdown",
            passages=tuple(PassageContent(text=text, where=where) for text, where in zip(lines, places, strict=True)),
            outline=(OutlineEntry(heading, location(heading=heading, lines=(1, len(lines) + 1))),),
            title=heading[0],
            encoding=encoding or "utf-8",
        )


class Reply(TestResponse):
    """A response whose JSON needs no further type check, as it was validated against the contract."""

    @property
    def json(self) -> Any:
        return json.loads(self.data)


class Shop:
    """The service over Home Folders with FILES in them, and a client that signs a token for the caller."""

    def __init__(
        self,
        folder: Path,
        index: Index | None = None,
        settings: Settings | None = None,
        sandbox: DocumentSandbox | None = None,
    ) -> None:
        self.home = folder / "home"
        for path, text in FILES.items():
            self.write(path, text)
        self.signer = DevelopmentSigner(folder / "keys")
        self.services = Services(
            settings=settings or SETTINGS,
            home=HomeFolders(LocalStore(self.home), detect_format),
            index=index or MemoryIndex(),
            token_verifier=self.signer.verifier(),
        )
        self.app = create_app(self.services)
        self.reader = Reader(self.services, sandbox or LineSandbox(), "reader")

    def write(self, path: str, text: str) -> None:
        file = self.home / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def read_all(self) -> None:
        while self.reader.read_one():
            pass

    def request(
        self,
        method: str,
        url: str,
        caller: Principal | None = ERIC,
        *,
        headers: Mapping[str, str] | None = None,
        **options: Any,
    ) -> Reply:
        """Send a request as this caller and check the response against the contract."""
        token = {"Authorization": f"Bearer {self.signer.token(caller)}"} if caller else {}
        client = Client(self.app, Reply)
        response = client.open(url, method=method, headers={**token, **(headers or {})}, buffered=True, **options)
        assert isinstance(response, Reply)
        check_contract(response)
        return response

    def give(self, path: str, caller: Principal = ERIC) -> str:
        """Give a document, read it, and return its id."""
        response = self.request("POST", DOCUMENTS, caller, json={"path": path})
        assert response.status_code in {200, 202}, response.text
        self.read_all()
        return str(response.json["id"])

    def search(self, question: str, documents: list[str], caller: Principal = ERIC, **more: Any) -> dict[str, Any]:
        body = {"question": question, "documents": documents, **more}
        response = self.request("POST", f"{BASE}/apps/shop/passages", caller, json=body)
        assert response.status_code == 200, response.text
        return dict(response.json)


def detect_format(opened: OpenedFile, name: str) -> tuple[Format, Why | None]:
    return ("pdf", why("scanned")) if name.endswith(".pdf") else ("markdown", None)


def code_of(response: TestResponse) -> tuple[int, str]:
    """Return the status and the stable code of a problem response."""
    assert response.mimetype == "application/problem+json", response.text
    return response.status_code, json.loads(response.data)["code"]


@cache
def openapi_validator() -> OpenAPI:
    readers: dict[str, Callable[[bytes], Any]] = {
        "application/problem+json": json.loads,
        "application/yaml": bytes.decode,
        "text/html": bytes.decode,
    }
    return OpenAPI.from_dict(openapi_document(), config=Config(extra_media_type_deserializers=readers))


@cache
def openapi_document() -> dict[str, Any]:
    return dict(yaml.safe_load(contract_file().read_text(encoding="utf-8")))


def check_contract(response: TestResponse) -> None:
    """Fail unless the contract allows this response to this request; it does not cover the page's forms."""
    sent = response.request
    request = EnvironBuilder(sent.path, method=sent.method, query_string=sent.query_string.decode()).get_request()
    with suppress(PathError):
        openapi_validator().validate_response(WerkzeugOpenAPIRequest(request), WerkzeugOpenAPIResponse(response))
