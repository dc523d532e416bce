"""The settings, read once from the environment; an invalid value is an error that names its variable."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from msgspec import Struct, field

from contents_service.errors import ContentsError
from contents_service.limits import Limits

_ORIGIN = re.compile(r"https?://(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(?::\d{1,5})?")
"""A scheme, a host and optionally a port, without a path or wildcard."""


class InvalidSetting(ContentsError):
    """A setting has a value that is not allowed, or one that is required is missing."""


class Settings(Struct, frozen=True, kw_only=True):
    """The operator's settings; each field is the environment variable `CONTENTS_` + its name, except `SOLR_URL`."""

    home: Path | str = Path(".data/home")
    """A folder on this machine, or the URL of another store such as `s3://bucket/homes`."""
    data: Path = Path(".data")
    cache: Path = field(default_factory=lambda: Path.home() / ".cache" / "contents")
    """The folder for Solr's jars, which are downloaded once for all data folders."""
    maven_mirror: str | None = None
    bind: str = "127.0.0.1:8080"
    admin_bind: str = "127.0.0.1:8081"
    solr_urls: tuple[str, ...] = ()
    solr_collection: str = "contents"
    solr_memory: str = "512m"
    jwks: str | None = None
    issuer: str | None = None
    audience: str | None = None
    algorithms: tuple[str, ...] = ("RS256", "ES256", "EdDSA")
    dev: bool = False
    web_workers: int = 2
    web_threads: int = 128
    """Threads of each web process; `web/admission/thread_shares.py` divides them up."""
    searches_at_once: int = 4
    """Searches that one web process runs at once while others wait. With 8 on two processors, no more were answered."""
    searches_a_minute: int = 3_000
    """Searches a minute for one caller, enough for fifty people at one deployment who search once a second each.

    0 means no limit, here and in the quotas below.
    """
    requests_a_minute: int = 3_000
    """Requests other than searches a minute for one caller."""
    person_documents: int = 10_000
    person_passages: int = 2_000_000
    app_documents: int = 5_000
    """Documents of one person in one application, so that nobody's quota depends on what others give it."""
    app_passages: int = 1_000_000
    readers: int = 1
    reader_slots: int = 4
    """Documents that one reader process reads at once, each in its own child process."""
    lease_s: float = 20.0
    attempts: int = 3
    search_s: float = 5.0
    forget_s: float = 900.0
    """Seconds until removed or replaced text is also purged from the index's files."""
    upload_bytes: int = 100_000_000
    question_characters: int = 4_000
    waiting_requests: int = 8
    """Requests of one web process that may wait for readings to end at the same time."""
    frame_origins: tuple[str, ...] = ()
    """Other sites that may embed the page."""
    log_level: str = "INFO"
    confined_only: bool = False
    """Whether readers refuse to start where this machine cannot fully confine parsers."""
    limits: Limits = field(default_factory=Limits)


def _positive_integer(value: str) -> int:
    if not value.strip().isdecimal() or int(value) == 0:
        raise ValueError("it must be a whole number above 0")
    return int(value)


def _integer_or_zero(value: str) -> int:
    if not value.strip().isdecimal():
        raise ValueError("it must be a whole number, or 0 for no limit")
    return int(value)


def _seconds(value: str) -> float:
    with suppress(ValueError):
        if 0 < float(value) < 86_400:
            return float(value)
    raise ValueError("it must be a number above 0 and below a day")


def _heap_size(value: str) -> str:
    if not re.fullmatch(r"[1-9]\d*[kmg]", value, re.IGNORECASE):
        raise ValueError("it must be a heap size as Java takes it, such as 512m or 4g")
    return value


def _boolean(value: str) -> bool:
    if value.lower() not in ("1", "0", "true", "false", "yes", "no"):
        raise ValueError("it must be 1 or 0")
    return value.lower() in ("1", "true", "yes")


def _address(value: str) -> str:
    host, colon, port = value.rpartition(":")
    if not (colon and host and port.isdigit() and int(port) < 65_536):
        raise ValueError("it must be HOST:PORT")
    return value


def _list(value: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in value.split(",") if part.strip())


def _origins(value: str) -> tuple[str, ...]:
    origins = _list(value)
    for origin in origins:
        if not _ORIGIN.fullmatch(origin):
            raise ValueError(f"{origin!r} is not an origin, such as https://HOST or https://HOST:PORT")
    return origins


def _folder(value: str) -> Path:
    return Path(value).expanduser().resolve()


def _home(value: str) -> Path | str:
    protocol, is_url, rest = value.partition("://")
    if not is_url:
        return _folder(value)
    if protocol in ("file", "local"):
        return _folder(rest)
    from fsspec import get_filesystem_class  # noqa: PLC0415  # slow to import, and only such a store needs it

    try:
        get_filesystem_class(protocol or "no protocol")  # without a name, fsspec would take this machine's disk
    except ImportError as error:
        raise ValueError(f"{protocol}:// needs a package that is not installed ({error})") from error
    except ValueError as error:
        raise ValueError(f"there is no store for {protocol}://") from error
    return value


_FIELDS: Mapping[str, tuple[str, Callable[[str], object]]] = {
    "CONTENTS_HOME": ("home", _home),
    "CONTENTS_DATA": ("data", _folder),
    "CONTENTS_CACHE": ("cache", _folder),
    "CONTENTS_MAVEN_MIRROR": ("maven_mirror", str),
    "CONTENTS_BIND": ("bind", _address),
    "CONTENTS_ADMIN_BIND": ("admin_bind", _address),
    "SOLR_URL": ("solr_urls", _list),
    "CONTENTS_SOLR_COLLECTION": ("solr_collection", str),
    "CONTENTS_SOLR_MEMORY": ("solr_memory", _heap_size),
    "CONTENTS_JWKS": ("jwks", str),
    "CONTENTS_ISSUER": ("issuer", str),
    "CONTENTS_AUDIENCE": ("audience", str),
    "CONTENTS_ALGORITHMS": ("algorithms", _list),
    "CONTENTS_DEV": ("dev", _boolean),
    "CONTENTS_WEB_WORKERS": ("web_workers", _positive_integer),
    "CONTENTS_WEB_THREADS": ("web_threads", _positive_integer),
    "CONTENTS_SEARCHES_AT_ONCE": ("searches_at_once", _positive_integer),
    "CONTENTS_SEARCHES_A_MINUTE": ("searches_a_minute", _integer_or_zero),
    "CONTENTS_REQUESTS_A_MINUTE": ("requests_a_minute", _integer_or_zero),
    "CONTENTS_PERSON_DOCUMENTS": ("person_documents", _integer_or_zero),
    "CONTENTS_PERSON_PASSAGES": ("person_passages", _integer_or_zero),
    "CONTENTS_APP_DOCUMENTS": ("app_documents", _integer_or_zero),
    "CONTENTS_APP_PASSAGES": ("app_passages", _integer_or_zero),
    "CONTENTS_READERS": ("readers", _positive_integer),
    "CONTENTS_READER_SLOTS": ("reader_slots", _positive_integer),
    "CONTENTS_LEASE_S": ("lease_s", _seconds),
    "CONTENTS_ATTEMPTS": ("attempts", _positive_integer),
    "CONTENTS_SEARCH_S": ("search_s", _seconds),
    "CONTENTS_FORGET_S": ("forget_s", _seconds),
    "CONTENTS_UPLOAD_BYTES": ("upload_bytes", _positive_integer),
    "CONTENTS_QUESTION_CHARACTERS": ("question_characters", _positive_integer),
    "CONTENTS_WAITING_REQUESTS": ("waiting_requests", _positive_integer),
    "CONTENTS_FRAME_ORIGINS": ("frame_origins", _origins),
    "CONTENTS_LOG_LEVEL": ("log_level", str),
    "CONTENTS_CONFINED_ONLY": ("confined_only", _boolean),
}
_LIMIT_FIELDS: Mapping[str, str] = {
    "CONTENTS_DOCUMENT_BYTES": "document_bytes",
    "CONTENTS_READ_CPU_S": "cpu_s",
    "CONTENTS_READ_CLOCK_S": "clock_s",
    "CONTENTS_READ_MEMORY_BYTES": "memory_bytes",
    "CONTENTS_PAGES": "pages",
    "CONTENTS_PASSAGE_SOFT": "passage_soft",
    "CONTENTS_PASSAGE_HARD": "passage_hard",
    "CONTENTS_PASSAGE_UNBREAKABLE": "passage_unbreakable",
}
VARIABLES = (*_FIELDS, *_LIMIT_FIELDS)
"""Every environment variable that sets something."""


def settings_from(environment: Mapping[str, str] | None = None) -> Settings:
    """Return the settings of an environment (by default the process's own).

    Raise InvalidSetting, which names the variable, if a value is not allowed.
    """
    environment = os.environ if environment is None else environment
    values = {
        field_name: _parse(environment, variable, parse)
        for variable, (field_name, parse) in _FIELDS.items()
        if environment.get(variable)
    }
    limits = {
        field_name: _parse(environment, variable, _positive_integer)
        for variable, field_name in _LIMIT_FIELDS.items()
        if environment.get(variable)
    }
    values.setdefault("home", _folder(".data/home"))
    values.setdefault("data", _folder(".data"))
    settings = Settings(**values, limits=Limits(**limits))  # type: ignore[arg-type]  # each value was parsed for its field
    _check(settings)
    return settings


def _parse(environment: Mapping[str, str], variable: str, parse: Callable[[str], object]) -> object:
    try:
        return parse(environment[variable])
    except ValueError as error:
        raise InvalidSetting(f"{variable} is {environment[variable]!r}: {error}.") from error


def _check(settings: Settings) -> None:
    host = settings.bind.rpartition(":")[0]
    if settings.dev and host not in ("127.0.0.1", "localhost", "[::1]"):
        raise InvalidSetting(f"CONTENTS_BIND is {settings.bind!r}: with --dev it must be a loopback address.")
    if not settings.dev and settings.jwks is not None and not (settings.issuer and settings.audience):
        raise InvalidSetting("CONTENTS_JWKS is set, so CONTENTS_ISSUER and CONTENTS_AUDIENCE must be set, too.")
    limits = settings.limits
    if not limits.passage_soft <= limits.passage_hard <= limits.passage_unbreakable:
        raise InvalidSetting("CONTENTS_PASSAGE_SOFT, _HARD and _UNBREAKABLE must not decrease in this order.")
