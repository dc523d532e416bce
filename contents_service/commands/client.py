"""How a command talks to a running service: as the holder of a token, over its API."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar
from urllib.parse import quote

import click
import requests

from contents_service.errors import ContentsError
from contents_service.identity.tokens import DevelopmentKey
from contents_service.model import Person
from contents_service.settings import settings_from

Json = dict[str, Any]
Command = TypeVar("Command", bound=Callable[..., Any])
ANSWER_WITHIN_S = 60
PAGE = 500


class RequestFailed(ContentsError):
    """The service answered with a problem."""


@dataclass(frozen=True)
class Client:
    """One application's contents in a running service."""

    url: str
    app: str
    token: str

    def call(self, method: str, path: str, *, wait_s: int = 0, **said: Any) -> Json:
        """Ask, and return the answer's JSON; Refused with the problem's own words."""
        headers = {
            "Authorization": f"Bearer {self.token}",
            "Accept": "application/json",
            **({"Prefer": f"wait={wait_s}"} if wait_s else {}),
        }
        url = f"{self.url.rstrip('/')}/api/contents/v1/apps/{quote(self.app, safe='')}{path}"
        try:
            with requests.Session() as session:
                session.trust_env = False
                answer = session.request(method, url, headers=headers, timeout=ANSWER_WITHIN_S, **said)
        except requests.RequestException as error:
            raise RequestFailed(
                f"no service answers at {self.url}. Is `contents serve` running? --url or CONTENTS_URL names another."
            ) from error
        if not answer.ok:
            raise RequestFailed(_problem(answer))
        return dict(answer.json()) if answer.content else {}

    def documents(self) -> Iterator[Json]:
        """Every document that the caller's scope gave the application."""
        cursor: str | None = None
        while True:
            page = self.call("GET", "/documents", params={"limit": PAGE, **({"cursor": cursor} if cursor else {})})
            yield from page["documents"]
            cursor = page["next"]
            if not cursor:
                return

    def document_at(self, path: str) -> Json:
        """The document that was given under a path."""
        for document in self.documents():
            if document["path"] == path:
                return document
        raise RequestFailed(f"{path} was not given to {self.app}. `contents list` shows what was.")


def with_client_options(command: Command) -> Command:
    """Give a command `--app`, `--as` or `--token`, and `--url`; it is called with a client in their place."""

    @wraps(command)
    def with_client(*arguments: Any, app: str, person: str | None, token: str | None, url: str, **options: Any) -> Any:
        return command(Client(url, app, token or _token_of(person)), *arguments, **options)

    options = [
        click.option("--app", required=True, help="The application."),
        click.option("--as", "person", help="Ask as this person, with a token of the development key."),
        click.option("--token", envvar="CONTENTS_TOKEN", show_envvar=True, help="Ask as the holder of this token."),
        click.option(
            "--url", default="http://127.0.0.1:8080", show_default=True, envvar="CONTENTS_URL", help="The service."
        ),
    ]
    for option in reversed(options):
        with_client = option(with_client)
    return with_client  # type: ignore[return-value]  # the same command, with a client for its first argument


def _token_of(person: str | None) -> str:
    if not person:
        raise click.UsageError("Say who asks: --as PERSON with a development service, or --token TOKEN.")
    folder = settings_from().data / "keys"
    if not folder.is_dir():
        raise RequestFailed(
            f"there is no development key in {folder}. Stand where `contents serve --dev` was started, or set "
            "CONTENTS_DATA to its data folder."
        )
    return DevelopmentKey(folder).token(Person(person))


def _problem(answer: requests.Response) -> str:
    try:
        problem = answer.json()
        return f"{problem['detail']} ({problem['code']})"
    except (ValueError, KeyError, TypeError):
        return f"the service answered {answer.status_code}."
