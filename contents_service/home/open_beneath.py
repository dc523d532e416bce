"""Opening files beneath a folder: no path and no link leads out of it.

Linux has a call for this, `openat2`. It follows links that stay beneath the folder, since people may have links such as
`current` there. If the kernel lacks this call or a container's filter blocks it, the path is opened part by part and no
link is followed at all, which is stricter and just as safe.
"""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Callable, Sequence

OPENAT2 = 437
"""The number of this system call on every architecture but Alpha."""

RESOLVE_NO_MAGICLINKS = 0x02
RESOLVE_BENEATH = 0x08

MAX_ATTEMPTS = 8
"""Largest number of attempts to open a path; the kernel asks for another if a folder is moved meanwhile."""

Parts = Sequence[bytes]
Opener = Callable[[int, Parts, int], int]


class _OpenHow(ctypes.Structure):
    _fields_ = (("flags", ctypes.c_uint64), ("mode", ctypes.c_uint64), ("resolve", ctypes.c_uint64))


_syscall = ctypes.CDLL(None, use_errno=True).syscall
_syscall.restype = ctypes.c_long


def open_with_openat2(folder: int, parts: Parts, flags: int) -> int:
    """Open in one call, following links that stay beneath the folder."""
    path = b"/".join(parts) or b"."
    how = _OpenHow(flags | os.O_CLOEXEC, 0, RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS)
    for _ in range(MAX_ATTEMPTS):
        descriptor = _syscall(
            OPENAT2, ctypes.c_int(folder), ctypes.c_char_p(path), ctypes.byref(how), ctypes.c_size_t(ctypes.sizeof(how))
        )
        if descriptor >= 0:
            return int(descriptor)
        if ctypes.get_errno() not in {errno.EAGAIN, errno.EINTR}:
            break
    code = ctypes.get_errno()
    raise OSError(code, os.strerror(code))


def open_part_by_part(folder: int, parts: Parts, flags: int) -> int:
    """Open one part of the path after the other, following no link."""
    *folders, last = parts or (b".",)
    current = os.dup(folder)
    try:
        for name in folders:
            child = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=current)
            os.close(current)
            current = child
        return os.open(last, flags | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=current)
    finally:
        os.close(current)


def _choose_opener() -> Opener:
    root = os.open("/", os.O_PATH | os.O_CLOEXEC)
    try:
        os.close(open_with_openat2(root, (), os.O_PATH))
    except OSError:
        return open_part_by_part
    else:
        return open_with_openat2
    finally:
        os.close(root)


open_beneath: Opener = _choose_opener()
"""Opens a path beneath a folder, in the best way that this machine has: (folder, parts, flags) -> descriptor."""
