"""Solr: the index as it keeps it (`index`, `client`, `nodes`, `query`, `files`); nodes of our own (all the rest)."""
