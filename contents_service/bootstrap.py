"""The one place where the parts are put together, from the settings."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from threading import BoundedSemaphore

from contents_service.documents.reading.reader import Reader
from contents_service.documents.services import Services
from contents_service.errors import NotReadable
from contents_service.home.folders import HomeFolders
from contents_service.home.fsspec_store import FsspecStore
from contents_service.home.local import LocalStore
from contents_service.home.store import Opened, Store
from contents_service.identity.jwks import keys_at
from contents_service.identity.tokens import ALGORITHMS, DevelopmentKey, Tokens
from contents_service.index.protocol import WholeIndex
from contents_service.model import Format, Why
from contents_service.parsing.detection.file_type import detect
from contents_service.parsing.sandbox.parent import Sandbox
from contents_service.reasons import megabytes, why
from contents_service.relevance import english_frequencies
from contents_service.settings import InvalidSetting, Settings
from contents_service.solr.index import SolrIndex

HEAD_BYTES = 64_000
"""How much of a file the picker looks at to say whether it would be read."""
KEYS = "keys"
"""The folder, in the data folder, of the key that development makes."""


def services_from(settings: Settings) -> Services:
    """All that the stories need in this process; made after it was forked, never before."""
    return Services(
        settings=settings,
        home=home_from(settings),
        index=index_from(settings),
        tokens=tokens_from(settings),
        waiting_slots=BoundedSemaphore(settings.waiting_requests),
    )


def reader_from(settings: Settings) -> Reader:
    """A reader with its sandbox."""
    services = services_from(settings)
    english_frequencies.load()
    return Reader(services, Sandbox(settings.limits), f"{socket.gethostname()}:{os.getpid()}")


def index_from(settings: Settings) -> WholeIndex:
    """The index at SOLR_URL."""
    if not settings.solr_urls:
        raise InvalidSetting("SOLR_URL is not set: `contents serve` starts a Solr itself, or name the one to use.")
    return SolrIndex.at(
        settings.solr_urls,
        settings.solr_collection,
        timeout_s=settings.search_s,
        connections=settings.web_threads + settings.reader_slots + 4,
    )


def home_from(settings: Settings) -> HomeFolders:
    """The Home Folders under their root."""

    def judge(opened: Opened, name: str) -> tuple[Format, Why | None]:
        try:
            form = detect(name, opened.file.read(HEAD_BYTES)).format
        except NotReadable as error:
            return "other", why(error.code, **error.details)
        if opened.bytes > settings.limits.document_bytes:
            size, limit = megabytes(opened.bytes), megabytes(settings.limits.document_bytes)
            return form, why("too_big", size=size, limit=limit)
        return form, None

    return HomeFolders(_store_at(settings.home), judge)


def _store_at(home: Path | str) -> Store:
    if isinstance(home, str):
        return FsspecStore.at(home)
    home.mkdir(parents=True, exist_ok=True)
    return LocalStore(home)


def tokens_from(settings: Settings) -> Tokens:
    """Who may sign tokens: the platform's keys, or in development one of our own."""
    if settings.dev:
        return development_key(settings).tokens()
    if not (settings.jwks and settings.issuer and settings.audience):
        raise InvalidSetting(
            "CONTENTS_JWKS, CONTENTS_ISSUER and CONTENTS_AUDIENCE are not set: name the keys that sign the platform's "
            "tokens, or start with --dev to try it out."
        )
    unknown = [name for name in settings.algorithms if name not in ALGORITHMS]
    if unknown or not settings.algorithms:
        raise InvalidSetting(
            f"CONTENTS_ALGORITHMS is {','.join(settings.algorithms)!r}: it may name {', '.join(ALGORITHMS)}, no others."
        )
    return Tokens(keys_at(settings.jwks), settings.issuer, settings.audience, settings.algorithms)


def development_key(settings: Settings) -> DevelopmentKey:
    """The key that `contents serve --dev` makes for itself."""
    return DevelopmentKey(settings.data / KEYS)
