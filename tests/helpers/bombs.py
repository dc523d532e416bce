"""A worker that misbehaves, each time in one way: what a hostile file could make of a parser, at the worst.

It stands in for `read_worker` in the child. The name of the document says what it is to do, its content with what.
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
    recognised: Callable[[Format], None],
) -> Reading:
    """Do what the name says, after some pages if it says so."""
    deed, _, after_pages = name.partition(" after pages")
    recognised("pdf" if after_pages or name.endswith("pages") else "text")
    if name.endswith("after pages"):
        for page in range(1, GOOD_PAGES + 1):
            report(Progress(page, PAGES, "pages"))
    said = "good" if last_page else DEEDS[deed](data)
    return Reading(format="text", passages=(PassageContent(text=said, where=location()),), pages=last_page and PAGES)


def behave(data: bytes) -> str:
    """Read it as it is."""
    return data.decode()


def wait(data: bytes) -> str:
    """Take its time; what it waits for comes to be at the path that it is told."""
    while not Path(data.decode()).exists():
        time.sleep(0.01)
    return "waited"


def work(data: bytes) -> str:
    """Take so many seconds of the processor."""
    while time.process_time() < float(data):
        pass
    return "done"


def loop(_: bytes) -> str:
    """Never return to the interpreter."""
    return str(re.match(r"(a+)+$", "a" * 60 + "b"))


def sleep(_: bytes) -> str:
    """Use no processor at all, for ever."""
    time.sleep(600)
    return "unreachable"


def hoard(_: bytes) -> str:
    """Take more and more memory."""
    return str(len([b"x" * (8 << 20) for _ in range(10_000)]))


def crash(_: bytes) -> str:
    """Read where nothing is."""
    return ctypes.string_at(8).decode()


def abort(_: bytes) -> NoReturn:
    """End as an allocator does that has nothing left."""
    os.abort()


def leave(_: bytes) -> NoReturn:
    """End as if all were well."""
    os._exit(0)


def flood(_: bytes) -> str:
    """Write without end."""
    while True:
        os.write(1, b"x" * (1 << 20))


def lie(_: bytes) -> str:
    """Tell what is no record."""
    os.write(1, b'{"type":"Read","reading":{"format":"gold"}}\n')
    return "unreachable"


def invent(_: bytes) -> str:
    """Give a reason that there is not."""
    raise NotReadable("because")


def refuse(_: bytes) -> str:
    """Give a reason that there is."""
    raise NotReadable("too_many_pages", pages=7_000, limit=2_000)


def fail(_: bytes) -> str:
    """Raise what nobody expects."""
    raise ZeroDivisionError("secret of the parser")


def tried(deed: Callable[[], object]) -> str:
    """What trying comes to."""
    try:
        deed()
    except OSError as error:
        return f"refused: {error.strerror}"
    return "done"


def fork(_: bytes) -> str:
    """Make another process."""
    return tried(lambda: os.fork() or os._exit(0))


def start(_: bytes) -> str:
    """Become another program."""
    return tried(lambda: os.execv("/bin/true", ["true"]))


def connect(data: bytes) -> str:
    """Reach for the network."""
    return tried(lambda: socket.create_connection(("127.0.0.1", int(data)), timeout=1))


def write(data: bytes) -> str:
    """Write a file."""
    return tried(lambda: Path(data.decode()).write_text("left behind"))


def remove(data: bytes) -> str:
    """Delete a file."""
    return tried(lambda: Path(data.decode()).unlink())


def peek(data: bytes) -> str:
    """Read a file that is none of its business."""
    return tried(lambda: Path(data.decode()).read_bytes())


def kill(data: bytes) -> str:
    """End another process."""
    return tried(lambda: os.kill(int(data), 9))


def spy(_: bytes) -> str:
    """Tell the environment, as Python has it, and how it was started."""
    return f"{dict(os.environ)} {sys.argv} {sys.orig_argv}"


DEEDS: dict[str, Callable[[bytes], str]] = {
    deed.__name__: deed
    for deed in (
        behave, wait, work, loop, sleep, hoard, crash, abort, leave, flood, lie, invent, refuse, fail,
        fork, start, connect, write, remove, peek, kill, spy,
    )
}  # fmt: skip
