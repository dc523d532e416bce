"""What the page says was done: a few sentences that an address can name, and nothing that it could make up."""

from __future__ import annotations

from collections.abc import Mapping

from contents_service.web.wording import count

MOST = 100_000

_DONE = {
    "given": "{documents} given.",
    "read": "{documents} will be read again.",
    "unchanged": "No document has changed since it was read.",
    "none": "No document was selected.",
    "removed": "{documents} removed, and all that was read of {them} forgotten.",
    "off": "{documents} switched off: kept, but not searched.",
    "on": "{documents} switched on.",
    "stored": "{files} stored in the Home Folder and given.",
    "skipped": "Nothing was stored: a file of that name is there already.",
}


def done_said(said: Mapping[str, str]) -> str:
    """The sentence for what an address says was done; none for anything else."""
    sentence = _DONE.get(said.get("did", ""), "")
    told = said.get("n", "1")
    number = min(int(told), MOST) if told.isascii() and told.isdigit() and len(told) < 7 else 1
    them = "it" if number == 1 else "them"
    return sentence.format(documents=count(number, "document"), files=count(number, "file"), them=them)
