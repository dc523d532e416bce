"""Noticing text that was encoded twice: `Ã¼` stands where somebody wrote `ü`."""

from __future__ import annotations

import re
from itertools import islice

from contents_service.model import Note

MIN_OCCURRENCES = 2
"""Occurrences from which a text is noted; one may be an example."""

_CONTINUATION = "".join(
    re.escape(bytes([byte]).decode("cp1252"))
    for byte in range(0x80, 0xC0)
    if byte not in (0x81, 0x8D, 0x8F, 0x90, 0x9D)
)
_ENCODED_TWICE = re.compile(f"[ÂÃÄÅÐÑ][\x81\x8d\x8f\x90\x9d{_CONTINUATION}]|â€[\x9d{_CONTINUATION}]")
_NOTE = "Some letters were encoded twice, such as {example} for {meant} (the first on line {line:,}); they are left so."


def note_double_encoding(text: str) -> Note | None:
    """Return a note if a text has letters that were encoded twice."""
    found = list(islice(_ENCODED_TWICE.finditer(text), MIN_OCCURRENCES))
    if len(found) < MIN_OCCURRENCES:
        return None
    first = found[0]
    meant = first[0].encode("cp1252", "ignore").decode("utf-8", "ignore")
    line = len(re.split(r"\r\n?|\n", text[: first.start()]))
    return Note("encoded_twice", _NOTE.format(example=first[0], meant=meant or "another letter", line=line))
