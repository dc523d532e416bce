"""A Solr of our own: its jars, its Java, its nodes."""
