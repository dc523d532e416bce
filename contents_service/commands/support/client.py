"""The client with which commands call the API of a running service."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar
from urllib.parse import quote

import click
import requests

from contents_service.errors import ContentsError
from contents_service.identity.tokens import DevelopmentSigner
from contents_service.model import Person
from contents_service.settings import settings_from

Json = dict[str, Any]
Command = TypeVar("Command", bound=Callable[..., Any])
TIMEOUT_S = 60
DOCUMENTS_PER_PAGE = 500
"""The number of documents on each page of a list."""


class RequestFailed(ContentsError):
    """The service refused a request, or did not answer."""


@dataclass(frozen=True)
class Client:
    """A client for one application's documents in a running service."""

    url: str
    app: str
    token: str

    def call(self, method: str, path: str, *, wait_s: int = 0, **options: Any) -> Json:
        """Send a request and return the JSON of the answer; raise RequestFailed with the problem's text."""
        headers = {
            "Authorization": f"Bearer {self.token}",
            "Accept": "application/json",
            **({"Prefer": f"wait={wait_s}"} if wait_s else {}),
        }
        url = f"{self.url.rstrip('/')}/api/contents/v1/apps/{quote(self.app, safe='')}{path}"
        try:
            with requests.Session() as session:
                session.trust_env = False
                answer = session.request(method, url, headers=headers, timeout=TIMEOUT_S, **options)
        except requests.RequestException as error:
            raise RequestFailed(
                f"No service answers at {self.url}. Start `contents serve`, or give the address of a running one with "
                "--url or CONTENTS_URL."
            ) from error
        if not answer.ok:
            raise RequestFailed(_describe_problem(answer))
        return dict(answer.json()) if answer.content else {}

    def documents(self) -> Iterator[Json]:
        """Yield every document of the application that the caller may see."""
        cursor: str | None = None
        while True:
            page = self.call(
                "GET", "/documents", params={"limit": DOCUMENTS_PER_PAGE, **({"cursor": cursor} if cursor else {})}
            )
            yield from page["documents"]
            cursor = page["next"]
            if not cursor:
                return

    def document_at(self, path: str) -> Json:
        """Return the document with a path; raise RequestFailed if there is none."""
        for document in self.documents():
            if document["path"] == path:
                return document
        raise RequestFailed(f"{path} was not given to {self.app}. `contents list` shows the documents that were.")


def with_client_options(command: Command) -> Command:
    """Add `--app`, `--as`, `--token` and `--url` to a command, which is called with a client made from them."""

    @wraps(command)
    def wrapper(*arguments: Any, app: str, person: str | None, token: str | None, url: str, **options: Any) -> Any:
        return command(Client(url, app, token or _development_token(person)), *arguments, **options)

    decorators = [
        click.option("--app", required=True, help="The application."),
        click.option("--as", "person", help="Act as this person, with a token from the development key."),
        click.option("--token", envvar="CONTENTS_TOKEN", show_envvar=True, help="Use this token."),
        click.option(
            "--url",
            default="http://127.0.0.1:8080",
            show_default=True,
            envvar="CONTENTS_URL",
            help="The address of the service.",
        ),
    ]
    for decorate in reversed(decorators):
        wrapper = decorate(wrapper)
    return wrapper  # type: ignore[return-value]  # the same command, with a client for its first argument


def _development_token(person: str | None) -> str:
    if not person:
        raise click.UsageError("Say who you are: --as PERSON with a development service, or --token TOKEN.")
    folder = settings_from().data / "keys"
    if not folder.is_dir():
        raise RequestFailed(
            f"There is no development key in {folder}. Change to the folder where `contents serve --dev` was started, "
            "or set CONTENTS_DATA to its data folder."
        )
    return DevelopmentSigner(folder).token(Person(person))


def _describe_problem(answer: requests.Response) -> str:
    try:
        problem = answer.json()
        return f"{problem['detail']} ({problem['code']})"
    except (ValueError, KeyError, TypeError):
        return f"The service answered with status {answer.status_code}."
