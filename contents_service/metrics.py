"""The metrics that the operator finds at `/metrics` on the admin address.

With several processes, `PROMETHEUS_MULTIPROC_DIR` must name an empty folder before this module is imported. Each writes
its values there, and the one that is scraped adds them up.
"""

from __future__ import annotations

from prometheus_client import Counter, Histogram

QUICK = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
"""Buckets in seconds, up to the longest that a search may take."""

SLOW = (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60)
"""Buckets in seconds, beyond the longest that a reading may take."""

LONG = (0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""Buckets in seconds, up to the time that rewriting a large index takes."""

REQUESTS = Counter("contents_requests", "Requests answered.", ["operation", "status"])
REQUEST_SECONDS = Histogram("contents_request_seconds", "How long requests took.", ["operation"], buckets=QUICK)
SEARCHES = Counter("contents_searches", "Searches answered, by what they found.", ["status", "weak"])
SEARCH_SECONDS = Histogram("contents_search_seconds", "How long searches took.", buckets=QUICK)
DOCUMENTS_GIVEN = Counter("contents_documents_given", "Documents given, or given again with other bytes.")
READINGS = Counter("contents_readings", "Readings ended, `read` or with the reason why not.", ["outcome", "format"])
READING_SECONDS = Histogram("contents_reading_seconds", "How long readings took.", buckets=SLOW)
PURGE_SECONDS = Histogram("contents_purge_seconds", "How long purging the index's files took.", buckets=LONG)
DOCUMENTS_WAITING = ("contents_documents_waiting", "Documents whose reading is due or under way.")
LONGEST_WAIT = ("contents_longest_wait_seconds", "How long ago the oldest of these readings fell due.")
"""Name and help of the gauges that `web/server/queue_metrics.py` looks up in the index when it is scraped."""
