"""Which other sites may show the page within their own."""

from __future__ import annotations

import re
from collections.abc import Mapping

from contents_service.settings import WrongSetting

FRAME_ORIGINS = "CONTENTS_FRAME_ORIGINS"
"""The platform's own origins, as `https://build.example.org`, with commas between them."""

FRAMED_BY = "contents_framed_by"

_ORIGIN = re.compile(r"https?://[A-Za-z0-9.-]+(?::\d{1,5})?|https?://\[[0-9A-Fa-f:]+\](?::\d{1,5})?")
"""One scheme, one host and perhaps a port; no path, no wildcard, nothing that could end the policy's directive."""


def frame_origins(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The origins that the operator allows; WrongSetting for what is none."""
    said = [part.strip() for part in environment.get(FRAME_ORIGINS, "").split(",") if part.strip()]
    for origin in said:
        if not _ORIGIN.fullmatch(origin):
            raise WrongSetting(f"{FRAME_ORIGINS} has {origin!r} in it: an origin is https://HOST or https://HOST:PORT.")
    return tuple(said)
