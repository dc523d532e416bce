"""Documents that are turned off or not named change no score and take no place in an answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.backend import Backend
from helpers.factories import make_reading, new_app_id, write_reading
from helpers.memory_index import MemoryIndex
from msgspec.structs import replace

from contents_service.documents import searching
from contents_service.index.protocol import Index
from contents_service.model import Scope
from contents_service.solr.index import SolrIndex

QUESTION = "How long does the warranty of the box last?"


@pytest.fixture(params=["memory", pytest.param("solr", marks=pytest.mark.solr)])
def index(request: pytest.FixtureRequest) -> Index:
    return MemoryIndex() if request.param == "memory" else SolrIndex.at([request.getfixturevalue("solr_url")])


def write(index: Index, scope: Scope, name: str, *texts: str, enabled: bool = True) -> str:
    """Write a document that answers, and perhaps turn it off; return its path."""
    record = write_reading(index, scope, f"{scope.giver}/{name}.txt", make_reading(*texts))
    if not enabled:
        current = index.get(scope, record.id)
        assert current
        index.put(replace(current.record, enabled=False), current.version)
    return record.path


@pytest.mark.parametrize("hidden", [2, 60])
def test_hidden_documents_change_no_score_and_take_no_place(tmp_path: Path, index: Index, hidden: int) -> None:
    scope, services = Scope(new_app_id(), "eric"), Backend(tmp_path, index).services
    visible = [
        write(index, scope, "a", "The warranty lasts two years.", "A box is returned within 30 days."),
        write(index, scope, "b", "The box of the bell.", "The bell rings."),
    ]
    off = write(index, scope, "off", "Nothing.", enabled=False)
    index.commit()

    def scored_passages() -> list[tuple[str, float]]:
        answer = searching.search(services, scope.narrowed([*visible, off]), QUESTION, limit=3)
        return [(passage.text, passage.score) for passage in answer.passages]

    before = scored_passages()
    assert len(before) == 3
    for number in range(hidden):
        text = f"How long the warranty of box {number} does last: the warranty of the box lasts."
        write(index, scope, f"not-named-{number}", text)
        write(index, scope, "off" if number == 0 else f"off-{number}", text, enabled=False)
    index.commit()

    assert scored_passages() == before
