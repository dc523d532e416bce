"""The index in Solr (`index` and what it is made of), and Solr nodes of our own (`server`)."""
