"""File names, which tell the kind of a text once its bytes show that it is text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from msgspec import Struct

from contents_service.model import Format
from contents_service.parsing.formats import FORMATS, Names


class FileType(Struct, frozen=True):
    """The format a file is read as and, for code, its grammar if there is one."""

    format: Format
    grammar: str | None = None


def _types_by(names_of: Callable[[Names], str]) -> Mapping[str, FileType]:
    return MappingProxyType(
        {
            name: FileType(spec.format, names.grammar)
            for spec in FORMATS.values()
            for names in spec.names
            for name in names_of(names).split()
        }
    )


BY_EXTENSION = _types_by(lambda names: names.extensions)
BY_FILE_NAME = _types_by(lambda names: names.file_names)
BY_PROGRAM = _types_by(lambda names: names.programs)

ADDED_EXTENSION = ".txt"
"""The extension that some programs add to the name of any text they save."""


def type_by_name(name: str) -> FileType:
    """Return what a text with this name is read as: plain text unless the name tells otherwise."""
    inner = BY_EXTENSION.get(extension(name.lower().removesuffix(ADDED_EXTENSION)))
    if inner and FORMATS[inner.format].believed_before_txt:
        return inner
    return BY_FILE_NAME.get(name.lower()) or BY_EXTENSION.get(extension(name)) or FileType("text")


def extension(name: str) -> str:
    """Return what follows the last dot of a name, in lower case."""
    return name.lower().rpartition(".")[2] if "." in name else ""
