"""The schema has exactly the fields that the code writes, and all that it queries."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

from helpers.factories import make_reading, make_record, new_app_id
from msgspec.structs import replace

from contents_service.documents.reading.outcomes import active_reading, with_active_reading
from contents_service.index.scope_snapshot import ScopeView
from contents_service.model import Scope
from contents_service.relevance.question import parse_question
from contents_service.relevance.scoring import Statistics, weigh_question
from contents_service.solr.count_request import count_request
from contents_service.solr.index import SolrIndex
from contents_service.solr.query_syntax import within_view
from contents_service.solr.score_request import score_request
from contents_service.solr.server.solr_home import SOLR_FILES

SCOPE = Scope(new_app_id(), "eric")
FIELD_IN_QUERY = re.compile(r"\bf=(\w+)|\btermfreq\((\w+),|\bfield\((\w+)\)|\bmax\((_\w+)\)")
NOT_IN_SCHEMA = {"score"}


def schema_fields() -> set[str]:
    schema = ElementTree.parse(SOLR_FILES / "configset" / "conf" / "schema.xml")
    return {field.attrib["name"] for field in schema.iter("field")}


class RecordingClient:
    """A stand-in for the client of Solr that records the fields of written documents."""

    def __init__(self) -> None:
        self.fields: set[str] = set()

    def update(self, documents: Sequence[dict[str, Any]]) -> None:
        self.fields.update(*documents)


def written_fields() -> set[str]:
    solr = RecordingClient()
    index = SolrIndex(solr, solr)  # type: ignore[arg-type]  # it has only what writing needs
    record = make_record(SCOPE, "eric/guide.md")
    reading = make_reading("Within 30 days. 三十日以内。", title="Returns", heading=["Returns"])
    index.put(replace(record, retired=("r1",)), None)
    index.import_copy(record, None, of=1)
    index.write_passages(record, "r2", reading)
    index.put(with_active_reading(record, active_reading(reading, "r2", record.file, record.given_at)), 1)
    return solr.fields


def queried_fields() -> set[str]:
    question = parse_question("How are e-4304 refunds and createCheckoutSession paid in 2024?")
    parts = dict.fromkeys((part for word in question.words for part in word.parts), 1)
    counted = Statistics(passages=3, words=[2] * len(question.words), forms=[1] * len(question.words), parts=parts)
    record = make_record(SCOPE, "eric/guide.md")
    views = [ScopeView(records=(), active={"a": record}, hidden=hidden) for hidden in ((), ("b",), ("b", "c"))]
    requests = [
        count_request(question, "scope"),
        score_request(weigh_question(question, counted), explain=True),
        *(within_view(SCOPE, view) for view in views),
    ]
    named = {name for groups in FIELD_IN_QUERY.findall(json.dumps(requests)) for name in groups if name}
    listed = {name for params in requests for name in str(params.get("fl", "")).split(",") if name.isidentifier()}
    return (named | listed) - NOT_IN_SCHEMA


def test_the_code_writes_exactly_the_fields_of_the_schema() -> None:
    assert written_fields() == schema_fields()


def test_every_field_that_a_search_queries_is_in_the_schema() -> None:
    queried = queried_fields()
    assert {"body", "exact", "title", "name", "k", "scope", "reading"} <= queried
    assert queried <= schema_fields()
