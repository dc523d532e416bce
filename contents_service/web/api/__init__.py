"""The HTTP API, as `openapi.yaml` describes it."""
