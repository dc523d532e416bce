"""Everything that can be set, read once from the environment, each wrong value a clear error."""

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
"""One scheme, one host and perhaps a port: no path and no wildcard."""


class InvalidSetting(ContentsError):
    """A setting cannot be what it was set to."""


class Settings(Struct, frozen=True, kw_only=True):
    """What the operator decides; each field is the environment variable `CONTENTS_` + its name, but `SOLR_URL`."""

    home: Path | str = Path(".data/home")
    """A folder of this machine, or the URL of another store such as `s3://bucket/homes`."""
    data: Path = Path(".data")
    cache: Path = field(default_factory=lambda: Path.home() / ".cache" / "contents")
    """Solr's jars, fetched once for all data folders."""
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
    """Of each web process; `web/admission/capacity.py` says what they are for."""
    searches_at_once: int = 4
    """Searches that one web process has under way; others wait their turn. On two processors, 8 answered no more."""
    searches_a_minute: int = 3_000
    """Of one caller: a search a second for each of fifty people who use one deployment.

    0 is no limit, here and in all that follow.
    """
    requests_a_minute: int = 3_000
    """The same for all that is no search."""
    person_documents: int = 10_000
    person_passages: int = 2_000_000
    app_documents: int = 5_000
    """Of those that one person gave: nobody's room depends on what others give the same application."""
    app_passages: int = 1_000_000
    readers: int = 1
    reader_slots: int = 4
    """Documents that one reader process reads at once, each in a process of its own."""
    lease_s: float = 20.0
    attempts: int = 3
    search_s: float = 5.0
    forget_s: float = 900.0
    """What was removed, or replaced by another reading, has left all files by then, not only the answers."""
    upload_bytes: int = 100_000_000
    question_characters: int = 4_000
    passages_most: int = 20
    waiting_requests: int = 8
    """Requests of one web process that may wait for a reading at the same time."""
    frame_origins: tuple[str, ...] = ()
    """Other sites that may show the page within their own."""
    log_level: str = "INFO"
    confined_only: bool = False
    """Whether readers start only where this machine keeps parsers from all that they must not reach."""
    limits: Limits = field(default_factory=Limits)


def _whole(value: str) -> int:
    if not value.strip().isdecimal() or int(value) == 0:
        raise ValueError("it must be a whole number above 0")
    return int(value)


def _count(value: str) -> int:
    if not value.strip().isdecimal():
        raise ValueError("it must be a whole number, or 0 for no limit")
    return int(value)


def _seconds(value: str) -> float:
    with suppress(ValueError):
        if 0 < float(value) < 86_400:
            return float(value)
    raise ValueError("it must be a number above 0 and below a day")


def _heap(value: str) -> str:
    if not re.fullmatch(r"[1-9]\d*[kmg]", value, re.IGNORECASE):
        raise ValueError("it must be as Java takes it: 512m, or 4g")
    return value


def _switch(value: str) -> bool:
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
            raise ValueError(f"{origin!r} is no origin, which is https://HOST or https://HOST:PORT")
    return origins


def _folder(value: str) -> Path:
    return Path(value).expanduser().resolve()


def _home(value: str) -> Path | str:
    protocol, is_url, rest = value.partition("://")
    if not is_url:
        return _folder(value)
    if protocol in ("file", "local"):
        return _folder(rest)
    from fsspec import get_filesystem_class  # noqa: PLC0415  # a quarter of a second that only such a store is worth

    try:
        get_filesystem_class(protocol or "no protocol")  # by none it means this machine's disk, links and all
    except ImportError as error:
        raise ValueError(f"{protocol}:// takes a package that is not there ({error})") from error
    except ValueError as error:
        raise ValueError(f"there is no store for {protocol}://") from error
    return value


_READ: Mapping[str, tuple[str, Callable[[str], object]]] = {
    "CONTENTS_HOME": ("home", _home),
    "CONTENTS_DATA": ("data", _folder),
    "CONTENTS_CACHE": ("cache", _folder),
    "CONTENTS_MAVEN_MIRROR": ("maven_mirror", str),
    "CONTENTS_BIND": ("bind", _address),
    "CONTENTS_ADMIN_BIND": ("admin_bind", _address),
    "SOLR_URL": ("solr_urls", _list),
    "CONTENTS_SOLR_COLLECTION": ("solr_collection", str),
    "CONTENTS_SOLR_MEMORY": ("solr_memory", _heap),
    "CONTENTS_JWKS": ("jwks", str),
    "CONTENTS_ISSUER": ("issuer", str),
    "CONTENTS_AUDIENCE": ("audience", str),
    "CONTENTS_ALGORITHMS": ("algorithms", _list),
    "CONTENTS_DEV": ("dev", _switch),
    "CONTENTS_WEB_WORKERS": ("web_workers", _whole),
    "CONTENTS_WEB_THREADS": ("web_threads", _whole),
    "CONTENTS_SEARCHES_AT_ONCE": ("searches_at_once", _whole),
    "CONTENTS_SEARCHES_A_MINUTE": ("searches_a_minute", _count),
    "CONTENTS_REQUESTS_A_MINUTE": ("requests_a_minute", _count),
    "CONTENTS_PERSON_DOCUMENTS": ("person_documents", _count),
    "CONTENTS_PERSON_PASSAGES": ("person_passages", _count),
    "CONTENTS_APP_DOCUMENTS": ("app_documents", _count),
    "CONTENTS_APP_PASSAGES": ("app_passages", _count),
    "CONTENTS_READERS": ("readers", _whole),
    "CONTENTS_READER_SLOTS": ("reader_slots", _whole),
    "CONTENTS_LEASE_S": ("lease_s", _seconds),
    "CONTENTS_ATTEMPTS": ("attempts", _whole),
    "CONTENTS_SEARCH_S": ("search_s", _seconds),
    "CONTENTS_FORGET_S": ("forget_s", _seconds),
    "CONTENTS_UPLOAD_BYTES": ("upload_bytes", _whole),
    "CONTENTS_QUESTION_CHARACTERS": ("question_characters", _whole),
    "CONTENTS_PASSAGES_MOST": ("passages_most", _whole),
    "CONTENTS_WAITING_REQUESTS": ("waiting_requests", _whole),
    "CONTENTS_FRAME_ORIGINS": ("frame_origins", _origins),
    "CONTENTS_LOG_LEVEL": ("log_level", str),
    "CONTENTS_CONFINED_ONLY": ("confined_only", _switch),
}
_READ_LIMITS: Mapping[str, str] = {
    "CONTENTS_DOCUMENT_BYTES": "document_bytes",
    "CONTENTS_READ_CPU_S": "cpu_s",
    "CONTENTS_READ_CLOCK_S": "clock_s",
    "CONTENTS_READ_MEMORY_BYTES": "memory_bytes",
    "CONTENTS_PAGES": "pages",
    "CONTENTS_PASSAGE_SOFT": "passage_soft",
    "CONTENTS_PASSAGE_HARD": "passage_hard",
    "CONTENTS_PASSAGE_UNBREAKABLE": "passage_unbreakable",
}
VARIABLES = (*_READ, *_READ_LIMITS)
"""Every environment variable that is read."""


def settings_from(environment: Mapping[str, str] | None = None) -> Settings:
    """The settings of an environment (the process's own by default); WrongSetting names the variable at fault."""
    environment = os.environ if environment is None else environment
    said = {
        name: _value(environment, variable, read)
        for variable, (name, read) in _READ.items()
        if environment.get(variable)
    }
    bounds = {
        name: _value(environment, variable, _whole)
        for variable, name in _READ_LIMITS.items()
        if environment.get(variable)
    }
    said.setdefault("home", _folder(".data/home"))
    said.setdefault("data", _folder(".data"))
    settings = Settings(**said, limits=Limits(**bounds))  # type: ignore[arg-type]  # each value was read for its field
    _check(settings)
    return settings


def _value(environment: Mapping[str, str], variable: str, read: Callable[[str], object]) -> object:
    try:
        return read(environment[variable])
    except ValueError as error:
        raise InvalidSetting(f"{variable} is {environment[variable]!r}: {error}.") from error


def _check(settings: Settings) -> None:
    host = settings.bind.rpartition(":")[0]
    if settings.dev and host not in ("127.0.0.1", "localhost", "[::1]"):
        raise InvalidSetting(f"CONTENTS_BIND is {settings.bind!r}: with --dev only a loopback address can be used.")
    if not settings.dev and settings.jwks is not None and not (settings.issuer and settings.audience):
        raise InvalidSetting("CONTENTS_JWKS is set: CONTENTS_ISSUER and CONTENTS_AUDIENCE must be set with it.")
    limits = settings.limits
    if not limits.passage_soft <= limits.passage_hard <= limits.passage_unbreakable:
        raise InvalidSetting("CONTENTS_PASSAGE_SOFT, _HARD and _UNBREAKABLE must not fall in this order.")
