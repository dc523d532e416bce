"""`openapi.yaml` is valid and describes exactly what the application does."""

from __future__ import annotations

import re

import msgspec
import pytest
from helpers.shop import Shop, openapi_document
from openapi_spec_validator import validate

from contents_service import model
from contents_service.web.contract import METHODS
from contents_service.web.problems import CODES, HTTP_CODES, ProblemDetails

PAGE_ENDPOINTS = ("static", "page.", "sign_in.", "root_page.")
"""Endpoints of the page, of which the contract describes only the address that is linked to."""


def test_the_contract_is_valid_openapi() -> None:
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
        if rule.endpoint == "page.app.show_app" or not rule.endpoint.startswith(PAGE_ENDPOINTS)
    }
    assert operations == routes


@pytest.mark.parametrize(
    ("schema", "type_"),
    [
        ("Where", model.Where), ("DocumentFields", model.Document), ("PassageFields", model.Passage),
        ("Answer", model.Answer), ("Entry", model.Entry), ("Why", model.Why), ("Progress", model.Progress),
        ("Unread", model.Unread), ("OutlineEntry", model.OutlineEntry), ("Problem", ProblemDetails),
    ],
)  # fmt: skip
def test_a_schema_has_exactly_the_fields_of_its_type_all_required(schema: str, type_: type[msgspec.Struct]) -> None:
    schema_object = openapi_document()["components"]["schemas"][schema]
    assert set(schema_object["properties"]) == set(schema_object["required"]) == set(type_.__struct_fields__)


def test_the_contract_lists_every_problem_code() -> None:
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


def test_the_contract_is_served_without_a_token(shop: Shop) -> None:
    response = shop.request("GET", "/openapi.yaml", None)
    assert response.mimetype == "application/yaml"
    assert response.text.startswith("openapi: 3.1")
