"""Free ports of this machine."""

from __future__ import annotations

import socket

from contents_service.errors import ContentsError


class PortTaken(ContentsError):
    """Another program listens on the port, or this one may not."""


def free_port(host: str, requested: int | None = None) -> int:
    """Return the requested port if it is free, or any free port if none is requested."""
    kind, _, _, _, address = socket.getaddrinfo(host, requested or 0, type=socket.SOCK_STREAM)[0]
    with socket.socket(kind) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a port that was just closed counts as free
        try:
            probe.bind(address)
        except OSError as problem:
            raise PortTaken(
                f"Port {requested} on {host} cannot be used: {problem.strerror}. "
                "Stop the program that listens there, or choose another port."
            ) from problem
        port: int = probe.getsockname()[1]
        return port
