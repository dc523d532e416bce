"""A read worker that misbehaves in one way at a time, as a hostile file might make a parser do.

It replaces `read_worker` in the child process. The document's name selects the action; its content is the argument.
"""

from __future__ import annotations

import ctypes
import os
import re
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from contents_service.errors import NotReadable
from contents_service.limits import Limits
from contents_service.model import Format, PassageContent, Progress, Reading, location

PAGES = 40
GOOD_PAGES = 3


def read(
    name: str,
    data: bytes,
    *,
    encoding: str | None,
    limits: Limits,
    last_page: int | None,
    report: Callable[[Progress], None],
    on_format: Callable[[Format], None],
) -> Reading:
    """Do the action that the name selects; `... after pages` does it after some pages were read."""
    action, _, after_pages = name.partition(" after pages")
    on_format("pdf" if after_pages or name.endswith("pages") else "text")
    if name.endswith("after pages"):
        for page in range(1, GOOD_PAGES + 1):
            report(Progress(page, PAGES, "pages"))
    text = "good" if last_page else ACTIONS[action](data)
    return Reading(format="text", passages=(PassageContent(text=text, where=location()),), pages=last_page and PAGES)


def behave(data: bytes) -> str:
    """Return the document as it is."""
    return data.decode()


def wait(data: bytes) -> str:
    """Wait until there is a file at the path in the document."""
    while not Path(data.decode()).exists():
        time.sleep(0.01)
    return "waited"


def work(data: bytes) -> str:
    """Use the processor for the seconds in the document."""
    while time.process_time() < float(data):
        pass
    return "done"


def loop(_: bytes) -> str:
    """Never return to the interpreter."""
    return str(re.match(r"(a+)+$", "a" * 60 + "b"))


def sleep(_: bytes) -> str:
    """Sleep for longer than any test."""
    time.sleep(600)
    return "unreachable"


def nap(data: bytes) -> str:
    """Sleep for the seconds in the document."""
    time.sleep(float(data))
    return "done"


def hoard(_: bytes) -> str:
    """Take more and more memory."""
    return str(len([b"x" * (8 << 20) for _ in range(10_000)]))


def crash(_: bytes) -> str:
    """Read from an invalid address."""
    return ctypes.string_at(8).decode()


def abort(_: bytes) -> NoReturn:
    """Exit as an allocator does that has no memory left."""
    os.abort()


def leave(_: bytes) -> NoReturn:
    """Exit with success and no result."""
    os._exit(0)


def flood(_: bytes) -> str:
    """Send bytes without end."""
    while True:
        os.write(1, b"x" * (1 << 20))


def lie(_: bytes) -> str:
    """Send something that is not a message."""
    os.write(1, b'{"type":"ReadResult","reading":{"format":"gold"}}\n')
    return "unreachable"


def invent(_: bytes) -> str:
    """Refuse with a reason that does not exist."""
    raise NotReadable("because")


def refuse(_: bytes) -> str:
    """Refuse with a reason that exists."""
    raise NotReadable("too_many_pages", pages=7_000, limit=2_000)


def fail(_: bytes) -> str:
    """Raise an unexpected error."""
    raise ZeroDivisionError("secret of the parser")


def attempt(action: Callable[[], object]) -> str:
    """Return whether an action was refused or done."""
    try:
        action()
    except OSError as error:
        return f"refused: {error.strerror}"
    return "done"


def fork(_: bytes) -> str:
    """Start another process."""
    return attempt(lambda: os.fork() or os._exit(0))


def start(_: bytes) -> str:
    """Become another program."""
    return attempt(lambda: os.execv("/bin/true", ["true"]))


def connect(data: bytes) -> str:
    """Reach for the network."""
    return attempt(lambda: socket.create_connection(("127.0.0.1", int(data)), timeout=1))


def write(data: bytes) -> str:
    """Write a file."""
    return attempt(lambda: Path(data.decode()).write_text("left behind"))


def remove(data: bytes) -> str:
    """Delete a file."""
    return attempt(lambda: Path(data.decode()).unlink())


def peek(data: bytes) -> str:
    """Read the file at the path in the document."""
    return attempt(lambda: Path(data.decode()).read_bytes())


def kill(data: bytes) -> str:
    """Kill another process."""
    return attempt(lambda: os.kill(int(data), 9))


def spy(_: bytes) -> str:
    """Return the environment and the command line, as Python has them."""
    return f"{dict(os.environ)} {sys.argv} {sys.orig_argv}"


ACTIONS: dict[str, Callable[[bytes], str]] = {
    action.__name__: action
    for action in (
        behave, wait, work, loop, sleep, nap, hoard, crash, abort, leave, flood, lie, invent, refuse, fail,
        fork, start, connect, write, remove, peek, kill, spy,
    )
}  # fmt: skip
