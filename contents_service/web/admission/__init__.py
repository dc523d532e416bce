"""Whether a request is let in: a slot in its queue, and an upload slot for a large body."""
