"""Opening beneath a folder: whatever a path says, nothing outside the folder is ever opened.

Linux does it in one call, `openat2`, which follows a link only while it stays beneath the folder: people keep links
such as `current` in their folders, and these are theirs to keep. Where the kernel (or a container's filter) does not
have that call, we walk from part to part and follow no link at all: stricter, and as safe.
"""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Callable, Sequence

OPENAT2 = 437
"""The call's number on every architecture that Linux added it to at once (all but Alpha)."""

RESOLVE_NO_MAGICLINKS = 0x02
RESOLVE_BENEATH = 0x08

MAX_ATTEMPTS = 8
"""The kernel asks to try again when a folder is moved while it looks; a person who keeps moving one waits."""

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
    """Open part by part, following no link."""
    *folders, last = parts or (b".",)
    here = os.dup(folder)
    try:
        for name in folders:
            below = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=here)
            os.close(here)
            here = below
        return os.open(last, flags | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=here)
    finally:
        os.close(here)


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
"""The better of the two that this machine has: the folder's descriptor, the parts below it, flags -> a descriptor."""
