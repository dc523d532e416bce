"""The time from giving a document to finding it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from typing import Any

from requests import Session

from contents_service.bench.comparison import Times
from contents_service.bench.running_service import PERSON, RunningService
from contents_service.bench.search import APP
from contents_service.errors import Unavailable

REPETITIONS = 10
"""Documents whose giving is timed, one after the other."""
FIND_TIMEOUT_S = 30.0
"""Seconds until a document that no search finds fails the measurement."""
DOCUMENTS_PER_REQUEST = 100
"""Documents given with one request."""
GIVE_TIMEOUT_S = 300.0
"""Seconds that one request to give documents may take."""
DOCUMENTS_PER_PAGE = 500
"""Documents listed with one request."""


def time_until_found(running: RunningService) -> tuple[Times, Times]:
    """Give small new documents; return the times until each is acknowledged, and until a search finds it."""
    acknowledged_times, found_times = [], []
    with Session() as session:
        session.trust_env = False
        session.headers["Authorization"] = f"Bearer {running.token}"
        for _ in range(REPETITIONS):
            acknowledged_s, found_s = _give_one(session, running)
            acknowledged_times.append(acknowledged_s)
            found_times.append(found_s)
    return Times("giving is acknowledged", tuple(acknowledged_times)), Times("a search finds it", tuple(found_times))


def _give_one(session: Session, running: RunningService) -> tuple[float, float]:
    """Give one small document; return the seconds until it is acknowledged, and until a search finds it."""
    word, app_url = f"marmoset{token_hex(4)}", f"{running.url}/api/contents/v1/apps/{APP}"
    path = f"{PERSON}/{word}.md"
    (running.home / f"{word}.md").write_text(f"# Animals\n\nThe {word} sleeps until noon.\n", encoding="utf-8")
    started_at = time.perf_counter()
    session.post(f"{app_url}/documents", json={"path": path}, timeout=30).raise_for_status()
    acknowledged_s = time.perf_counter() - started_at
    while time.perf_counter() - started_at < FIND_TIMEOUT_S:
        body = {"question": f"When does the {word} sleep?", "documents": [path]}
        if session.post(f"{app_url}/passages", json=body, timeout=30).json()["passages"]:
            return acknowledged_s, time.perf_counter() - started_at
        time.sleep(0.01)
    raise Unavailable(f"A small document was not found within {FIND_TIMEOUT_S:.0f} s.")


def give_and_wait(running: RunningService, folder: Path) -> list[str]:
    """Give all files of a folder, wait until they are read, and return the paths of those with passages."""
    documents_url = f"{running.url}/api/contents/v1/apps/{APP}/documents"
    paths = [f"{PERSON}/{file.relative_to(folder)}" for file in sorted(folder.rglob("*")) if file.is_file()]
    with Session() as session:
        session.trust_env = False
        session.headers["Authorization"] = f"Bearer {running.token}"
        for first in range(0, len(paths), DOCUMENTS_PER_REQUEST):
            body = {"paths": paths[first : first + DOCUMENTS_PER_REQUEST]}
            session.post(documents_url, json=body, timeout=GIVE_TIMEOUT_S).raise_for_status()
        while _is_reading(session, documents_url):
            time.sleep(0.1)
        return [document["path"] for document in _documents(session, documents_url) if document["passages"]]


def _is_reading(session: Session, documents_url: str) -> bool:
    """Whether any document is still being read."""
    params: dict[str, str | int] = {"state": "reading", "limit": 1}
    page = session.get(documents_url, params=params, timeout=30).json()
    return bool(page["documents"])


def _documents(session: Session, documents_url: str) -> Iterator[dict[str, Any]]:
    """Yield all documents, over all pages of the list."""
    params: dict[str, str | int] = {"limit": DOCUMENTS_PER_PAGE}
    while True:
        page = session.get(documents_url, params=params, timeout=30).json()
        yield from page["documents"]
        if not page["next"]:
            return
        params["cursor"] = page["next"]
