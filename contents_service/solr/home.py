"""The folder that a Solr node starts from: our configuration, laid anew at each start, around an index that stays."""

from __future__ import annotations

import base64
import fcntl
import hashlib
import json
import os
import secrets
import shutil
from pathlib import Path
from typing import Self
from xml.etree import ElementTree

from contents_service.errors import ContentsError

CORE = "contents"
USER = "contents"
BESIDE, WITHIN = Path(__file__).parents[2] / "solr", Path(__file__).parents[1] / "solr_files"
RECIPE = WITHIN if WITHIN.is_dir() else BESIDE
"""The configuration: beside the package in a checkout, within it once installed."""


class CannotUseIndex(ContentsError):
    """The index in this folder is another's: it is in use, or was made by another schema."""


class SolrHome:
    """A data folder's part for Solr: `home` (configuration and index), `password`, `schema` and a lock."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.core = self.home / CORE
        self._lock: int | None = None

    def prepare(self) -> Self:
        """Take the folder for ourselves, and lay in it the configuration that this code was written for."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._take()
        try:
            self._refuse_another_schema()
            self._lay_configuration()
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
            self._take()
        except CannotUseIndex:
            return int((self.folder / "port").read_text(encoding="ascii"))
        self.release()
        return None

    def release(self) -> None:
        """Let others have the folder."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _take(self) -> None:
        """Lock the folder for as long as this process or its Solr lives; the system frees it even after a kill."""
        if self._lock is not None:
            return
        lock = os.open(self.folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(lock, 20, 0).decode("ascii", "replace").strip() or "unknown"
            os.close(lock)
            raise CannotUseIndex(
                f"{self.folder} is in use by another running service (process {holder}). "
                "Stop that one, or choose another data folder (--data or CONTENTS_DATA)."
            ) from None
        os.ftruncate(lock, 0)
        os.pwrite(lock, f"{os.getpid()}\n".encode("ascii"), 0)
        self._lock = lock

    def _refuse_another_schema(self) -> None:
        marker, ours = self.folder / "schema", _schema(RECIPE / "configset" / "conf" / "schema.xml")
        made_by = marker.read_text(encoding="utf-8").strip() if marker.exists() else None
        if made_by not in (None, ours) and self._holds_an_index():
            raise CannotUseIndex(
                f"The index in {self.folder} was made by another schema ({made_by}) than this version's "
                f"({ours}). Run the version that made it; or have that one `contents backup FILE`, move {self.folder} "
                "away, and `contents restore FILE` with this one. (Without a backup, start again when it is moved: the "
                "documents are in their Home Folders, untouched, and are then to be given once more.)"
            )
        marker.write_text(ours + "\n", encoding="utf-8")

    def _holds_an_index(self) -> bool:
        return (self.core / "data").exists()

    def _lay_configuration(self) -> None:
        self.core.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(self.core / "conf", ignore_errors=True)
        shutil.copytree(RECIPE / "configset" / "conf", self.core / "conf")
        shutil.copyfile(RECIPE / "solr.xml", self.home / "solr.xml")
        (self.core / "core.properties").write_text(f"name={CORE}\n", encoding="ascii")
        self.make_password()
        write_private(self.home / "security.json", security(self.password))


def _schema(path: Path) -> str:
    """The schema's name and a digest of all in it that is not comment or layout."""
    meaning = ElementTree.canonicalize(from_file=path, strip_text=True)
    name = ElementTree.fromstring(meaning).get("name")  # noqa: S314 — our own file
    return f"{name} sha256:{hashlib.sha256(meaning.encode()).hexdigest()[:16]}"


def security(password: str) -> str:
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
