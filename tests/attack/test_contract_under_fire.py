"""schemathesis sends valid and invalid requests as each kind of caller; every response conforms to the contract."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from helpers.running_service import RunningService, running_service
from helpers.shop import ERIC, SHOP_DEPLOYMENT, Shop, openapi_document
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
"""Requests for each operation and caller over HTTP."""
CALLERS = {"person": ERIC, "deployment": SHOP_DEPLOYMENT, "nobody": None}
OPERATIONS = [
    (path, method)
    for path, item in openapi_document()["paths"].items()
    for method in item
    if method != "parameters" and not path.startswith(("/apps/", "/openapi"))  # their responses are not JSON
]


def send_requests(
    operation: Any, headers: dict[str, str], document: str, examples: int, **destination: Any
) -> Counter[str]:
    """Send many requests for one operation, half of them for an existing document; return the count of each status."""
    statuses: Counter[str] = Counter()
    cases = st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in GenerationMode))

    @settings(
        max_examples=examples,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
        database=None,
    )
    @given(case=cases, exists=st.booleans())
    def send(case: Case[Any], exists: bool) -> None:
        case.headers.pop("Authorization", None)
        case.headers.pop("Prefer", None)  # none may wait for a reading
        if exists:
            existing = {"app_uid": "shop", "document_id": document}
            case.path_parameters.update({name: existing[name] for name in case.path_parameters})
        response = case.call(headers=headers, **destination)
        statuses[str(response.status_code)] += 1
        case.validate_response(response, checks=CHECKS)

    send()
    return statuses


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    return Shop(tmp_path_factory.mktemp("shop"))


@pytest.mark.parametrize("who", CALLERS)
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_every_response_conforms_to_the_contract(shop: Shop, path: str, method: str, who: str) -> None:
    caller, document = CALLERS[who], shop.give("eric/support/guide.md")
    headers = {"Authorization": f"Bearer {shop.signer.token(caller)}"} if caller else {}
    statuses = send_requests(from_wsgi("/openapi.yaml", shop.app)[path][method.upper()], headers, document, examples=4)
    assert statuses.total() >= 4


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(tmp_path_factory.mktemp("service")) as running:
        running.write("eric/support/guide.md", "# Returns\nGoods may be returned within 30 days.\n")
        yield running


@pytest.mark.torture
@pytest.mark.solr
@pytest.mark.timeout(900)
@pytest.mark.parametrize("who", CALLERS)
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_every_response_over_http_conforms_to_the_contract(
    service: RunningService, findings: Findings, path: str, method: str, who: str
) -> None:
    caller = CALLERS[who]
    document = str(service.client("shop").call("POST", "/documents", json={"path": "eric/support/guide.md"})["id"])
    headers = {"Authorization": f"Bearer {DevelopmentSigner(service.data / 'keys').token(caller)}"} if caller else {}
    operation = from_dict(openapi_document())[path][method.upper()]
    findings.bad[REQUESTS] += send_requests(operation, headers, document, examples=EXAMPLES, base_url=service.url)
