"""What can go wrong, as one tree; `web/problems.py` alone knows their HTTP codes.

ContentsError
├── InvalidRequest          the request says something that cannot be
├── NotFound                there is no such thing, or none that the caller may see: the two are never told apart
├── ReadOnly                a deployment tries to change something
├── Unauthenticated         no token, or one that does not hold
├── Conflict                another file stands at that path
├── ChangedMeanwhile        it is not as the caller last saw it
├── TooBig                  an upload over the limit
├── QuotaExceeded           more than one principal may have or ask
├── Unavailable             try again: the service cannot do it now
│   ├── IndexUnavailable    the index does not answer, or not in time
│   │   └── ReplicaAway     some copies of it do not; what was asked of each was done by the others
│   └── Busy                more is asked than can be carried
├── NotReadable             a file that gives no passage, with the reason (raised by readers, never by requests)
│
│   Of the parts, each in the module that raises it; a request that meets one is answered as our own fault:
├── QueryRefused            the index takes a query of ours for wrong (solr/client.py)
├── ReaderCrashed           the process that read a document ended without a word (parsing/sandbox/parent.py)
│
│   Of the command line, which says them in a line and ends with 1:
├── WrongSetting            a setting cannot be what it was set to (settings.py)
├── NoKeys                  the keys that sign tokens cannot be had (identity/jwks.py)
├── NoJava                  no Java here can run Solr (solr/server/java.py)
├── NoJars                  Solr's jars are not all here and cannot be fetched (solr/server/jars.py)
├── CannotUseIndex          the index in the data folder is in use, or of another schema (solr/server/solr_home.py)
├── CannotStartSolr         Solr was started and does not answer (solr/server/node.py)
├── PortTaken               something else listens there (processes/port.py)
├── GaveUp                  a program could not be kept running (processes/supervisor.py)
├── NotInstalled            an extra that a command needs is not installed (commands/eval.py)
├── NoIndex                 there is no index where the settings say (commands/operator_index.py)
├── StillInFiles            what was erased has not left the index's files yet (commands/forget.py)
├── IncompleteReading       passages are missing of a reading that should be backed up (maintenance/backup.py)
├── BrokenBackup            a backup file does not hold (maintenance/backup_file.py)
├── CannotUpgrade           there is nothing to copy from, or nothing to copy to (commands/upgrade.py)
├── NobodyReads             there is no service whose readers one could wait for (commands/rebuild.py)
├── Refused                 the service answered a command with a problem (commands/client.py)
└── NoContents              the demo's Appspec names no document (commands/demo.py)
"""

from __future__ import annotations

from collections.abc import Sequence


class ContentsError(Exception):
    """The root of all that this service raises on purpose; its text may be shown to the caller."""


class InvalidRequest(ContentsError):
    """The request says something that cannot be; `pointers` are JSON pointers to where."""

    def __init__(self, detail: str, pointers: Sequence[str] = ()) -> None:
        super().__init__(detail)
        self.pointers = tuple(pointers)


class NotFound(ContentsError):
    """There is no such thing, or none that the caller may see."""


class ReadOnly(ContentsError):
    """A deployment reads and searches; it changes nothing."""


class Unauthenticated(ContentsError):
    """The token is missing or does not hold."""


class Conflict(ContentsError):
    """Another file stands at that path; `sha256` is that file's."""

    def __init__(self, detail: str, sha256: str | None = None) -> None:
        super().__init__(detail)
        self.sha256 = sha256


class VersionConflict(ContentsError):
    """It is not as the caller last saw it."""


class FileTooLarge(ContentsError):
    """More bytes than may be sent."""


class QuotaExceeded(ContentsError):
    """More than one principal may have or ask; `retry_after` is in seconds, None where waiting does not help."""

    def __init__(self, detail: str, retry_after: int | None = None) -> None:
        super().__init__(detail)
        self.retry_after = retry_after


class Unavailable(ContentsError):
    """It cannot be done now; `retry_after` is in seconds."""

    retry_after = 2


class IndexUnavailable(Unavailable):
    """The index does not answer, or not in time."""


class ReplicaUnavailable(IndexUnavailable):
    """Some copies of the index do not answer; what was asked of each was done by the others."""


class Busy(Unavailable):
    """More is asked than can be carried."""


class NotReadable(ContentsError):
    """A file, or what is left of it, gives no passage.

    `code` is a reason of `reasons.py`; `details` fill its sentence.
    """

    def __init__(self, code: str, **details: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.details = details
