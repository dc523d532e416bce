"""The web: HTTP in front of the stories, and the only place that knows Flask."""

from contents_service.web.application import create_app

__all__ = ["create_app"]
