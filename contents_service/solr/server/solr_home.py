"""The folder that a Solr node starts from: our configuration, laid anew at each start, around an index that stays."""

from __future__ import annotations

import base64
import fcntl
import hashlib
import json
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self
from xml.etree import ElementTree

from contents_service.errors import ContentsError

CORE = "contents"
FORMER, NEXT = "contents-former", "contents-next"
"""Beside it, while it is upgraded: the core of another schema that is brought over, and one of this version's schema
that is filled while an older version serves."""
USER = "contents"
BESIDE, WITHIN = Path(__file__).parents[3] / "solr", Path(__file__).parents[2] / "solr_files"
SOLR_FILES = WITHIN if WITHIN.is_dir() else BESIDE
"""The configuration: beside the package in a checkout, within it once installed."""


class CannotUseIndex(ContentsError):
    """The index in this folder is in use, or was made by another schema and cannot be brought over as it is."""


class SolrHome:
    """A data folder's part for Solr: `home` (configuration and index), `password` and a lock.

    A core has the schema that its index was made by in its own configuration, which is laid anew only where it is ours.
    The file `schema` says it too, for versions that look there, and for a SolrCloud.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.core = self.home / CORE
        self.former = self.home / FORMER
        self.next = self.home / NEXT
        self._deleted = folder / "deleted"
        self._lock: int | None = None

    def prepare(self) -> Self:
        """Take the folder for ourselves, and lay in it the configuration that this code was written for."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._lock_folder()
        try:
            self._set_other_schema_aside()
            (self.folder / "schema").write_text(f"{schema_of(RECIPE / 'configset')}\n", encoding="utf-8")
            self._write_configuration()
        except BaseException:
            self.release()
            raise
        return self

    @property
    def lock(self) -> int:
        """The descriptor of the lock: whoever has it open, such as Solr itself, keeps others out."""
        if self._lock is None:
            raise RuntimeError("prepare() comes first")
        return self._lock

    @property
    def password(self) -> str:
        """The password that Solr asks for, made when the folder was."""
        return (self.folder / "password").read_text(encoding="ascii")

    def make_password(self) -> None:
        """Make the password, unless there is one."""
        if not (self.folder / "password").exists():
            write_private(self.folder / "password", secrets.token_urlsafe(24))

    def note_port(self, port: int) -> None:
        """Write down on which port its Solr listens, for commands of the operator."""
        (self.folder / "port").write_text(f"{port}\n", encoding="ascii")

    def port_in_use(self) -> int | None:
        """The port of the Solr that another process runs over this folder; None where none does."""
        try:
            self._lock_folder()
        except CannotUseIndex:
            if self.former.exists():
                raise CannotUseIndex(
                    f"The index in {self.folder} is just being brought over from another schema. Try again when the "
                    "service is up."
                ) from None
            try:
                return int((self.folder / "port").read_text(encoding="ascii"))
            except FileNotFoundError:
                raise CannotUseIndex(
                    f"The service over {self.folder} is just starting. Try again in a moment."
                ) from None
        self.release()
        return None

    @contextmanager
    def lock_for_upgrade(self) -> Iterator[None]:
        """Be the only one who fills a core beside the one in use."""
        lock = _locked(self.folder / "upgrade.lock")
        if lock is None:
            raise CannotUseIndex(f"Another `contents upgrade` is at work in {self.folder}. Wait until it is done.")
        try:
            yield
        finally:
            os.close(lock)

    def release(self) -> None:
        """Let others have the folder."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _lock_folder(self) -> None:
        """Lock the folder for as long as this process or its Solr lives; the system frees it even after a kill."""
        if self._lock is not None:
            return
        lock = _locked(self.folder / "lock")
        if lock is None:
            holder = (self.folder / "lock").read_text(encoding="ascii", errors="replace").strip() or "unknown"
            raise CannotUseIndex(
                f"{self.folder} is in use by another running service (process {holder}). "
                "Stop that one, or choose another data folder (--data or CONTENTS_DATA)."
            )
        os.ftruncate(lock, 0)
        os.pwrite(lock, f"{os.getpid()}\n".encode("ascii"), 0)
        self._lock = lock

    def needs_migration(self) -> bool:
        """Whether there is what an index of another schema holds, which is to be copied into one of ours."""
        return self.former.exists() or self._has_index_of_other_schema()

    def _has_index_of_other_schema(self) -> bool:
        return (self.core / "data").exists() and not _is_ours(self.core)

    def has_filled_next(self) -> bool:
        """Whether a core of this version's schema lies beside the one that an older version serves."""
        return _is_ours(self.next)

    def prepare_core(self, core: str) -> None:
        """Lay what Solr can make another core of, in place of what is there."""
        shutil.rmtree(self.home / core, ignore_errors=True)
        _lay_core(self.home / core)

    def delete_former(self) -> None:
        """Delete what was brought over, of which a kill half-way leaves nothing that looks like an index."""
        self.former.rename(self._deleted)
        shutil.rmtree(self._deleted)

    def _set_other_schema_aside(self) -> None:
        """Put an index of another schema aside, and one of ours, if it was filled beside it, in its place.

        Killed between any two of its steps it goes on with the next when it is called again.
        """
        if self._has_index_of_other_schema():
            if self.former.exists():
                raise CannotUseIndex(
                    f"Another version ({schema_of(self.core)}) has begun to upgrade the index in {self.folder}. "
                    "Start that one once, until it is up; then this one brings its index over."
                )
            self.core.rename(self.former)
        if not self.core.exists() and _is_ours(self.next):
            self.next.rename(self.core)
        for left_over in (self.next, self._deleted):
            shutil.rmtree(left_over, ignore_errors=True)
        if self.former.exists():
            _name_core(self.former)
            (self.core / "data").mkdir(parents=True, exist_ok=True)  # so that no other version takes it for a new one

    def _write_configuration(self) -> None:
        _lay_core(self.core)
        _name_core(self.core)
        shutil.copyfile(SOLR_FILES / "solr.xml", self.home / "solr.xml")
        self.make_password()
        write_private(self.home / "security.json", security_json(self.password))


def _locked(path: Path) -> int | None:
    """A file, locked for as long as it is open; None where another process has locked it."""
    lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        return None
    return lock


def schema_of(core: Path) -> str | None:
    """The name of the schema that a core has, with a digest of all in it that is not comment or layout."""
    path = core / "conf" / "schema.xml"
    if not path.exists():
        return None
    meaning = ElementTree.canonicalize(from_file=path, strip_text=True)
    name = ElementTree.fromstring(meaning).get("name")  # noqa: S314 — our own file
    return f"{name} sha256:{hashlib.sha256(meaning.encode()).hexdigest()[:16]}"


def _is_ours(core: Path) -> bool:
    return schema_of(core) == schema_of(SOLR_FILES / "configset")


def _lay_core(core: Path) -> None:
    """Lay our configuration in the folder of a core, each file whole or not at all, and no other beside it."""
    ours = SOLR_FILES / "configset" / "conf"
    (core / "conf").mkdir(parents=True, exist_ok=True)
    for file in ours.iterdir():
        scratch = core / "conf" / f".{file.name}"
        shutil.copyfile(file, scratch)
        scratch.replace(core / "conf" / file.name)
    for file in (core / "conf").iterdir():
        if not (ours / file.name).exists():
            file.unlink()


def _name_core(core: Path) -> None:
    (core / "core.properties").write_text(f"name={core.name}\n", encoding="ascii")


def security_json(password: str) -> str:
    """Solr's `security.json` that lets in one user, who may do all, and nobody else on this machine."""
    salt = secrets.token_bytes(32)
    digest = hashlib.sha256(hashlib.sha256(salt + password.encode()).digest()).digest()
    return json.dumps(
        {
            "authentication": {
                "class": "solr.BasicAuthPlugin",
                "blockUnknown": True,
                "credentials": {USER: f"{base64.b64encode(digest).decode()} {base64.b64encode(salt).decode()}"},
            },
            "authorization": {
                "class": "solr.RuleBasedAuthorizationPlugin",
                "user-role": {USER: "admin"},
                "permissions": [{"name": "all", "role": "admin"}],
            },
        }
    )


def write_private(path: Path, text: str) -> None:
    """Write what only our own user may read, whole or not at all."""
    scratch = path.with_name(f".{path.name}")
    scratch.unlink(missing_ok=True)
    with os.fdopen(os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(text)
    scratch.replace(path)
