"""Ports of this machine: which are free to listen on."""

from __future__ import annotations

import socket

from contents_service.errors import ContentsError


class PortTaken(ContentsError):
    """Something else listens there, or we may not."""


def free_port(host: str, wished: int | None = None) -> int:
    """The port that is wished for, if it is free, or any that is."""
    kind, _, _, _, address = socket.getaddrinfo(host, wished or 0, type=socket.SOCK_STREAM)[0]
    with socket.socket(kind) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # one that was just let go is free
        try:
            probe.bind(address)
        except OSError as problem:
            raise PortTaken(
                f"Port {wished} on {host} is not to be had: {problem.strerror}. "
                "End what listens there, or choose another."
            ) from problem
        port: int = probe.getsockname()[1]
        return port
