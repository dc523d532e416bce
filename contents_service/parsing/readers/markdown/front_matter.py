"""Front matter: a document's metadata above its first line, mostly between two fences."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from itertools import takewhile

import yaml
from msgspec import Struct

MAX_LINES = 400
"""The longest front matter, in lines; a fence further down is a horizontal rule."""

KEYWORD_FIELDS = ("description", "summary", "aliases", "alias", "tags", "keywords", "categories")

_YAML_FENCE, _TOML_FENCE = "---", "+++"
_FIRST_FIELD = re.compile(r"""["']?[\w$@][\w .:/$@-]{0,80}["']?\s*[:=](\s|$)""")
_FIELD_LINE = re.compile(r"\w[\w -]{0,80}:\s|\s+\S")
_PANDOC_LINES = (2, 3)
"""The possible numbers of lines of a Pandoc title block; a single line that begins with `%` is a MyST comment."""

_TITLE = re.compile(r"title\s*:\s*(.*)", re.IGNORECASE)


class FrontMatter(Struct, frozen=True):
    """A document's title and keywords, and the last line of its front matter: 0 if it has none."""

    last: int = 0
    title: str | None = None
    keywords: str = ""


def read_front_matter(lines: Sequence[str]) -> FrontMatter:
    """Return the front matter at the top of a document."""
    fence = lines[0].rstrip() if lines else ""
    if fence not in (_YAML_FENCE, _TOML_FENCE):
        return _read_unfenced(lines)
    closers = (fence, "...") if fence == _YAML_FENCE else (fence,)
    last = next((number for number, line in enumerate(lines[1:MAX_LINES], 2) if line.rstrip() in closers), 0)
    inside = lines[1 : last - 1] if last else ()
    if not last or not _starts_with_field(inside):
        return FrontMatter()
    return _from_fields(last, _yaml_fields(inside) if fence == _YAML_FENCE else _toml_fields(inside))


def _from_fields(last: int, fields: Mapping[str, object]) -> FrontMatter:
    words = " ".join(filter(None, (_joined(fields.get(name)) for name in KEYWORD_FIELDS)))
    return FrontMatter(last, _joined(fields.get("title")) or None, words)


def _read_unfenced(lines: Sequence[str]) -> FrontMatter:
    """Return front matter that is a JSON object, lines like `Title: …`, or lines like `% title`, `% author`."""
    first = lines[0].rstrip() if lines else ""
    if first == "{":
        last = next((number for number, line in enumerate(lines[1:MAX_LINES], 2) if line.rstrip() == "}"), 0)
        fields = _json_fields(lines[:last])
        return _from_fields(last, fields) if fields else FrontMatter()
    inside = list(takewhile(str.strip, lines[:MAX_LINES]))
    if len(inside) > 1 and _TITLE.match(first) and all(map(_FIELD_LINE.match, inside)):
        return _from_fields(len(inside), _yaml_fields(inside))
    if len(inside) in _PANDOC_LINES and all(line.startswith("% ") for line in inside):
        return FrontMatter(len(inside), first[1:].strip())
    return FrontMatter()


def _starts_with_field(inside: Sequence[str]) -> bool:
    """Whether the first line is like `key: value`, as text between two horizontal rules is not."""
    fields = (line for line in inside if line.strip() and not line.startswith("#"))
    return bool(_FIRST_FIELD.match(next(fields, "")))


def _yaml_fields(inside: Sequence[str]) -> Mapping[str, object]:
    """Return the fields by lower-case name; only the title if it is not valid YAML, as with a colon in the title."""
    try:
        node = yaml.compose("\n".join(inside), Loader=yaml.CSafeLoader)
    except (yaml.YAMLError, RecursionError, ValueError):
        titles = (_TITLE.match(line) for line in inside)
        return {"title": next((found[1].strip("\"' ") for found in titles if found), None)}
    if not isinstance(node, yaml.MappingNode):
        return {}
    return {str(key.value).lower(): _values(value) for key, value in node.value if isinstance(key, yaml.ScalarNode)}


def _values(node: yaml.Node) -> object:
    """Return a scalar's text, or a list of scalars; nothing is constructed, and nothing deeper is read."""
    if isinstance(node, yaml.ScalarNode):
        return node.value
    if isinstance(node, yaml.SequenceNode):
        return [child.value for child in node.value if isinstance(child, yaml.ScalarNode)]
    return None


def _toml_fields(inside: Sequence[str]) -> Mapping[str, object]:
    try:
        fields = tomllib.loads("\n".join(inside))
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}
    return {name.lower(): value for name, value in fields.items()}


def _json_fields(lines: Sequence[str]) -> Mapping[str, object]:
    try:
        fields = json.loads("\n".join(lines))
    except (ValueError, RecursionError):
        return {}
    return {name.lower(): value for name, value in fields.items()}


def _joined(value: object) -> str:
    values = value if isinstance(value, list) else [value]
    return " ".join(" ".join(str(each).split()) for each in values if isinstance(each, str))
