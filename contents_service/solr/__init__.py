"""Solr: the index as it keeps it (`index`, `client`, `query`); a node of our own (`node`, `jars`, `home`, `java`)."""
