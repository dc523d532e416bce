"""The contract: `openapi.yaml`, compiled to check the parameters and the body of every request."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Self

import yaml
from jsonschema_rs import Draft202012, Draft202012Validator, Registry, ValidationError, ValidationErrorKind

from contents_service.errors import InvalidRequest

METHODS = ("get", "put", "post", "patch", "delete")

MAX_FAULTS = 10
"""Largest number of faults to report for one request."""

MAX_FAULT_CHARACTERS = 200
"""Longest description of a fault, in characters; it quotes the request, which may be long."""

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter in the path or the query."""

    name: str
    required: bool
    type: str
    default: object
    validator: Draft202012Validator

    def parse(self, text: str) -> object:
        """Return the value as this parameter's type, or the text itself if it has none."""
        return int(text) if self.type == "integer" and re.fullmatch(r"-?\d{1,9}", text, re.ASCII) else text


@dataclass(frozen=True, slots=True)
class Operation:
    """The parameters and the body that one operation takes."""

    method_and_path: str
    parameters: tuple[Parameter, ...] = ()
    body: Draft202012Validator | None = None
    body_defaults: Mapping[str, object] = field(default_factory=dict)

    def check_params(self, given: Mapping[str, str]) -> Values:
        """Return the checked parameters, with defaults for those not given. Raises InvalidRequest."""
        values: Values = {}
        faults: list[tuple[str, str]] = []
        for parameter in self.parameters:
            if parameter.name not in given:
                values[parameter.name] = parameter.default
                faults += [(f"/{parameter.name}", "It is required.")] if parameter.required else []
                continue
            values[parameter.name] = parameter.parse(given[parameter.name])
            errors = parameter.validator.iter_errors(values[parameter.name])
            faults += [(f"/{parameter.name}", error.message) for error in errors]
        _raise_if_any(faults)
        return values

    def check_body(self, body: object) -> Values:
        """Return the checked body, with defaults for what it leaves out. Raises InvalidRequest."""
        if self.body is None:
            raise InvalidRequest("This operation takes no body.")
        _raise_if_any(fault for error in self.body.iter_errors(body) for fault in _faults(error))
        if not isinstance(body, dict):
            raise InvalidRequest("The body is not an object.", [""])
        return {**self.body_defaults, **body}


@dataclass(frozen=True, slots=True)
class Contract:
    """All operations by their `operationId`, and the text of `openapi.yaml`."""

    text: str
    operations: Mapping[str, Operation]

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a contract from its file and compile it."""
        text = path.read_text(encoding="utf-8")
        return cls(text, _Document(yaml.load(text, yaml.CSafeLoader)).operations())


def _raise_if_any(faults: Iterable[tuple[str, str]]) -> None:
    first = list(dict.fromkeys(islice(faults, MAX_FAULTS)))
    if first:
        pointer, words = first[0]
        detail = words if len(words) <= MAX_FAULT_CHARACTERS else f"{words[:MAX_FAULT_CHARACTERS]} …"
        raise InvalidRequest(f"{pointer or 'body'}: {detail}", [pointer for pointer, _ in first])


def _faults(error: ValidationError) -> list[tuple[str, str]]:
    """Return the pointer to a fault and its description; a missing property is pointed at where it would be."""
    pointer = "".join(map(_step, error.instance_path))
    match error.kind:
        case ValidationErrorKind.Required(property=name):
            return [(pointer + _step(name), "It is required.")]
        case ValidationErrorKind.AdditionalProperties(unexpected=names):
            return [(pointer + _step(name), "Unknown property.") for name in names]
        case _:
            return [(pointer, error.message)]


def _step(name: str | int) -> str:
    """Return a step of a JSON pointer (RFC 6901)."""
    return "/" + str(name).replace("~", "~0").replace("/", "~1")


class _Document:
    """The parsed YAML, which can resolve its own references."""

    URI = "urn:contents:openapi"

    def __init__(self, parsed: Values) -> None:
        self._parsed = parsed
        self._registry = Registry([(self.URI, parsed)], draft=Draft202012)

    def operations(self) -> dict[str, Operation]:
        return {
            item[method]["operationId"]: self._operation(path, item, method)
            for path, item in self._parsed["paths"].items()
            for method in METHODS
            if method in item
        }

    def _operation(self, path: str, item: Values, method: str) -> Operation:
        operation = item[method]
        parameters = [self._resolve(each) for each in (*item.get("parameters", ()), *operation.get("parameters", ()))]
        content = operation.get("requestBody", {}).get("content", {})
        body = content.get("application/json", {}).get("schema")
        return Operation(
            method_and_path=f"{method.upper()} {path}",
            parameters=tuple(self._parameter(each) for each in parameters if each["in"] in {"path", "query"}),
            body=self._validator(body) if body else None,
            body_defaults=self._defaults(body) if body else {},
        )

    def _parameter(self, parameter: Values) -> Parameter:
        schema = self._resolve(parameter["schema"])
        return Parameter(
            name=parameter["name"],
            required=parameter.get("required", False),
            type=schema.get("type", "string"),
            default=schema.get("default"),
            validator=self._validator(parameter["schema"]),
        )

    def _defaults(self, schema: Values) -> dict[str, object]:
        properties = self._resolve(schema).get("properties", {})
        return {name: each["default"] for name, each in properties.items() if "default" in each}

    def _resolve(self, node: Values) -> Values:
        while "$ref" in node:
            value: Any = self._parsed
            for step in node["$ref"].removeprefix("#/").split("/"):
                value = value[step]
            node = value
        return node

    def _validator(self, schema: Values) -> Draft202012Validator:
        rooted = {"$ref": self.URI + schema["$ref"]} if "$ref" in schema else schema
        return Draft202012Validator(rooted, registry=self._registry)
