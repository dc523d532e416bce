"""Images of PDF pages, rendered in the sandbox and cached."""
