"""Acknowledged changes survive the death of any program, and every document is still read once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from helpers.factories import new_app_id
from helpers.paths import SAMPLES
from helpers.polling import poll_until
from helpers.running_service import RunningService, running_service

from contents_service.commands.support.client import Client, Json

pytestmark = [pytest.mark.solr, pytest.mark.timeout(900)]
BOMB = SAMPLES / "pdf" / "bomb_form_doubling_2p30.pdf"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(tmp_path_factory.mktemp("service")) as running:
        yield running


@pytest.fixture
def client(service: RunningService) -> Client:
    return service.client(new_app_id())


def search(client: Client, question: str, *paths: str) -> list[Json]:
    answer = client.call("POST", "/passages", json={"question": question, "documents": list(paths)})
    return list(answer["passages"])


def slow_text(word: str) -> str:
    """Return a text that takes a second or more to read."""
    lines = (f"Entry {number}: the {word} number {number} was counted.\n\n" for number in range(40_000))
    return f"# Log\n\n{''.join(lines)}"


def test_an_acknowledged_gift_survives_the_death_of_solr(service: RunningService, client: Client) -> None:
    service.write("eric/kept.md", "# Keys\n\nThe pangolin guards the keys.\n")

    given = client.call("POST", "/documents", json={"path": "eric/kept.md"})
    service.kill("solr")
    document = service.read_document(client, given["id"])

    assert (document["state"], document["passages"]) == ("read", 1)
    assert len(search(client, "Who guards the keys?", "eric/kept.md")) == 1


def test_an_acknowledged_removal_survives_the_death_of_solr(service: RunningService, client: Client) -> None:
    service.write("eric/gone.md", "# Keys\n\nThe pangolin guards the keys.\n")
    given = client.call("POST", "/documents", json={"path": "eric/gone.md"})
    assert service.read_document(client, given["id"])["state"] == "read"

    client.call("DELETE", f"/documents/{given['id']}")
    service.kill("solr")
    service.wait_until_ready()

    assert list(client.documents()) == []
    assert search(client, "Who guards the keys?", "eric/gone.md") == []


def test_a_document_stays_turned_off_after_the_death_of_solr(service: RunningService, client: Client) -> None:
    service.write("eric/off.md", "# Keys\n\nThe pangolin guards the keys.\n")
    given = client.call("POST", "/documents", json={"path": "eric/off.md"})
    service.read_document(client, given["id"])

    client.call("PATCH", f"/documents/{given['id']}", json={"enabled": False})
    service.kill("solr")
    service.wait_until_ready()

    assert [document["enabled"] for document in client.documents()] == [False]
    assert search(client, "Who guards the keys?", "eric/off.md") == []


def test_a_document_whose_reader_is_killed_is_read_once_by_another_attempt(
    service: RunningService, client: Client
) -> None:
    service.write("eric/large.md", slow_text("armadillo"))

    given = client.call("POST", "/documents", json={"path": "eric/large.md"})
    poll_until(
        lambda: [entry for entry in service.events("reading") if entry["document"] == given["id"]], "its reading begins"
    )
    service.kill("reader")
    document = service.read_document(client, given["id"])

    attempts = [entry["attempt"] for entry in service.events("reading") if entry["document"] == given["id"]]
    assert document["state"] == "read"
    assert attempts == [1, 2]
    passages = list(all_passages(client, given["id"]))
    assert [passage["number"] for passage in passages] == list(range(1, document["passages"] + 1))


def test_an_endless_document_holds_up_neither_other_readings_nor_searches(
    service: RunningService, client: Client
) -> None:
    service.write("eric/bomb.pdf", BOMB.read_bytes())
    service.write("eric/small.md", "# Keys\n\nThe pangolin guards the keys.\n")

    bomb = client.call("POST", "/documents", json={"path": "eric/bomb.pdf"})
    small = client.call("POST", "/documents", json={"path": "eric/small.md"})
    read = service.read_document(client, small["id"])
    found = search(client, "Who guards the keys?", "eric/small.md", "eric/bomb.pdf")
    refused = service.read_document(client, bomb["id"])

    assert read["state"] == "read"
    assert len(found) == 1
    assert refused["state"] == "not_read"
    assert refused["why"]["code"] in {"too_much_memory", "too_slow"}


def all_passages(client: Client, document: str) -> Iterator[Json]:
    cursor: str | None = None
    while True:
        page = client.call("GET", f"/documents/{document}/passages", params={"cursor": cursor} if cursor else {})
        yield from page["passages"]
        cursor = page["next"]
        if not cursor:
            return
