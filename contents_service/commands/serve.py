"""`contents serve`: Solr, readers and web together, each restarted when it dies."""

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

WEB_READY_WITHIN_S = 120.0  # 3 s as a rule; a machine that is busy with other things takes longer
WEB_ENDS_WITHIN_S = 35.0  # gunicorn lets requests that are being answered end, for up to 30 s
READER_ENDS_WITHIN_S = 10.0  # one that is cut off loses nothing: another takes its document over
ANSWERS_WITHIN_S = 3.0
WORTH_A_WORD_AFTER_S = 1.0
ANYWHERE = {"0.0.0.0": "127.0.0.1", "[::]": "[::1]"}  # noqa: S104 — where one who listens everywhere is found

HELP: Mapping[str, str] = {
    "CONTENTS_HOME": "Root of the Home Folders, one a person: a folder (default: home in the data folder) or a URL.",
    "CONTENTS_DATA": "Folder for Solr's index, its logs and keys (default: .data).",
    "CONTENTS_CACHE": "Folder for what is fetched once for all data folders: Solr's jars.",
    "CONTENTS_MAVEN_MIRROR": "The Maven repository that Solr's jars are fetched from in place of Maven Central.",
    "CONTENTS_BIND": "Where the API and the page listen.",
    "CONTENTS_ADMIN_BIND": "Where /metrics listens.",
    "SOLR_URL": "Use this Solr (or several, with commas) and start none.",
    "CONTENTS_SOLR_COLLECTION": "The collection or core that is used of it.",
    "CONTENTS_SOLR_MEMORY": "Java's heap for the Solr that is started.",
    "CONTENTS_JWKS": "The keys that sign tokens: a URL or a file.",
    "CONTENTS_ISSUER": "The `iss` that tokens must have.",
    "CONTENTS_AUDIENCE": "The `aud` that tokens must have.",
    "CONTENTS_ALGORITHMS": "The signatures that are taken.",
    "CONTENTS_WEB_WORKERS": "Web processes.",
    "CONTENTS_WEB_THREADS": "Threads of each.",
    "CONTENTS_SEARCHES_AT_ONCE": "Searches that each has under way; others wait their turn.",
    "CONTENTS_SEARCHES_A_MINUTE": "Searches of one caller in a minute; 0 for no limit, as in all quotas.",
    "CONTENTS_REQUESTS_A_MINUTE": "Other requests of one caller in a minute.",
    "CONTENTS_PERSON_DOCUMENTS": "Documents that one person may give in all.",
    "CONTENTS_PERSON_PASSAGES": "Passages that all documents of one person may have.",
    "CONTENTS_APP_DOCUMENTS": "Documents that one person may give one application.",
    "CONTENTS_APP_PASSAGES": "Passages that one person's documents may have in one application.",
    "CONTENTS_READERS": "Reader processes.",
    "CONTENTS_READER_SLOTS": "Documents that one reader reads at once.",
    "CONTENTS_LEASE_S": "Seconds after which the work of a dead reader is taken over.",
    "CONTENTS_ATTEMPTS": "How often reading a document is tried.",
    "CONTENTS_SEARCH_S": "Seconds that one search may take.",
    "CONTENTS_FORGET_S": "Seconds after which what was removed has left all files too.",
    "CONTENTS_UPLOAD_BYTES": "The largest upload.",
    "CONTENTS_QUESTION_CHARACTERS": "How much of a question is used.",
    "CONTENTS_WAITING_REQUESTS": "Requests of one web process that may wait for a reading.",
    "CONTENTS_FRAME_ORIGINS": "Other sites that may show the page within their own, with commas.",
    "CONTENTS_LOG_LEVEL": "How much is logged.",
    "CONTENTS_CONFINED_ONLY": "1: readers start only where every protection against hostile files is in force.",
    "CONTENTS_DOCUMENT_BYTES": "The largest document that is read.",
    "CONTENTS_READ_CPU_S": "Seconds of processor that reading one may take.",
    "CONTENTS_READ_CLOCK_S": "Seconds of clock that reading one may take.",
    "CONTENTS_READ_MEMORY_BYTES": "Memory that reading one may take.",
    "CONTENTS_PAGES": "The most pages that are read of one.",
    "CONTENTS_PASSAGE_SOFT": "Characters at which a passage is full.",
    "CONTENTS_PASSAGE_HARD": "Characters that a passage may have.",
    "CONTENTS_PASSAGE_UNBREAKABLE": "Characters that one row, record or block of code may have.",
}

Command = TypeVar("Command", bound=Callable[..., Any])


def add_setting_options(command: Command) -> Command:
    """Give a command a flag for each setting; `--dev` is a switch of its own."""
    for variable in reversed([name for name in VARIABLES if name != "CONTENTS_DEV"]):
        flag = "--" + variable.removeprefix("CONTENTS_").lower().replace("_", "-")
        command = click.option(flag, variable, envvar=variable, show_envvar=True, help=HELP.get(variable))(command)
    return command


@click.command()
@click.option("--dev", is_flag=True, envvar="CONTENTS_DEV", help="Try it out: loopback only, with a key of its own.")
@click.option(
    "--samples",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder that is copied to be the Home Folders, if there are none yet.",
)
@click.option("--demo", is_flag=True, help="When it is up, give an Appspec's documents and ask three questions.")
@click.option(
    "--appspec",
    type=click.Path(dir_okay=False, path_type=Path),
    default="examples/appspec.yaml",
    show_default=True,
    help="The Appspec whose documents the demo gives.",
)
@add_setting_options
def serve(dev: bool, samples: Path | None, demo: bool, appspec: Path, **said: str | None) -> None:
    """Run Solr, readers and web together, each restarted when it dies."""
    if demo and not (dev and appspec.is_file()):
        raise click.UsageError(f"--demo needs --dev and an Appspec; there is none at {appspec}.")
    environment = _environment(dev, said)
    try:
        settings = settings_from(environment)
        _refuse_unkeyed(settings)
        set_up_logs(settings)
        if samples:
            _copy_samples(samples, settings.home)
        _run(settings, environment, appspec if demo else None)
    except InvalidSetting as problem:
        raise click.UsageError(str(problem)) from problem
    except ContentsError as problem:
        raise click.ClickException(str(problem)) from problem


def _environment(dev: bool, said: Mapping[str, str | None]) -> dict[str, str]:
    """The environment of every program: our own, with what was said by flags over it."""
    environment = {**os.environ, **{variable: value for variable, value in said.items() if value is not None}}
    environment["CONTENTS_DEV"] = "1" if dev else "0"
    if dev:  # a person reads along
        environment.setdefault("CONTENTS_LOG_LEVEL", "WARNING")
    data = Path(environment.setdefault("CONTENTS_DATA", ".data"))
    environment.setdefault("CONTENTS_HOME", str(data / "home"))
    return environment


def _refuse_unkeyed(settings: Settings) -> None:
    if not settings.dev and settings.jwks is None:
        raise InvalidSetting("CONTENTS_JWKS (--jwks) says whose tokens hold; without it there is only --dev.")


def _copy_samples(samples: Path, home: Path | str) -> None:
    """Copy the samples to where no Home Folders are yet, whole or not at all."""
    if isinstance(home, str):
        raise InvalidSetting(f"CONTENTS_HOME is {home!r}: --samples are copied to a folder of this machine only.")
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
        groups.append([node.program(_fetching())])
        environment = {**environment, "SOLR_URL": node.url, "CONTENTS_SOLR_COLLECTION": "contents"}
    groups.append([_ours("reader", environment, number) for number in range(1, settings.readers + 1)])
    groups.append([_web(settings.bind, environment)])
    if appspec:
        groups.append([_demo(settings.bind, environment, appspec)])
    Supervisor(groups).run(on_ready=partial(_say_where, settings))


def _ours(command: str, environment: Mapping[str, str], number: int) -> Program:
    return Program(
        name=f"{command}-{number}",
        command=(sys.executable, "-m", "contents_service", command),
        environment=environment,
        stop_timeout_s=READER_ENDS_WITHIN_S,
    )


def _web(bind: str, environment: Mapping[str, str]) -> Program:
    return Program(
        name="web",
        command=(sys.executable, "-m", "contents_service", "web"),
        environment=environment,
        is_ready=partial(_is_ready, f"{_address(bind)}/readyz"),
        ready_timeout_s=WEB_READY_WITHIN_S,
        stop_timeout_s=WEB_ENDS_WITHIN_S,
    )


def _demo(bind: str, environment: Mapping[str, str], appspec: Path) -> Program:
    return Program(
        name="demo",
        command=(sys.executable, "-m", "contents_service.commands.demo", _address(bind), appspec),
        environment=environment,
        ends_by_itself=True,
    )


def _address(bind: str) -> str:
    """The URL at which one on this machine reaches who listens there."""
    host, _, port = bind.rpartition(":")
    return f"http://{ANYWHERE.get(host, host)}:{port}"


def _is_ready(url: str) -> bool:
    with requests.Session() as session:
        session.trust_env = False  # a proxy has no business with loopback
        try:
            return session.get(url, timeout=ANSWERS_WITHIN_S).ok
        except requests.RequestException:
            return False


def _say_where(settings: Settings) -> None:
    click.echo(f"Contents is up at {_address(settings.bind)}; Ctrl-C ends it.", err=True)


def _fetching() -> Callable[[int, int], None]:
    """What tells of the jars that are fetched, once that takes long enough to wonder."""
    begun = time.monotonic()

    def tell(done: int, of: int) -> None:
        if time.monotonic() - begun > WORTH_A_WORD_AFTER_S and (done % 10 == 0 or done == of):
            click.echo(f"Fetching Solr: {done} of {of} files", err=True)

    return tell
