"""Builds the parts of the service from the settings; the only module that knows them all."""

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
from contents_service.home.store import OpenedFile, Store
from contents_service.identity.jwks import load_keys
from contents_service.identity.tokens import ALGORITHMS, DevelopmentSigner, TokenVerifier
from contents_service.index.protocol import WholeIndex
from contents_service.model import Format, Why
from contents_service.parsing.detection.file_type import detect
from contents_service.parsing.sandbox.sandbox import Sandbox
from contents_service.reasons import megabytes, why
from contents_service.relevance import languages
from contents_service.settings import InvalidSetting, Settings
from contents_service.solr.index import SolrIndex

HEAD_BYTES = 64_000
"""Number of bytes at the start of a file from which its format is detected when a Home Folder is listed."""
DEVELOPMENT_KEY_FOLDER = "keys"
"""Name of the folder, in the data folder, that holds the development key."""


def services_from(settings: Settings) -> Services:
    """Return what the use cases need in this process; call it after forking, never before."""
    return Services(
        settings=settings,
        home=home_from(settings),
        index=index_from(settings),
        token_verifier=token_verifier_from(settings),
        waiting_slots=BoundedSemaphore(settings.waiting_requests),
    )


def reader_from(settings: Settings) -> Reader:
    """Return a reader with its sandbox."""
    services = services_from(settings)
    languages.preload()
    return Reader(services, Sandbox(settings.limits), f"{socket.gethostname()}:{os.getpid()}")


def index_from(settings: Settings) -> WholeIndex:
    """Return the index at SOLR_URL."""
    if not settings.solr_urls:
        raise InvalidSetting("SOLR_URL is not set. Name the Solr to use, or run `contents serve`, which starts one.")
    return SolrIndex.at(
        settings.solr_urls,
        settings.solr_collection,
        timeout_s=settings.search_s,
        connections=settings.web_threads + settings.reader_slots + 4,
    )


def home_from(settings: Settings) -> HomeFolders:
    """Return the Home Folders in their store."""

    def check_file(opened: OpenedFile, name: str) -> tuple[Format, Why | None]:
        try:
            format_ = detect(name, opened.file.read(HEAD_BYTES)).format
        except NotReadable as error:
            return "other", why(error.code, **error.details)
        if opened.bytes > settings.limits.document_bytes:
            size, limit = megabytes(opened.bytes), megabytes(settings.limits.document_bytes)
            return format_, why("too_big", size=size, limit=limit)
        return format_, None

    return HomeFolders(_store_at(settings.home), check_file)


def _store_at(home: Path | str) -> Store:
    if isinstance(home, str):
        return FsspecStore.at(home)
    home.mkdir(parents=True, exist_ok=True)
    return LocalStore(home)


def token_verifier_from(settings: Settings) -> TokenVerifier:
    """Return the token verifier. It uses the platform's keys, or in development a key of our own."""
    if settings.dev:
        return development_signer(settings).verifier()
    if not (settings.jwks and settings.issuer and settings.audience):
        raise InvalidSetting(
            "CONTENTS_JWKS, CONTENTS_ISSUER and CONTENTS_AUDIENCE are not set. Set them to the keys that sign the "
            "platform's tokens, or start with --dev to try the service out."
        )
    unknown = [name for name in settings.algorithms if name not in ALGORITHMS]
    if unknown or not settings.algorithms:
        raise InvalidSetting(
            f"CONTENTS_ALGORITHMS is {','.join(settings.algorithms)!r}: only {', '.join(ALGORITHMS)} are allowed."
        )
    return TokenVerifier(load_keys(settings.jwks), settings.issuer, settings.audience, settings.algorithms)


def development_signer(settings: Settings) -> DevelopmentSigner:
    """Return the signer of development tokens, with the key that `contents serve --dev` makes for itself."""
    return DevelopmentSigner(settings.data / DEVELOPMENT_KEY_FOLDER)
