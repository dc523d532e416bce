"""What the schema has is what the code writes and asks for: the two cannot drift apart."""

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
from contents_service.relevance.scoring import Statistics, weigh_question
from contents_service.relevance.terms import parse_question
from contents_service.solr.count_request import count_request
from contents_service.solr.index import SolrIndex
from contents_service.solr.query_syntax import within_view
from contents_service.solr.score_request import score_request
from contents_service.solr.server.solr_home import SOLR_FILES

SCOPE = Scope(new_app_id(), "eric")
ASKED_FIELD = re.compile(r"\bf=(\w+)|\btermfreq\((\w+),|\bfield\((\w+)\)|\bmax\((_\w+)\)")
OF_THE_ANSWER = {"score"}


def fields_of_the_schema() -> set[str]:
    schema = ElementTree.parse(SOLR_FILES / "configset" / "conf" / "schema.xml")
    return {field.attrib["name"] for field in schema.iter("field")}


class Noting:
    """In place of a client of Solr: notes the fields of what is written."""

    def __init__(self) -> None:
        self.fields: set[str] = set()

    def update(self, documents: Sequence[dict[str, Any]]) -> None:
        self.fields.update(*documents)


def fields_written() -> set[str]:
    solr = Noting()
    index = SolrIndex(solr, solr)  # type: ignore[arg-type]  # of a client only what writing needs
    record = make_record(SCOPE, "eric/guide.md")
    reading = make_reading("Within 30 days. 三十日以内。", title="Returns", heading=["Returns"])
    index.put(replace(record, retired=("r1",)), None)
    index.import_copy(record, None, of=1)
    index.write_passages(record, "r2", reading)
    index.put(with_active_reading(record, active_reading(reading, "r2", record.file, record.given_at)), 1)
    return solr.fields


def fields_asked_for() -> set[str]:
    question = parse_question("How are e-4304 refunds and createCheckoutSession paid?")
    parts = dict.fromkeys((part for word in question.words for part in word.parts), 1)
    counted = Statistics(passages=3, words=[1] * len(question.words), parts=parts)
    record = make_record(SCOPE, "eric/guide.md")
    views = [ScopeView(records=(), active={"a": record}, hidden=hidden) for hidden in ((), ("b",), ("b", "c"))]
    asked = [
        count_request(question, "scope"),
        score_request(weigh_question(question, counted), explain=True),
        *(within_view(SCOPE, view) for view in views),
    ]
    named = {name for groups in ASKED_FIELD.findall(json.dumps(asked)) for name in groups if name}
    listed = {name for params in asked for name in str(params.get("fl", "")).split(",") if name.isidentifier()}
    return (named | listed) - OF_THE_ANSWER


def test_every_field_is_written_and_every_field_that_is_written_is_there() -> None:
    assert fields_written() == fields_of_the_schema()


def test_every_field_that_a_search_asks_for_is_there() -> None:
    asked = fields_asked_for()
    assert {"body", "exact", "title", "name", "k", "scope", "reading"} <= asked
    assert asked <= fields_of_the_schema()
