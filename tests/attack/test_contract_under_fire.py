"""schemathesis sends what the contract allows and what it forbids; every answer keeps to it, whoever asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from helpers.running_service import RunningService, running_service
from helpers.shop import ERIC, SHOP, Shop, openapi_document
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.openapi import from_dict, from_wsgi
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from torture.findings import REQUESTS, Findings

from contents_service.identity.tokens import DevelopmentSigner

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
EXAMPLES = 60
"""Of each operation and caller, over HTTP."""
CALLERS = {"person": ERIC, "deployment": SHOP, "nobody": None}
OPERATIONS = [
    (path, method)
    for path, item in openapi_document()["paths"].items()
    for method in item
    if method != "parameters" and not path.startswith(("/apps/", "/openapi"))  # whose answers are not JSON
]


def fire(operation: Any, headers: dict[str, str], document: str, examples: int, **where: Any) -> Counter[str]:
    """Send many requests of one operation, half of them to what is there; how they were answered."""
    answered: Counter[str] = Counter()
    cases = st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in GenerationMode))

    @settings(
        max_examples=examples,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
        database=None,
    )
    @given(case=cases, real=st.booleans())
    def send(case: Case[Any], real: bool) -> None:
        case.headers.pop("Authorization", None)
        case.headers.pop("Prefer", None)  # none of them is to wait for a reader
        if real:
            known = {"app_uid": "shop", "document_id": document}
            case.path_parameters.update({name: known[name] for name in case.path_parameters})
        response = case.call(headers=headers, **where)
        answered[str(response.status_code)] += 1
        case.validate_response(response, checks=CHECKS)

    send()
    return answered


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    return Shop(tmp_path_factory.mktemp("shop"))


@pytest.mark.parametrize("who", CALLERS)
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_every_answer_keeps_to_the_contract(shop: Shop, path: str, method: str, who: str) -> None:
    caller, document = CALLERS[who], shop.give("eric/support/guide.md")
    headers = {"Authorization": f"Bearer {shop.signer.token(caller)}"} if caller else {}
    answered = fire(from_wsgi("/openapi.yaml", shop.app)[path][method.upper()], headers, document, examples=4)
    assert answered.total() >= 4


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(tmp_path_factory.mktemp("whole")) as running:
        running.write("eric/support/guide.md", "# Returns\nGoods may be returned within 30 days.\n")
        yield running


@pytest.mark.torture
@pytest.mark.solr
@pytest.mark.timeout(900)
@pytest.mark.parametrize("who", CALLERS)
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_every_answer_over_http_keeps_to_the_contract(
    service: RunningService, findings: Findings, path: str, method: str, who: str
) -> None:
    caller = CALLERS[who]
    document = str(service.client("shop").call("POST", "/documents", json={"path": "eric/support/guide.md"})["id"])
    headers = {"Authorization": f"Bearer {DevelopmentSigner(service.data / 'keys').token(caller)}"} if caller else {}
    operation = from_dict(openapi_document())[path][method.upper()]
    findings.bad[REQUESTS] += fire(operation, headers, document, examples=EXAMPLES, base_url=service.url)
