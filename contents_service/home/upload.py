"""What every store does with an upload: bounded, hashed, and never over a file that nobody meant to replace."""

from __future__ import annotations

import hashlib
from typing import IO

from contents_service.errors import Conflict, FileTooLarge, VersionConflict
from contents_service.model import Fingerprint

CHUNK_BYTES = 1024 * 1024

DRAFT_PREFIX = ".contents-upload-"
"""How the name of a file begins that is still being written; like every name with a dot it is not listed."""


def copy_and_hash(stream: IO[bytes], file: IO[bytes], limit: int) -> tuple[str, int]:
    """Copy a body into a file and give its SHA-256 and its length; over the limit the rest is not read."""
    digest = hashlib.sha256()
    length = 0
    while chunk := stream.read(min(CHUNK_BYTES, limit + 1 - length)):
        length += len(chunk)
        if length > limit:
            raise FileTooLarge(f"Files of up to {limit // 1_000_000:,} MB are taken.")
        digest.update(chunk)
        file.write(chunk)
    return digest.hexdigest(), length


def check_replacement(there: Fingerprint | None, expecting: str | None) -> None:
    """Refuse to put other bytes where a file stands that was not expected, or where the expected one does not."""
    if expecting is not None and (there is None or there.sha256 != expecting):
        raise VersionConflict("The file is not the one that was expected.")
    if there is not None and expecting is None:
        raise Conflict("A different file stands at this path.", there.sha256)
