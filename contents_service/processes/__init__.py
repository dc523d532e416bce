"""Programs that we start, keep running and end."""
