"""Confining a child that parses strangers' files: it may compute within limits, read open files, and send results.

Nothing here relies on the parent: each limit is the kernel's, and holds when the parent is dead. Limits end an endless
loop even in code that never returns to Python. A seccomp filter, which needs no privilege, takes away the network,
other processes and writing to files; where there is none, a network namespace of its own takes away the network.
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
"""Files that a child may have open at a time."""
NICENESS = 5
"""Added to a child's niceness, so that searches come first where both want the processor."""

LIFETIME = 10
"""Times its clock limit that a child may live in all. Its parent counts only the child's own time, and kills one that
sleeps; this limit kills a child that hardly gets the processor, or whose parent hangs.
"""

PAGE_SHARE = 0.4
"""Share of a document's processor time that one page may take; the rest is for reading the pages before it again."""

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
"""The calls that open a file, each with the number of the argument that holds the flags."""
_TGKILL = {"x86_64": 234, "aarch64": 131}
_X32_CALLS = 0x40000000
"""The number from which x86 repeats all calls for another pointer size."""

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC

# Instructions of the kernel's filter (BPF): load a word of the call, compare it, return a verdict.
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL, _REFUSE = 0x7FFF0000, 0x80000000, 0x00050000 | errno.EPERM
_NUMBER, _ARCH, _ARGUMENTS = 0, 4, 16


def confine(limits: Limits) -> None:
    """Give up this process's privileges for good."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    for number in (signal.SIGALRM, signal.SIGPROF, signal.SIGXCPU):
        signal.signal(number, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, LIFETIME * limits.clock_s)
    os.nice(NICENESS)
    if not _install_filter(libc):
        libc.unshare(_CLONE_NEWUSER_NEWNET)
    for name, values in _limits(limits).items():
        resource.setrlimit(name, values)


def start_page_timer(limits: Limits) -> None:
    """Restart the timer of a page's processor time; the process is killed when it runs out."""
    signal.setitimer(signal.ITIMER_PROF, PAGE_SHARE * limits.cpu_s)


def _limits(limits: Limits) -> dict[int, tuple[int, int]]:
    """Return the soft and the hard limit of each resource."""
    return {
        resource.RLIMIT_CPU: (limits.cpu_s, limits.cpu_s + 1),  # at the hard limit it is killed without a reason
        resource.RLIMIT_AS: (limits.memory_bytes, limits.memory_bytes),
        resource.RLIMIT_FSIZE: (0, 0),
        resource.RLIMIT_NOFILE: (OPEN_FILES, OPEN_FILES),
        resource.RLIMIT_CORE: (0, 0),
    }


def _install_filter(libc: ctypes.CDLL) -> bool:
    """Install the filter of system calls, and return whether the kernel accepted it."""
    machine = platform.machine()
    if machine not in _FORBIDDEN:
        return False
    instructions = _instructions(machine, os.getpid())
    code = b"".join(struct.pack("HBBI", *instruction) for instruction in instructions)
    buffer = ctypes.create_string_buffer(code, len(code))
    program = struct.pack("HxxxxxxP", len(instructions), ctypes.addressof(buffer))
    result: int = libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.c_char_p(program), 0, 0)
    return result == 0


_Instruction = tuple[int, int, int, int]
"""The operation, the numbers of instructions to skip if it is true and if it is false, and its operand."""


def _instructions(machine: str, pid: int) -> Sequence[_Instruction]:
    """Return the filter, with which forbidden calls fail as not permitted and all others are allowed."""
    instructions: list[_Instruction] = [
        (_LOAD, 0, 0, _ARCH),
        (_EQUAL, 1, 0, _AUDIT_ARCH[machine]),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _X32_CALLS),
        (_RETURN, 0, 0, _REFUSE),
    ]
    for number in _FORBIDDEN[machine].values():
        instructions += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _REFUSE)]
    for number, argument in _OPENING[machine]:
        instructions += _refuse_if(number, argument, (_ANY_BIT, 0, 1, _WRITING))
    instructions += _refuse_if(
        _TGKILL[machine], 0, (_EQUAL, 1, 0, pid)
    )  # abort() signals itself; it may signal no other
    return [*instructions, (_RETURN, 0, 0, _ALLOW)]


def _refuse_if(number: int, argument: int, condition: _Instruction) -> Sequence[_Instruction]:
    """Refuse a call if one of its arguments meets a condition."""
    return [
        (_EQUAL, 0, 4, number),
        (_LOAD, 0, 0, _ARGUMENTS + 8 * argument),
        condition,
        (_RETURN, 0, 0, _REFUSE),
        (_LOAD, 0, 0, _NUMBER),
    ]
