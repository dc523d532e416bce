"""A valid request for every operation of the API, generated from `openapi.yaml` so that none is missed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from contents_service.web.contract import METHODS
from helpers.shop import openapi_document

BODIES = {"application/json": "json", "*/*": "data"}


@dataclass(frozen=True)
class Operation:
    """A request for one operation; `url` fills in the application and the document."""

    name: str
    method: str
    path: str
    requires_token: bool
    body: dict[str, Any] = field(default_factory=dict)

    @property
    def is_for_app(self) -> bool:
        return "{app_uid}" in self.path

    @property
    def is_for_document(self) -> bool:
        return "{document_id}" in self.path

    def url(self, app: str = "shop", document: str = "0" * 32) -> str:
        return self.path.format(app_uid=quote(app, safe=""), document_id=quote(document, safe=""))


def operations() -> list[Operation]:
    """Return all operations of the API, without those of the page, which answer in HTML."""
    found = [
        _operation(path, item, method)
        for path, item in openapi_document()["paths"].items()
        for method in METHODS
        if method in item and path.startswith("/api/")
    ]
    assert {"search_passages", "give_documents", "remove_document"} <= {operation.name for operation in found}
    return found


def _operation(path: str, item: dict[str, Any], method: str) -> Operation:
    specification = item[method]
    parameters = [_resolve_refs(each) for each in specification.get("parameters", ())]
    query = "&".join(f"{each['name']}={_example(each['schema'])}" for each in parameters if each.get("required"))
    return Operation(
        name=specification["operationId"],
        method=method.upper(),
        path=f"{path}?{query}" if query else path,
        requires_token=specification.get("security") != [],
        body=_body(specification.get("requestBody", {}).get("content", {})),
    )


def _body(content: dict[str, Any]) -> dict[str, Any]:
    kind = next((kind for kind in BODIES if kind in content), None)
    if kind is None:
        return {}
    return {BODIES[kind]: _example(content[kind]["schema"]) or b"x"}


def _example(schema: dict[str, Any]) -> Any:
    """Return the simplest value that is valid for a schema."""
    schema = _resolve_refs(schema)
    match schema.get("type"):
        case "object":
            names = schema.get("required") or list(schema["properties"])[:1]
            return {name: _example(schema["properties"][name]) for name in names}
        case "array":
            return []
        case "string":
            return (schema.get("examples") or ["x"])[0]
        case "boolean":
            return True
        case _:
            return schema.get("default")


def _resolve_refs(value: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in value:
        found: Any = openapi_document()
        for step in value["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        value = found
    return value
