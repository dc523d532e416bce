"""The notice of what was done: a fixed sentence that the address names, so that no address can make up another."""

from __future__ import annotations

from collections.abc import Mapping

from contents_service.agent_tool.wording import count_of

MAX_COUNT = 100_000
"""The largest count that a notice shows; the address may name any."""

_NOTICES = {
    "given": "{documents} added.",
    "read": "{documents} will be read again.",
    "unchanged": "No document has changed since it was read.",
    "none_selected": "No document was selected.",
    "already_removed": "Nothing was changed: the selected documents are no longer there.",
    "removed": "{documents} removed, with all that was read of {them}.",
    "off": "{documents} turned off: kept, but not searched.",
    "on": "{documents} turned on.",
    "stored": "{files} uploaded to the Home Folder and added.",
    "skipped": "Nothing was uploaded: a file of that name is there already.",
}


def notice(params: Mapping[str, str]) -> str:
    """Return the notice that an address names; an empty text if it names none."""
    sentence = _NOTICES.get(params.get("did", ""), "")
    digits = params.get("n", "1")
    count = min(int(digits), MAX_COUNT) if digits.isascii() and digits.isdigit() and len(digits) < 7 else 1
    them = "it" if count == 1 else "them"
    return sentence.format(documents=count_of(count, "document"), files=count_of(count, "file"), them=them)
