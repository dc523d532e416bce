"""Programs that we start, keep running and stop."""
