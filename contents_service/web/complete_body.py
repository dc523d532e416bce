"""Requests whose body is complete, or refused."""

from __future__ import annotations

from functools import cached_property
from typing import IO

from flask import Request
from werkzeug.wsgi import get_input_stream

TERMINATED = "wsgi.input_terminated"
"""The server's promise that the body ends by itself; gunicorn also ends a body that was cut off."""


class CompleteBodyRequest(Request):
    """A request that refuses a body that ends before its `Content-Length`."""

    @cached_property
    def stream(self) -> IO[bytes]:
        """The body. Reading it fails if it ends before the length that the request states."""
        environ = self.environ
        if self.content_length is not None:
            environ = {name: value for name, value in environ.items() if name != TERMINATED}
        return get_input_stream(environ, max_content_length=self.max_content_length)
