"""A request's body: all of it, or a refusal."""

from __future__ import annotations

from functools import cached_property
from typing import IO

from flask import Request
from werkzeug.wsgi import get_input_stream

TERMINATED = "wsgi.input_terminated"
"""The server's promise that a body ends by itself; gunicorn ends one that was cut off in the same way."""


class WholeBodies(Request):
    """A request that does not take the beginning of a body for the whole of it."""

    @cached_property
    def stream(self) -> IO[bytes]:
        """The body; one that says how long it is, and ends before that, is refused as it is read."""
        environ = self.environ
        if self.content_length is not None:
            environ = {name: value for name, value in environ.items() if name != TERMINATED}
        return get_input_stream(environ, max_content_length=self.max_content_length)
