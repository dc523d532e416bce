"""The parts of an upload that all stores share: size limit, hash, and the check before a file is replaced."""

from __future__ import annotations

import hashlib
from typing import IO

from contents_service.errors import Conflict, FileTooLarge, VersionConflict
from contents_service.model import Fingerprint

CHUNK_BYTES = 1024 * 1024

DRAFT_PREFIX = ".contents-upload-"
"""Prefix of the name of a file that is still being written; like every name with a dot it is not listed."""


def copy_and_hash(stream: IO[bytes], file: IO[bytes], limit: int) -> tuple[str, int]:
    """Copy a stream into a file, and return its SHA-256 and length; FileTooLarge if it is longer than the limit."""
    digest = hashlib.sha256()
    length = 0
    while chunk := stream.read(min(CHUNK_BYTES, limit + 1 - length)):
        length += len(chunk)
        if length > limit:
            raise FileTooLarge(f"The file is too large (at most {limit // 1_000_000:,} MB).")
        digest.update(chunk)
        file.write(chunk)
    return digest.hexdigest(), length


def check_replacement(existing: Fingerprint | None, expecting: str | None) -> None:
    """Raise VersionConflict if the existing file is not the expected one, Conflict if none was expected."""
    if expecting is not None and (existing is None or existing.sha256 != expecting):
        raise VersionConflict("The file has changed meanwhile: its SHA-256 is not the expected one.")
    if existing is not None and expecting is None:
        raise Conflict("There is already a different file at this path.", existing.sha256)
