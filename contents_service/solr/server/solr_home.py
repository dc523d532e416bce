"""The folder of a Solr node: an index, and our configuration, which is written again at each start."""

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
"""The core that is in use."""
FORMER = "contents-former"
"""During an upgrade, the core with another schema from which documents are copied."""
NEXT = "contents-next"
"""During an upgrade, the core with this version's schema that is filled while an older version serves."""
USER = "contents"
_CHECKOUT_FILES, _INSTALLED_FILES = Path(__file__).parents[3] / "solr", Path(__file__).parents[2] / "solr_files"
SOLR_FILES = _INSTALLED_FILES if _INSTALLED_FILES.is_dir() else _CHECKOUT_FILES
"""The folder of our Solr configuration, next to the package in a checkout and inside it once installed."""


class CannotUseIndex(ContentsError):
    """The index in this folder is in use, or has another schema and cannot be migrated as it is."""


class SolrHome:
    """The folder of Solr in a data folder, with `home` (configuration and index), `password` and a lock.

    Each core keeps the schema of its index in its own configuration, which is overwritten only if the schema is ours.
    The file `schema` names the schema, too, for older versions and for a SolrCloud.
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
        """Lock the folder and write this version's configuration into it."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._lock_folder()
        try:
            self._set_other_schema_aside()
            (self.folder / "schema").write_text(f"{schema_of(SOLR_FILES / 'configset')}\n", encoding="utf-8")
            self._write_configuration()
        except BaseException:
            self.release()
            raise
        return self

    @property
    def lock(self) -> int:
        """The descriptor of the lock, which is held as long as any process, such as Solr, has it open."""
        if self._lock is None:
            raise RuntimeError("call prepare() first")
        return self._lock

    @property
    def password(self) -> str:
        """The password that Solr requires."""
        return (self.folder / "password").read_text(encoding="ascii")

    def ensure_password(self) -> None:
        """Create the password unless there is one."""
        if not (self.folder / "password").exists():
            write_private(self.folder / "password", secrets.token_urlsafe(24))

    def write_port(self, port: int) -> None:
        """Store the port of Solr for the operator's commands."""
        (self.folder / "port").write_text(f"{port}\n", encoding="ascii")

    def port_in_use(self) -> int | None:
        """Return the port of the Solr that another process runs over this folder, or None if none does."""
        try:
            self._lock_folder()
        except CannotUseIndex:
            if self.former.exists():
                raise CannotUseIndex(
                    f"The index in {self.folder} is being migrated from another schema. Try again when the service "
                    "is up."
                ) from None
            try:
                return int((self.folder / "port").read_text(encoding="ascii"))
            except FileNotFoundError:
                raise CannotUseIndex(
                    f"The service over {self.folder} is still starting. Try again in a moment."
                ) from None
        self.release()
        return None

    @contextmanager
    def lock_for_upgrade(self) -> Iterator[None]:
        """Hold the lock that lets only one process fill the core `contents-next`."""
        lock = _try_lock(self.folder / "upgrade.lock")
        if lock is None:
            raise CannotUseIndex(f"Another `contents upgrade` is running in {self.folder}. Wait until it is done.")
        try:
            yield
        finally:
            os.close(lock)

    def release(self) -> None:
        """Unlock the folder."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _lock_folder(self) -> None:
        """Lock the folder as long as this process or its Solr lives; the system unlocks it even after a kill."""
        if self._lock is not None:
            return
        lock = _try_lock(self.folder / "lock")
        if lock is None:
            holder = (self.folder / "lock").read_text(encoding="ascii", errors="replace").strip() or "unknown"
            raise CannotUseIndex(
                f"{self.folder} is in use by another running service (process {holder}). "
                "Stop that service, or choose another data folder (--data or CONTENTS_DATA)."
            )
        os.ftruncate(lock, 0)
        os.pwrite(lock, f"{os.getpid()}\n".encode("ascii"), 0)
        self._lock = lock

    def needs_migration(self) -> bool:
        """Whether there is an index with another schema, to be copied into one with ours."""
        return self.former.exists() or self._has_index_of_other_schema()

    def _has_index_of_other_schema(self) -> bool:
        return (self.core / "data").exists() and not _has_our_schema(self.core)

    def has_next_core(self) -> bool:
        """Whether there is a core `contents-next` with this version's schema."""
        return _has_our_schema(self.next)

    def prepare_core(self, core: str) -> None:
        """Replace the folder of a core with one from which Solr can create it."""
        shutil.rmtree(self.home / core, ignore_errors=True)
        _write_core_configuration(self.home / core)

    def delete_former(self) -> None:
        """Delete the core `contents-former`; a kill half-way leaves nothing that looks like an index."""
        self.former.rename(self._deleted)
        shutil.rmtree(self._deleted)

    def _set_other_schema_aside(self) -> None:
        """Rename an index with another schema to `contents-former`, and `contents-next`, if filled, to `contents`.

        If it is killed between two steps, the next call continues with the next step.
        """
        if self._has_index_of_other_schema():
            if self.former.exists():
                raise CannotUseIndex(
                    f"Another version ({schema_of(self.core)}) has begun to upgrade the index in {self.folder}. Start "
                    "that version once until it is up; then this version can migrate its index."
                )
            self.core.rename(self.former)
        if not self.core.exists() and _has_our_schema(self.next):
            self.next.rename(self.core)
        for leftover in (self.next, self._deleted):
            shutil.rmtree(leftover, ignore_errors=True)
        if self.former.exists():
            _write_core_properties(self.former)
            (self.core / "data").mkdir(parents=True, exist_ok=True)  # so that no other version takes it for a new core

    def _write_configuration(self) -> None:
        _write_core_configuration(self.core)
        _write_core_properties(self.core)
        shutil.copyfile(SOLR_FILES / "solr.xml", self.home / "solr.xml")
        self.ensure_password()
        write_private(self.home / "security.json", security_json(self.password))


def _try_lock(path: Path) -> int | None:
    """Open and lock a file until it is closed; return None if another process holds the lock."""
    lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        return None
    return lock


def schema_of(core: Path) -> str | None:
    """Return the name of a core's schema with a digest of it that ignores comments and layout, or None."""
    path = core / "conf" / "schema.xml"
    if not path.exists():
        return None
    canonical = ElementTree.canonicalize(from_file=path, strip_text=True)
    name = ElementTree.fromstring(canonical).get("name")  # noqa: S314 — our own file
    return f"{name} sha256:{hashlib.sha256(canonical.encode()).hexdigest()[:16]}"


def _has_our_schema(core: Path) -> bool:
    return schema_of(core) == schema_of(SOLR_FILES / "configset")


def _write_core_configuration(core: Path) -> None:
    """Write our configuration into the folder of a core, each file atomically, and delete all other files there."""
    our_files = SOLR_FILES / "configset" / "conf"
    (core / "conf").mkdir(parents=True, exist_ok=True)
    for file in our_files.iterdir():
        scratch = core / "conf" / f".{file.name}"
        shutil.copyfile(file, scratch)
        scratch.replace(core / "conf" / file.name)
    for file in (core / "conf").iterdir():
        if not (our_files / file.name).exists():
            file.unlink()


def _write_core_properties(core: Path) -> None:
    (core / "core.properties").write_text(f"name={core.name}\n", encoding="ascii")


def security_json(password: str) -> str:
    """Return Solr's `security.json`, which allows everything to one user and nothing to anyone else."""
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
    """Write a file atomically that only our own user may read."""
    scratch = path.with_name(f".{path.name}")
    scratch.unlink(missing_ok=True)
    with os.fdopen(os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(text)
    scratch.replace(path)
