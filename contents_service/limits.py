"""The limits on reading a document, each of which is a setting."""

from __future__ import annotations

from msgspec import Struct


class Limits(Struct, frozen=True, kw_only=True):
    """The most that reading one document may take, in bytes, characters, pages or seconds as each name says."""

    document_bytes: int = 20_000_000
    cpu_s: int = 20
    clock_s: int = 30
    memory_bytes: int = 512 * 1024 * 1024
    pages: int = 2_000
    page_characters: int = 200_000
    text_characters: int = 20_000_000
    passage_soft: int = 1_200
    passage_hard: int = 1_500
    passage_unbreakable: int = 2_400
