"""What a purge counts on is what Solr is told."""

from __future__ import annotations

from xml.etree import ElementTree

from contents_service.solr.segments import MAX_LOGS
from contents_service.solr.server.solr_home import SOLR_FILES


def told(name: str) -> float:
    config = ElementTree.parse(SOLR_FILES / "configset" / "conf" / "solrconfig.xml")
    (value,) = (element.text for element in config.iter() if element.get("name") == name)
    return float(value or "nan")


def test_a_purge_begins_as_many_logs_as_solr_keeps() -> None:
    assert told("maxNumLogsToKeep") == MAX_LOGS


def test_a_purge_leaves_nothing_deleted_in_any_segment() -> None:
    assert told("forceMergeDeletesPctAllowed") == 0
