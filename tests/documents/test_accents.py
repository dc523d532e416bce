"""A word counts as written only with its accents."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.backend import Backend
from helpers.factories import make_reading, new_app_id, write_reading

from contents_service.documents import searching
from contents_service.model import Scope
from contents_service.solr.index import SolrIndex

pytestmark = pytest.mark.solr


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Müller", "Jörg Müller"),
        ("Mueller", "Jörg Müller"),  # which spells the umlaut out
        ("Muller", "Petra Muller"),  # whose passage is shorter
    ],
)
def test_a_name_comes_first_with_its_own_accents(tmp_path: Path, solr_url: str, question: str, first: str) -> None:
    index, scope = SolrIndex.at([solr_url]), Scope(new_app_id(), "eric")
    texts = (
        "The head of the branch in Essen is Petra Muller.",
        "The head of the branch in Münster is Jörg Müller, too.",
    )
    path = write_reading(index, scope, "eric/branches.md", make_reading(*texts)).path
    index.commit()

    answer = searching.search(Backend(tmp_path, index).services, scope.narrowed([path]), question)

    assert len(answer.passages) == 2
    assert first in answer.passages[0].text
