"""How long it takes from giving a document to finding what it says."""

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

TIMES = 10
FOUND_WITHIN_S = 30.0
AT_ONCE = 100
"""Documents that are given with one request."""
GIVEN_WITHIN_S = 300.0
PAGE = 500
"""Documents that are listed with one request."""


def time_until_found(running: RunningService) -> tuple[Times, Times]:
    """Give a small new document so many times: how long the gift takes, and how long until a search finds it."""
    gifts, founds = [], []
    with Session() as session:
        session.trust_env = False
        session.headers["Authorization"] = f"Bearer {running.token}"
        for _ in range(TIMES):
            given, found = _once(session, running)
            gifts.append(given)
            founds.append(found)
    return Times("giving is acknowledged", tuple(gifts)), Times("a search finds it", tuple(founds))


def _once(session: Session, running: RunningService) -> tuple[float, float]:
    word, base = f"marmoset{token_hex(4)}", f"{running.url}/api/contents/v1/apps/{APP}"
    path = f"{PERSON}/{word}.md"
    (running.home / f"{word}.md").write_text(f"# Animals\n\nThe {word} sleeps until noon.\n", encoding="utf-8")
    began = time.perf_counter()
    session.post(f"{base}/documents", json={"path": path}, timeout=30).raise_for_status()
    given = time.perf_counter() - began
    while time.perf_counter() - began < FOUND_WITHIN_S:
        asked = {"question": f"When does the {word} sleep?", "documents": [path]}
        if session.post(f"{base}/passages", json=asked, timeout=30).json()["passages"]:
            return given, time.perf_counter() - began
        time.sleep(0.01)
    raise Unavailable(f"A small document was not found within {FOUND_WITHIN_S:.0f} s.")


def give_all(running: RunningService, folder: Path) -> list[str]:
    """Give every file of a folder, wait until all are read, and return the paths of those that were."""
    base = f"{running.url}/api/contents/v1/apps/{APP}/documents"
    paths = [f"{PERSON}/{file.relative_to(folder)}" for file in sorted(folder.rglob("*")) if file.is_file()]
    with Session() as session:
        session.trust_env = False
        session.headers["Authorization"] = f"Bearer {running.token}"
        for first in range(0, len(paths), AT_ONCE):
            asked = {"paths": paths[first : first + AT_ONCE]}
            session.post(base, json=asked, timeout=GIVEN_WITHIN_S).raise_for_status()
        while list(_documents(session, base, state="reading", limit=1)):
            time.sleep(0.1)
        return [document["path"] for document in _documents(session, base, limit=PAGE) if document["passages"]]


def _documents(session: Session, base: str, **params: str | int) -> Iterator[dict[str, Any]]:
    """The documents of a list; of one that is asked for by ones, only the first."""
    cursor: dict[str, str] = {}
    while True:
        page = session.get(base, params={**params, **cursor}, timeout=30).json()
        yield from page["documents"]
        if not page["next"] or params["limit"] == 1:
            return
        cursor = {"cursor": page["next"]}
