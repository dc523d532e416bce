"""Images of a document's pages: rendered in a sandbox, cached on disk for a while."""
