"""What a child that parses strangers' files may do: compute within its limits, read what is open, tell what it found.

Nothing here relies on the parent: each limit is the kernel's, and holds when the parent is dead. Limits end an endless
loop even in code that never returns to Python. A filter of system calls, which needs no privilege, takes away the
network, other processes and files to write; where there is none, a network namespace of its own does the first.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import resource
import signal
import struct
from collections.abc import Mapping, Sequence

from contents_service.limits import Limits

OPEN_FILES = 32
NICENESS = 5
"""Searches come first where both want the processor."""

STANDSTILL = 10
"""So many times the clock's limit a child may live in all. Its parent counts only time of the child's own, and ends one
that sleeps; this ends what gets hardly any of the processor, or stands still with its parent.
"""

PAGE_SHARE = 0.4
"""Of the processor's time for a document that one page may take: some is left to read the pages before it once more."""

_PR_SET_PDEATHSIG = 1
_PR_SET_NO_NEW_PRIVS = 38
_PR_SET_SECCOMP = 22
_SECCOMP_MODE_FILTER = 2
_CLONE_NEWUSER_NEWNET = 0x50000000

# Numbers of system calls by machine, from the kernel's own tables; on arm64 the older ones do not exist.
_FORBIDDEN: Mapping[str, Mapping[str, int]] = {
    "x86_64": {
        "socket": 41, "connect": 42, "accept": 43, "sendto": 44, "bind": 49, "listen": 50, "socketpair": 53,
        "clone": 56, "fork": 57, "vfork": 58, "execve": 59, "kill": 62, "truncate": 76, "rename": 82, "mkdir": 83,
        "rmdir": 84, "creat": 85, "link": 86, "unlink": 87, "symlink": 88, "chmod": 90, "chown": 92, "ptrace": 101,
        "mount": 165, "tkill": 200, "add_key": 248, "keyctl": 250, "mkdirat": 258, "unlinkat": 263, "renameat": 264,
        "linkat": 265, "symlinkat": 266, "fchmodat": 268, "unshare": 272, "accept4": 288, "perf_event_open": 298,
        "setns": 308, "process_vm_readv": 310, "process_vm_writev": 311, "renameat2": 316, "bpf": 321,
        "execveat": 322, "userfaultfd": 323, "pidfd_send_signal": 424, "io_uring_setup": 425, "clone3": 435,
        "openat2": 437,
    },
    "aarch64": {
        "mkdirat": 34, "unlinkat": 35, "symlinkat": 36, "linkat": 37, "renameat": 38, "mount": 40, "truncate": 45,
        "fchmodat": 53, "unshare": 97, "ptrace": 117, "kill": 129, "tkill": 130, "socket": 198, "socketpair": 199,
        "bind": 200, "listen": 201, "accept": 202, "connect": 203, "sendto": 206, "add_key": 217, "keyctl": 219,
        "clone": 220, "execve": 221, "perf_event_open": 241, "accept4": 242, "setns": 268, "process_vm_readv": 270,
        "process_vm_writev": 271, "renameat2": 276, "bpf": 280, "execveat": 281, "userfaultfd": 282,
        "pidfd_send_signal": 424, "io_uring_setup": 425, "clone3": 435, "openat2": 437,
    },
}  # fmt: skip
_AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_OPENING = {"x86_64": ((2, 1), (257, 2)), "aarch64": ((56, 2),)}
"""The calls that open a file, each with which of its arguments says how."""
_TGKILL = {"x86_64": 234, "aarch64": 131}
_X32_CALLS = 0x40000000
"""From here on x86 has each call once more, for another pointer size."""

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC

# The kernel's filter machine: load a word of the call, compare, answer.
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _ANSWER = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL, _REFUSE = 0x7FFF0000, 0x80000000, 0x00050000 | errno.EPERM
_NUMBER, _ARCH, _ARGUMENTS = 0, 4, 16


def confine(limits: Limits) -> None:
    """Give this process's privileges up, for good."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    for number in (signal.SIGALRM, signal.SIGPROF, signal.SIGXCPU):
        signal.signal(number, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, STANDSTILL * limits.clock_s)
    os.nice(NICENESS)
    if not _filter_calls(libc):
        libc.unshare(_CLONE_NEWUSER_NEWNET)
    for what, most in _limits(limits).items():
        resource.setrlimit(what, most)


def time_a_page(limits: Limits) -> None:
    """Start the time over that one page may take of the processor; to overrun it is to be ended."""
    signal.setitimer(signal.ITIMER_PROF, PAGE_SHARE * limits.cpu_s)


def _limits(limits: Limits) -> dict[int, tuple[int, int]]:
    """What is limited, each with the limit that ends the process and the most it could be raised to."""
    return {
        resource.RLIMIT_CPU: (limits.cpu_s, limits.cpu_s + 1),  # at the second it is killed without saying why
        resource.RLIMIT_AS: (limits.memory_bytes, limits.memory_bytes),
        resource.RLIMIT_FSIZE: (0, 0),
        resource.RLIMIT_NOFILE: (OPEN_FILES, OPEN_FILES),
        resource.RLIMIT_CORE: (0, 0),
    }


def _filter_calls(libc: ctypes.CDLL) -> bool:
    """Whether the kernel took the filter of system calls."""
    machine = platform.machine()
    if machine not in _FORBIDDEN:
        return False
    steps = _steps(machine, os.getpid())
    code = b"".join(struct.pack("HBBI", *step) for step in steps)
    buffer = ctypes.create_string_buffer(code, len(code))
    program = struct.pack("HxxxxxxP", len(steps), ctypes.addressof(buffer))
    taken: int = libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.c_char_p(program), 0, 0)
    return taken == 0


_Step = tuple[int, int, int, int]
"""What to do, how many steps to skip if it holds and if not, and the value."""


def _steps(machine: str, pid: int) -> Sequence[_Step]:
    """The filter: a call that is forbidden is refused, as if it were not permitted; all others go on."""
    steps: list[_Step] = [
        (_LOAD, 0, 0, _ARCH),
        (_EQUAL, 1, 0, _AUDIT_ARCH[machine]),
        (_ANSWER, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _X32_CALLS),
        (_ANSWER, 0, 0, _REFUSE),
    ]
    for number in _FORBIDDEN[machine].values():
        steps += [(_EQUAL, 0, 1, number), (_ANSWER, 0, 0, _REFUSE)]
    for number, argument in _OPENING[machine]:
        steps += _refuse_if(number, argument, (_ANY_BIT, 0, 1, _WRITING))
    steps += _refuse_if(_TGKILL[machine], 0, (_EQUAL, 1, 0, pid))  # abort() signals itself; it may signal no other
    return [*steps, (_ANSWER, 0, 0, _ALLOW)]


def _refuse_if(number: int, argument: int, holds: _Step) -> Sequence[_Step]:
    """Refuse one call by one of its arguments."""
    return [
        (_EQUAL, 0, 4, number),
        (_LOAD, 0, 0, _ARGUMENTS + 8 * argument),
        holds,
        (_ANSWER, 0, 0, _REFUSE),
        (_LOAD, 0, 0, _NUMBER),
    ]
