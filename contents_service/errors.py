"""The errors of this service, as one tree; `web/problems.py` alone maps them to HTTP codes.

ContentsError
├── InvalidRequest          a value in the request is not allowed
├── NotFound                there is no such thing, or the caller may not see it; the caller is not told which
├── ReadOnly                a deployment tries to change something
├── Unauthenticated         the token is missing or invalid
├── Conflict                a different file exists at that path
├── VersionConflict         the document or file has changed since the caller last saw it
├── FileTooLarge            an upload exceeds the limit
├── QuotaExceeded           a quota or rate limit of the caller is used up
├── Unavailable             the service cannot do it now; the caller may try again
│   ├── IndexUnavailable    the index does not answer, or not in time
│   │   └── ReplicaUnavailable  some replicas do not answer; the others have done what was asked
│   └── Busy                the service has more requests than it can handle
├── NotReadable             no passage can be read from a file (raised by format readers, never by requests)
│
│   Raised by one module each; a request that meets one is answered with 500:
├── QueryRefused            Solr rejects a query of ours as malformed (solr/client.py)
├── ReaderCrashed           the process that read a document ended without a result (parsing/sandbox/sandbox.py)
│
│   Shown by commands in one line, with exit code 1:
├── InvalidSetting          a setting is missing or has a value that is not allowed (settings.py)
├── KeysUnavailable         the keys that sign tokens cannot be loaded (identity/jwks.py)
├── JavaMissing             no Java on this machine can run Solr (solr/server/java.py)
├── JarsMissing             Solr's jars are not all here and cannot be downloaded (solr/server/jars.py)
├── CannotUseIndex          the index is in use, or has a schema that cannot be migrated (solr/server/solr_home.py)
├── CannotStartSolr         Solr was started but does not answer (solr/server/node.py)
├── PortTaken               another program listens on the port (processes/port.py)
├── ProgramFailed           a program could not be kept running (processes/supervisor.py)
├── PackageMissing          an optional package that a command needs is not installed (commands/eval.py)
├── IndexMissing            there is no index where the settings point (commands/support/operator_index.py)
├── PurgeIncomplete         forgotten text has not yet left the index's files (commands/forget.py)
├── IncompleteReading       a reading that should be backed up lacks passages (maintenance/backup.py)
├── BrokenBackup            a backup file is damaged (maintenance/backup_file.py)
├── CannotUpgrade           there is no index to copy from, or none to copy to (commands/upgrade.py)
├── NoReadersRunning        no service runs whose readers a command could wait for (commands/rebuild.py)
├── RequestFailed           the service refused a command's request, or did not answer (commands/support/client.py)
└── EmptyAppspec            the demo's Appspec names no documents (commands/demo.py)
"""

from __future__ import annotations

from collections.abc import Sequence


class ContentsError(Exception):
    """The base of all errors that this service raises on purpose; its text may be shown to the caller."""


class InvalidRequest(ContentsError):
    """A value in the request is not allowed; `pointers` are JSON pointers to such values."""

    def __init__(self, detail: str, pointers: Sequence[str] = ()) -> None:
        super().__init__(detail)
        self.pointers = tuple(pointers)


class NotFound(ContentsError):
    """There is no such thing, or the caller may not see it."""


class ReadOnly(ContentsError):
    """A deployment, which may only read and search, tries to change something."""


class Unauthenticated(ContentsError):
    """The token is missing or invalid."""


class Conflict(ContentsError):
    """A different file exists at that path; `sha256` is the digest of that file."""

    def __init__(self, detail: str, sha256: str | None = None) -> None:
        super().__init__(detail)
        self.sha256 = sha256


class VersionConflict(ContentsError):
    """The document or file has changed since the caller last saw it."""


class FileTooLarge(ContentsError):
    """An upload exceeds the limit."""


class QuotaExceeded(ContentsError):
    """A quota or rate limit of the caller is used up; `retry_after` is in seconds, or None if waiting does not help."""

    def __init__(self, detail: str, retry_after: int | None = None) -> None:
        super().__init__(detail)
        self.retry_after = retry_after


class Unavailable(ContentsError):
    """The service cannot do it now; `retry_after` is in seconds."""

    retry_after = 2


class IndexUnavailable(Unavailable):
    """The index does not answer, or not in time."""


class ReplicaUnavailable(IndexUnavailable):
    """Some replicas of the index do not answer; the others have done what was asked."""


class Busy(Unavailable):
    """The service has more requests than it can handle."""


class NotReadable(ContentsError):
    """No passage can be read from a file, or from what is left of it.

    `code` is a reason in `reasons.py`; `details` fill its sentence.
    """

    def __init__(self, code: str, **details: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.details = details
