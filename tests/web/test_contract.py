"""openapi.yaml is the truth: valid, and neither more nor less than the application does."""

from __future__ import annotations

import re

import msgspec
import pytest
from helpers.shop import Shop, openapi_document
from openapi_spec_validator import validate

from contents_service import model
from contents_service.web.contract import METHODS
from contents_service.web.problems import CODES, HTTP_CODES, ProblemDetails

NOT_THE_APIS = ("static", "page.", "sign_in.", "entrance.")
"""The page's forms and pictures are its own; of it the contract has the one address that is linked to."""


def test_the_description_is_valid_openapi() -> None:
    validate(openapi_document())


def test_every_route_is_an_operation_and_every_operation_a_route(shop: Shop) -> None:
    operations = {
        (method.upper(), path, item[method]["operationId"])
        for path, item in openapi_document()["paths"].items()
        for method in METHODS
        if method in item
    }
    routes = {
        (method, re.sub(r"<(\w+)>", r"{\1}", rule.rule), rule.endpoint.rpartition(".")[2])
        for rule in shop.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.endpoint == "page.app.show_app" or not rule.endpoint.startswith(NOT_THE_APIS)
    }
    assert operations == routes


@pytest.mark.parametrize(
    ("schema", "shape"),
    [
        ("Where", model.Where), ("DocumentFields", model.Document), ("PassageFields", model.Passage),
        ("Answer", model.Answer), ("Entry", model.Entry), ("Why", model.Why), ("Progress", model.Progress),
        ("Unread", model.Unread), ("OutlineEntry", model.OutlineEntry), ("Problem", ProblemDetails),
    ],
)  # fmt: skip
def test_a_schema_has_the_fields_of_its_type_and_all_are_always_there(schema: str, shape: type[msgspec.Struct]) -> None:
    described_shape = openapi_document()["components"]["schemas"][schema]
    assert set(described_shape["properties"]) == set(described_shape["required"]) == set(shape.__struct_fields__)


def test_the_codes_of_problems_are_all_described() -> None:
    codes = openapi_document()["components"]["schemas"]["Problem"]["properties"]["code"]["enum"]
    assert set(codes) == {code for _, code in CODES.values()} | set(HTTP_CODES.values()) | {"internal_error"}


def test_every_operation_of_the_api_can_answer_that_the_index_is_unavailable() -> None:
    responses = {
        item[method]["operationId"]: set(item[method]["responses"])
        for path, item in openapi_document()["paths"].items()
        for method in METHODS
        if method in item and path.startswith("/api/")
    }
    assert "search_passages" in responses
    assert [name for name, codes in responses.items() if not codes >= {"401", "503", "default"}] == []


def test_the_application_gives_out_its_contract_without_a_token(shop: Shop) -> None:
    response = shop.request("GET", "/openapi.yaml", None)
    assert response.mimetype == "application/yaml"
    assert response.text.startswith("openapi: 3.1")
