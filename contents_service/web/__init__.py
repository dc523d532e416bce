"""The HTTP API and the page; only this package uses Flask."""

from contents_service.web.application import create_app

__all__ = ["create_app"]
