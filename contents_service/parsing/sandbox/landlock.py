"""Restricting a process that parses strangers' files to its own code: it can reach nothing else on the disk.

Linux's Landlock needs no privilege. Rights are given up for good, by this process and all that it forks; files that are
open already stay open.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Iterable
from pathlib import Path

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
"""Numbers of the system calls, the same on every architecture."""

_VERSION_ONLY = 1
_PATH_BENEATH = 1
_PR_SET_NO_NEW_PRIVS = 38

_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 5: 16}
"""The number of rights over files, each a bit, from each version of Landlock on; all of them are given up."""
_NETWORK_SINCE, _NETWORK = 4, 0b11
"""The first version with rights over the network, and these: to listen on TCP and to connect."""
_SCOPES_SINCE, _SCOPES = 6, 0b11
"""The first version with rights over other processes, and these: to reach their abstract sockets and signal them."""
_READ_FILE, _READ_FOLDER = 1 << 2, 1 << 3

SYSTEM_PATHS = ("/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/dev/null", "/dev/urandom")
"""Paths of libraries and fonts, which parsers load when they need them."""


def restrict_to_code() -> bool:
    """Give up the disk except for system libraries and the folders of loaded modules; return whether that worked."""
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION_ONLY))
    if version < 1:
        return False
    ruleset = _ruleset(libc, version)
    try:
        for path in {*SYSTEM_PATHS, *_module_folders()}:
            _allow_reading(libc, ruleset, Path(path))
        libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        return bool(libc.syscall(_RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0)) == 0)
    finally:
        os.close(ruleset)


def _module_folders() -> Iterable[str]:
    """Return the folders of all loaded modules, and that of the standard library, which loads more of them later."""
    files = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    return {str(Path(file).resolve().parent) for file in (*files, os.__file__) if file}


def _ruleset(libc: ctypes.CDLL, version: int) -> int:
    rights = max(count for since, count in _FILE_RIGHTS.items() if since <= version)
    given_up = [(1 << rights) - 1]
    given_up += [_NETWORK] if version >= _NETWORK_SINCE else []
    given_up += [_SCOPES] if version >= _SCOPES_SINCE else []
    attributes = struct.pack(f"={len(given_up)}Q", *given_up)
    return int(libc.syscall(_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0)))


def _allow_reading(libc: ctypes.CDLL, ruleset: int, path: Path) -> None:
    """Allow reading at and beneath a path."""
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        rights = _READ_FILE | (_READ_FOLDER if path.is_dir() else 0)
        rule = struct.pack("=Qi", rights, descriptor)
        libc.syscall(_ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(_PATH_BENEATH), rule, ctypes.c_uint32(0))
    finally:
        os.close(descriptor)
