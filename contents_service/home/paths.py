"""Paths of the Home Folder: `person/folder/name`, where the first part names the owner.

Names are exact: nothing is normalised, so two names that only look alike stay two. An invalid path and a path in
somebody else's folder are both just not found, so that nobody learns which of the two it was.
"""

from __future__ import annotations

import unicodedata

from contents_service.errors import InvalidRequest, NotFound

Parts = tuple[str, ...]
"""The parts of a path: the person, then folders, then perhaps a file."""

MAX_NAME_BYTES = 255
"""Largest number of bytes, in UTF-8, of a name that file systems accept."""

MAX_PATH_BYTES = 4_000
"""Largest number of bytes, in UTF-8, of a path: a little less than the kernel accepts, which counts the root too."""


NO_SUCH_FILE = (
    "There is no such file in the Home Folder. A path begins with the person's name, as eric/support/returns.pdf does."
)


def is_file_name(name: str) -> bool:
    """Whether this names one file or folder, and nothing above or below it."""
    return name not in {"", ".", ".."} and not {"/", "\0"} & set(name) and _fits(name, MAX_NAME_BYTES)


def split_path(person: str, path: str) -> Parts:
    """Return the parts of a path in a person's own folder; NotFound for any other path."""
    parts = tuple(path.split("/"))
    if parts[0] != person or not all(map(is_file_name, parts)) or not _fits(path, MAX_PATH_BYTES):
        raise NotFound(NO_SUCH_FILE)
    return parts


def split_new_path(person: str, path: str) -> Parts:
    """Return the parts of a path where a file may be stored; InvalidRequest for names that cannot be displayed."""
    if not _fits(path, MAX_PATH_BYTES) or not all(_fits(part, MAX_NAME_BYTES) for part in path.split("/")):
        raise InvalidRequest(
            f"A name may have {MAX_NAME_BYTES} bytes and a path {MAX_PATH_BYTES:,}, in UTF-8.", ["/path"]
        )
    if any(unicodedata.category(character) == "Cc" for character in path):
        raise InvalidRequest("A name may not contain control characters.", ["/path"])
    parts = split_path(person, path)
    if len(parts) < 2:
        raise InvalidRequest("The path names the Home Folder itself; add the file's name.", ["/path"])
    return parts


def _fits(text: str, limit: int) -> bool:
    try:
        return len(text.encode()) <= limit
    except UnicodeEncodeError:  # a lone surrogate, which no file name that we list has
        return False
