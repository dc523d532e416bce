"""What of the disk a process that parses strangers' files can reach: the code that it runs, and no more.

Linux's Landlock takes no privilege. What is given up is given up for good, by this process and all that it forks; files
that are open already stay open.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Iterable
from pathlib import Path

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
"""The calls' numbers on every architecture."""

_VERSION_ONLY = 1
_PATH_BENEATH = 1
_PR_SET_NO_NEW_PRIVS = 38

_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 5: 16}
"""From which version on so many rights over files are known, each a bit; each that is known is given up."""
_NETWORK_SINCE, _NETWORK = 4, 0b11
"""To listen on TCP, and to connect."""
_SCOPES_SINCE, _SCOPES = 6, 0b11
"""To reach abstract sockets of others, and to send them signals."""
_READ_FILE, _READ_FOLDER = 1 << 2, 1 << 3

SYSTEM = ("/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/dev/null", "/dev/urandom")
"""Where libraries and fonts are, which parsers load when they need them."""


def reach_only_code() -> bool:
    """Give up all of the disk but the system's libraries and where our modules came from; whether that was done."""
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION_ONLY))
    if version < 1:
        return False
    ruleset = _ruleset(libc, version)
    try:
        for place in {*SYSTEM, *_of_modules()}:
            _allow(libc, ruleset, Path(place))
        libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        return bool(libc.syscall(_RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0)) == 0)
    finally:
        os.close(ruleset)


def _of_modules() -> Iterable[str]:
    """The folders that modules were loaded from, and the standard library's, which loads more as it is used."""
    files = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    return {str(Path(file).resolve().parent) for file in (*files, os.__file__) if file}


def _ruleset(libc: ctypes.CDLL, version: int) -> int:
    rights = max(count for since, count in _FILE_RIGHTS.items() if since <= version)
    given_up = [(1 << rights) - 1]
    given_up += [_NETWORK] if version >= _NETWORK_SINCE else []
    given_up += [_SCOPES] if version >= _SCOPES_SINCE else []
    attributes = struct.pack(f"={len(given_up)}Q", *given_up)
    return int(libc.syscall(_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0)))


def _allow(libc: ctypes.CDLL, ruleset: int, place: Path) -> None:
    """Let what stands at or beneath a place be read."""
    try:
        descriptor = os.open(place, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        rights = _READ_FILE | (_READ_FOLDER if place.is_dir() else 0)
        rule = struct.pack("=Qi", rights, descriptor)
        libc.syscall(_ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(_PATH_BENEATH), rule, ctypes.c_uint32(0))
    finally:
        os.close(descriptor)
