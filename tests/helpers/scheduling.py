"""Which tests run on the same worker: those that share something costly to start."""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling

BROWSER = "tests/browser"


class SharedFixturesScheduling(LoadScopeScheduling):  # type: ignore[misc]  # pytest-xdist has no types
    """Keeps the tests of a module together, and so those with a browser and those with a SolrCloud."""

    def _split_scope(self, nodeid: str) -> str:
        if "cloud" in nodeid:
            return "cloud"
        return BROWSER if nodeid.startswith(BROWSER) else str(nodeid.partition("::")[0])
