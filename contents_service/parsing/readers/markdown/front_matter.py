"""A document's front matter: what it says about itself above its first line, mostly between two fences."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from itertools import takewhile

import yaml
from msgspec import Struct

LONGEST = 400
"""In lines: a fence further down is a rule across the page, not the end of front matter."""

KEYWORDS = ("description", "summary", "aliases", "alias", "tags", "keywords", "categories")

_YAML_FENCE, _TOML_FENCE = "---", "+++"
_KEY = re.compile(r"""["']?[\w$@][\w .:/$@-]{0,80}["']?\s*[:=](\s|$)""")
_FIELD = re.compile(r"\w[\w -]{0,80}:\s|\s+\S")
_TITLE_BLOCK = (2, 3)
"""In lines: a single one is a comment of MyST."""

_TITLE = re.compile(r"title\s*:\s*(.*)", re.IGNORECASE)


class FrontMatter(Struct, frozen=True):
    """What front matter says, and the line that closes it: 0 where there is none."""

    last: int = 0
    title: str | None = None
    keywords: str = ""


def front_matter(lines: Sequence[str]) -> FrontMatter:
    """The front matter at the top of a document."""
    fence = lines[0].rstrip() if lines else ""
    if fence not in (_YAML_FENCE, _TOML_FENCE):
        return _without_fences(lines)
    closers = (fence, "...") if fence == _YAML_FENCE else (fence,)
    last = next((number for number, line in enumerate(lines[1:LONGEST], 2) if line.rstrip() in closers), 0)
    inside = lines[1 : last - 1] if last else ()
    if not last or not _says_something(inside):
        return FrontMatter()
    return _front_matter(last, _yaml_fields(inside) if fence == _YAML_FENCE else _toml_fields(inside))


def _front_matter(last: int, fields: Mapping[str, object]) -> FrontMatter:
    words = " ".join(filter(None, (_words(fields.get(name)) for name in KEYWORDS)))
    return FrontMatter(last, _words(fields.get("title")) or None, words)


def _without_fences(lines: Sequence[str]) -> FrontMatter:
    """What stands at the top as a JSON object, as lines like `Title: …`, or as `% title`, `% author`."""
    first = lines[0].rstrip() if lines else ""
    if first == "{":
        last = next((number for number, line in enumerate(lines[1:LONGEST], 2) if line.rstrip() == "}"), 0)
        fields = _json_fields(lines[:last])
        return _front_matter(last, fields) if fields else FrontMatter()
    inside = list(takewhile(str.strip, lines[:LONGEST]))
    if len(inside) > 1 and _TITLE.match(first) and all(map(_FIELD.match, inside)):
        return _front_matter(len(inside), _yaml_fields(inside))
    if len(inside) in _TITLE_BLOCK and all(line.startswith("% ") for line in inside):
        return FrontMatter(len(inside), first[1:].strip())
    return FrontMatter()


def _says_something(inside: Sequence[str]) -> bool:
    """Whether it begins as `key: value`: what stands between two rules across a page does not."""
    told = (line for line in inside if line.strip() and not line.startswith("#"))
    return bool(_KEY.match(next(told, "")))


def _yaml_fields(inside: Sequence[str]) -> Mapping[str, object]:
    """Its fields by lower-case name; only the title where it is not quite YAML, as with a colon in a title."""
    try:
        node = yaml.compose("\n".join(inside), Loader=yaml.CSafeLoader)
    except (yaml.YAMLError, RecursionError, ValueError):
        titles = (_TITLE.match(line) for line in inside)
        return {"title": next((found[1].strip("\"' ") for found in titles if found), None)}
    if not isinstance(node, yaml.MappingNode):
        return {}
    return {str(key.value).lower(): _values(value) for key, value in node.value if isinstance(key, yaml.ScalarNode)}


def _values(node: yaml.Node) -> object:
    """A scalar as it is written, or the scalars of a list; nothing is constructed and nothing deeper is followed."""
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


def _words(value: object) -> str:
    values = value if isinstance(value, list) else [value]
    return " ".join(" ".join(str(each).split()) for each in values if isinstance(each, str))
