"""`contents serve`: runs Solr, readers and web together, and restarts each when it dies."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click
import requests

from contents_service.commands.upgrade import migrate_former_index
from contents_service.errors import ContentsError
from contents_service.logs import set_up_logs
from contents_service.processes.child import Program
from contents_service.processes.port import free_port
from contents_service.processes.supervisor import Supervisor
from contents_service.settings import VARIABLES, InvalidSetting, Settings, settings_from
from contents_service.solr.server.jars import JarCache
from contents_service.solr.server.node import SolrNode

WEB_READY_TIMEOUT_S = 120.0
"""Seconds until web must be ready: usually 3 s, but longer on a busy machine."""
WEB_STOP_TIMEOUT_S = 35.0
"""Seconds that web has to stop: gunicorn gives requests that are being answered up to 30 s to end."""
READER_STOP_TIMEOUT_S = 25.0
"""Seconds that a reader has to stop. One that is cut off loses nothing, because another takes its document over."""
READYZ_TIMEOUT_S = 3.0
"""Seconds that a request for `/readyz` may take."""
DOWNLOAD_REPORT_AFTER_S = 1.0
"""Seconds after which the progress of downloading jars is printed."""
REACHABLE_HOSTS = {"0.0.0.0": "127.0.0.1", "[::]": "[::1]"}  # noqa: S104 — not bound here
"""The loopback address at which a server that listens on all addresses can be reached."""

HELP: Mapping[str, str] = {
    "CONTENTS_HOME": "Root of the Home Folders, one per person: a folder (default: home in the data folder) or a URL.",
    "CONTENTS_DATA": "Folder for Solr's index, logs and keys (default: .data).",
    "CONTENTS_CACHE": "Folder for Solr's jars, which are downloaded once for all data folders.",
    "CONTENTS_MAVEN_MIRROR": "Maven repository from which to download Solr's jars, instead of Maven Central.",
    "CONTENTS_BIND": "Address of the API and the page.",
    "CONTENTS_ADMIN_BIND": "Address of /metrics.",
    "SOLR_URL": "Use this Solr (or several, separated by commas) and do not start one.",
    "CONTENTS_SOLR_COLLECTION": "The collection or core to use at SOLR_URL.",
    "CONTENTS_SOLR_MEMORY": "Java heap size of the Solr that is started.",
    "CONTENTS_JWKS": "JWKS with the keys that sign tokens: a URL or a file.",
    "CONTENTS_ISSUER": "The `iss` that tokens must have.",
    "CONTENTS_AUDIENCE": "The `aud` that tokens must have.",
    "CONTENTS_ALGORITHMS": "Allowed signature algorithms of tokens, separated by commas.",
    "CONTENTS_WEB_WORKERS": "Number of web processes.",
    "CONTENTS_WEB_THREADS": "Threads of each web process.",
    "CONTENTS_SEARCHES_AT_ONCE": "Searches that each web process runs at once; others wait.",
    "CONTENTS_SEARCHES_A_MINUTE": "Searches a minute for one caller; 0 means no limit, as in all quotas.",
    "CONTENTS_REQUESTS_A_MINUTE": "Other requests a minute for one caller.",
    "CONTENTS_PERSON_DOCUMENTS": "Documents that one person may have in all.",
    "CONTENTS_PERSON_PASSAGES": "Passages that all documents of one person may have.",
    "CONTENTS_APP_DOCUMENTS": "Documents that one person may give one application.",
    "CONTENTS_APP_PASSAGES": "Passages that one person's documents may have in one application.",
    "CONTENTS_READERS": "Number of reader processes.",
    "CONTENTS_READER_SLOTS": "Documents that one reader reads at once.",
    "CONTENTS_LEASE_S": "Seconds after which another reader takes over the document of a dead one.",
    "CONTENTS_ATTEMPTS": "How often to try reading a document.",
    "CONTENTS_SEARCH_S": "Seconds that one search may take.",
    "CONTENTS_FORGET_S": "Seconds until removed text has left the index's files, too.",
    "CONTENTS_UPLOAD_BYTES": "Largest upload, in bytes.",
    "CONTENTS_QUESTION_CHARACTERS": "Characters of a question that are used.",
    "CONTENTS_WAITING_REQUESTS": "Requests of one web process that may wait for readings to end.",
    "CONTENTS_FRAME_ORIGINS": "Other sites that may embed the page, separated by commas.",
    "CONTENTS_LOG_LEVEL": "Log level: DEBUG, INFO, WARNING or ERROR.",
    "CONTENTS_CONFINED_ONLY": "1: readers start only if every protection against hostile files works.",
    "CONTENTS_DOCUMENT_BYTES": "Largest document that is read, in bytes.",
    "CONTENTS_READ_CPU_S": "Seconds of processor time for reading one document.",
    "CONTENTS_READ_CLOCK_S": "Seconds of clock time for reading one document.",
    "CONTENTS_READ_MEMORY_BYTES": "Memory for reading one document, in bytes.",
    "CONTENTS_PAGES": "Pages of one document that are read at most.",
    "CONTENTS_PASSAGE_SOFT": "Characters at which a passage is full.",
    "CONTENTS_PASSAGE_HARD": "Characters of a passage at most.",
    "CONTENTS_PASSAGE_UNBREAKABLE": "Characters of a passage at most that is one row, record or block of code.",
}

Command = TypeVar("Command", bound=Callable[..., Any])


def add_setting_options(command: Command) -> Command:
    """Add an option for each setting to a command, except for `--dev`, which is a flag."""
    for variable in reversed([name for name in VARIABLES if name != "CONTENTS_DEV"]):
        option = "--" + variable.removeprefix("CONTENTS_").lower().replace("_", "-")
        command = click.option(option, variable, envvar=variable, show_envvar=True, help=HELP.get(variable))(command)
    return command


@click.command()
@click.option("--dev", is_flag=True, envvar="CONTENTS_DEV", help="Try it out on loopback, with a development key.")
@click.option(
    "--samples",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder to copy as the Home Folders if there are none yet.",
)
@click.option("--demo", is_flag=True, help="Once it is up, give an Appspec's documents and ask three questions.")
@click.option(
    "--appspec",
    type=click.Path(dir_okay=False, path_type=Path),
    default="examples/appspec.yaml",
    show_default=True,
    help="The Appspec for the demo.",
)
@add_setting_options
def serve(dev: bool, samples: Path | None, demo: bool, appspec: Path, **options: str | None) -> None:
    """Run Solr, readers and web together, and restart each when it dies."""
    if demo and not (dev and appspec.is_file()):
        raise click.UsageError(f"--demo needs --dev and an Appspec; there is none at {appspec}.")
    environment = _environment(dev, options)
    try:
        settings = settings_from(environment)
        _require_keys(settings)
        set_up_logs(settings)
        if samples:
            _copy_samples(samples, settings.home)
        _run(settings, environment, appspec if demo else None)
    except InvalidSetting as problem:
        raise click.UsageError(str(problem)) from problem
    except ContentsError as problem:
        raise click.ClickException(str(problem)) from problem


def _environment(dev: bool, options: Mapping[str, str | None]) -> dict[str, str]:
    """Return the environment of all programs: our own, overridden by the options."""
    environment = {**os.environ, **{variable: value for variable, value in options.items() if value is not None}}
    environment["CONTENTS_DEV"] = "1" if dev else "0"
    if dev:  # somebody reads the log in a terminal
        environment.setdefault("CONTENTS_LOG_LEVEL", "WARNING")
    data = Path(environment.setdefault("CONTENTS_DATA", ".data"))
    environment.setdefault("CONTENTS_HOME", str(data / "home"))
    return environment


def _require_keys(settings: Settings) -> None:
    if not settings.dev and settings.jwks is None:
        raise InvalidSetting("CONTENTS_JWKS (--jwks) is not set. Set it to the keys that sign tokens, or use --dev.")


def _copy_samples(samples: Path, home: Path | str) -> None:
    """Copy the samples, whole or not at all, unless there are Home Folders already."""
    if isinstance(home, str):
        raise InvalidSetting(f"CONTENTS_HOME is {home!r}: --samples can only be copied to a folder on this machine.")
    if home.exists():
        return
    draft = home.with_name(f".{home.name}.{os.getpid()}")
    shutil.copytree(samples, draft)
    draft.rename(home)
    click.echo(f"Copied {samples} to {home}.", err=True)


def _run(settings: Settings, environment: dict[str, str], appspec: Path | None) -> None:
    for address in (settings.bind, settings.admin_bind):
        host, _, port = address.rpartition(":")
        free_port(host.strip("[]"), int(port))
    groups: list[Sequence[Program]] = []
    if not settings.solr_urls:
        node = SolrNode(settings.data, memory=settings.solr_memory, jars=JarCache.of(settings))
        migrate_former_index(node, settings)
        groups.append([node.program(_download_reporter())])
        environment = {**environment, "SOLR_URL": node.url, "CONTENTS_SOLR_COLLECTION": "contents"}
    groups.append([_reader_program(environment, number) for number in range(1, settings.readers + 1)])
    groups.append([_web_program(settings.bind, environment)])
    if appspec:
        groups.append([_demo_program(settings.bind, environment, appspec)])
    Supervisor(groups).run(on_ready=partial(_announce, settings))


def _reader_program(environment: Mapping[str, str], number: int) -> Program:
    return Program(
        name=f"reader-{number}",
        command=(sys.executable, "-m", "contents_service", "reader"),
        environment=environment,
        stop_timeout_s=READER_STOP_TIMEOUT_S,
    )


def _web_program(bind: str, environment: Mapping[str, str]) -> Program:
    return Program(
        name="web",
        command=(sys.executable, "-m", "contents_service", "web"),
        environment=environment,
        is_ready=partial(_is_ready, f"{_local_url(bind)}/readyz"),
        ready_timeout_s=WEB_READY_TIMEOUT_S,
        stop_timeout_s=WEB_STOP_TIMEOUT_S,
    )


def _demo_program(bind: str, environment: Mapping[str, str], appspec: Path) -> Program:
    return Program(
        name="demo",
        command=(sys.executable, "-m", "contents_service.commands.demo", _local_url(bind), appspec),
        environment=environment,
        ends_by_itself=True,
    )


def _local_url(bind: str) -> str:
    """Return the URL at which a server with this address is reached from this machine."""
    host, _, port = bind.rpartition(":")
    return f"http://{REACHABLE_HOSTS.get(host, host)}:{port}"


def _is_ready(url: str) -> bool:
    with requests.Session() as session:
        session.trust_env = False  # never send loopback requests through a proxy
        try:
            return session.get(url, timeout=READYZ_TIMEOUT_S).ok
        except requests.RequestException:
            return False


def _announce(settings: Settings) -> None:
    click.echo(f"Contents is up at {_local_url(settings.bind)}; Ctrl-C ends it.", err=True)


def _download_reporter() -> Callable[[int, int], None]:
    """Return a function that prints the progress of downloading jars once it takes a while."""
    started_at = time.monotonic()

    def report(done: int, of: int) -> None:
        if time.monotonic() - started_at > DOWNLOAD_REPORT_AFTER_S and (done % 10 == 0 or done == of):
            click.echo(f"Downloading Solr: {done} of {of} files", err=True)

    return report
