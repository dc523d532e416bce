"""Solr is configured as a purge needs it."""

from __future__ import annotations

from xml.etree import ElementTree

from contents_service.solr.segments import MAX_LOGS
from contents_service.solr.server.solr_home import SOLR_FILES


def configured_value(name: str) -> float:
    config = ElementTree.parse(SOLR_FILES / "configset" / "conf" / "solrconfig.xml")
    (value,) = (element.text for element in config.iter() if element.get("name") == name)
    return float(value or "nan")


def test_a_purge_begins_as_many_update_logs_as_solr_keeps() -> None:
    assert configured_value("maxNumLogsToKeep") == MAX_LOGS


def test_a_purge_rewrites_every_segment_with_deleted_documents() -> None:
    assert configured_value("forceMergeDeletesPctAllowed") == 0
