"""The notice of what was done: a fixed sentence that the address names, so that no address can make up another."""

from __future__ import annotations

from collections.abc import Mapping

from contents_service.web.wording import count

MAX_NUMBER = 100_000
"""Largest number that a notice shows, whatever the address says."""

_NOTICES = {
    "given": "{documents} added.",
    "read": "{documents} will be read again.",
    "unchanged": "No document has changed since it was read.",
    "none": "No document was selected.",
    "removed": "{documents} removed, and all that was read of {them} forgotten.",
    "off": "{documents} turned off: kept, but not searched.",
    "on": "{documents} turned on.",
    "stored": "{files} uploaded to the Home Folder and added.",
    "skipped": "Nothing was uploaded: a file of that name is there already.",
}


def notice(params: Mapping[str, str]) -> str:
    """Return the notice that an address names; an empty text if it names none."""
    sentence = _NOTICES.get(params.get("did", ""), "")
    digits = params.get("n", "1")
    number = min(int(digits), MAX_NUMBER) if digits.isascii() and digits.isdigit() and len(digits) < 7 else 1
    them = "it" if number == 1 else "them"
    return sentence.format(documents=count(number, "document"), files=count(number, "file"), them=them)
