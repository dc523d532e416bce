"""A Solr that we run ourselves: its jars, its Java, its nodes and their folders."""
