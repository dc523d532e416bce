"""The contract: `openapi.yaml`, compiled once, checks every request's parameters and body."""

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

FAULTS = 10
"""How many faults of one request are named."""

FAULT_CHARACTERS = 200
"""A fault's words quote the request, which may be long."""

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A value in the path or the query."""

    name: str
    required: bool
    type: str
    default: object
    validator: Draft202012Validator

    def value(self, text: str) -> object:
        """The value that a text means, if it means one of this parameter's type."""
        return int(text) if self.type == "integer" and re.fullmatch(r"-?\d{1,9}", text, re.ASCII) else text


@dataclass(frozen=True, slots=True)
class Operation:
    """What a request of one kind may say."""

    text: str
    parameters: tuple[Parameter, ...] = ()
    body: Draft202012Validator | None = None
    body_defaults: Mapping[str, object] = field(default_factory=dict)

    def arguments(self, given: Mapping[str, str]) -> Values:
        """The values of the path and the query, with the defaults of those that are not given."""
        values: Values = {}
        faults: list[tuple[str, str]] = []
        for parameter in self.parameters:
            if parameter.name not in given:
                values[parameter.name] = parameter.default
                faults += [(f"/{parameter.name}", "It is required.")] if parameter.required else []
                continue
            values[parameter.name] = parameter.value(given[parameter.name])
            found = parameter.validator.iter_errors(values[parameter.name])
            faults += [(f"/{parameter.name}", error.message) for error in found]
        _refuse(faults)
        return values

    def checked(self, body: object) -> Values:
        """A body that keeps to its schema, with the defaults of what it leaves out."""
        if self.body is None:
            raise InvalidRequest("This takes no body.")
        _refuse(fault for error in self.body.iter_errors(body) for fault in _faults(error))
        if not isinstance(body, dict):
            raise InvalidRequest("The body is not an object.", [""])
        return {**self.body_defaults, **body}


@dataclass(frozen=True, slots=True)
class Contract:
    """Every operation, by its `operationId`."""

    text: str
    operations: Mapping[str, Operation]

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read and compile the contract in a file."""
        text = path.read_text(encoding="utf-8")
        return cls(text, _Description(yaml.load(text, yaml.CSafeLoader)).operations())


def _refuse(faults: Iterable[tuple[str, str]]) -> None:
    named = list(dict.fromkeys(islice(faults, FAULTS)))
    if named:
        pointer, words = named[0]
        detail = words if len(words) <= FAULT_CHARACTERS else f"{words[:FAULT_CHARACTERS]} …"
        raise InvalidRequest(f"{pointer or 'body'}: {detail}", [pointer for pointer, _ in named])


def _faults(error: ValidationError) -> list[tuple[str, str]]:
    """A fault and the pointer to it; for a name that is missing or unknown, to where it is or would be."""
    place = "".join(map(_step, error.instance_path))
    match error.kind:
        case ValidationErrorKind.Required(property=name):
            return [(place + _step(name), "It is required.")]
        case ValidationErrorKind.AdditionalProperties(unexpected=names):
            return [(place + _step(name), "There is no such name here.") for name in names]
        case _:
            return [(place, error.message)]


def _step(name: str | int) -> str:
    """A step of a JSON pointer (RFC 6901)."""
    return "/" + str(name).replace("~", "~0").replace("/", "~1")


class _Description:
    """The parsed description, which knows how to follow its own references."""

    URI = "urn:contents:openapi"

    def __init__(self, described: Values) -> None:
        self._described = described
        self._registry = Registry([(self.URI, described)], draft=Draft202012)

    def operations(self) -> dict[str, Operation]:
        return {
            item[method]["operationId"]: self._operation(path, item, method)
            for path, item in self._described["paths"].items()
            for method in METHODS
            if method in item
        }

    def _operation(self, path: str, item: Values, method: str) -> Operation:
        described = item[method]
        said = [self._followed(each) for each in (*item.get("parameters", ()), *described.get("parameters", ()))]
        content = described.get("requestBody", {}).get("content", {})
        body = content.get("application/json", {}).get("schema")
        return Operation(
            text=f"{method.upper()} {path}",
            parameters=tuple(self._parameter(each) for each in said if each["in"] in {"path", "query"}),
            body=self._validator(body) if body else None,
            body_defaults=self._defaults(body) if body else {},
        )

    def _parameter(self, described: Values) -> Parameter:
        schema = self._followed(described["schema"])
        return Parameter(
            name=described["name"],
            required=described.get("required", False),
            type=schema.get("type", "string"),
            default=schema.get("default"),
            validator=self._validator(described["schema"]),
        )

    def _defaults(self, schema: Values) -> dict[str, object]:
        properties = self._followed(schema).get("properties", {})
        return {name: each["default"] for name, each in properties.items() if "default" in each}

    def _followed(self, described: Values) -> Values:
        while "$ref" in described:
            value: Any = self._described
            for step in described["$ref"].removeprefix("#/").split("/"):
                value = value[step]
            described = value
        return described

    def _validator(self, schema: Values) -> Draft202012Validator:
        rooted = {"$ref": self.URI + schema["$ref"]} if "$ref" in schema else schema
        return Draft202012Validator(rooted, registry=self._registry)
