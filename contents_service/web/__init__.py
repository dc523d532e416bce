"""The HTTP API and the page: the only place that knows Flask."""

from contents_service.web.application import create_app

__all__ = ["create_app"]
