"""The reasons why a document, or a part of one, was not read: each with its code, a sentence and advice.

The API, the command line, the card and the tool's notes all show the same sentence.
"""

from __future__ import annotations

from msgspec import Struct

from contents_service.model import Why


class ReasonTemplate(Struct, frozen=True):
    """A sentence about what happened, and advice to the Maker; `why` fills the braces with details."""

    happened: str
    advice: str = ""


REASONS: dict[str, ReasonTemplate] = {
    "scanned": ReasonTemplate(
        "These are pictures of pages, with no text in them.",
        "Give a version with text: export it again from its program, or run text recognition over it first.",
    ),
    "encrypted": ReasonTemplate("A password is needed to open it.", "Save a copy without a password and give that."),
    "too_big": ReasonTemplate(
        "It is {size}; documents of up to {limit} are read.",
        "Split it, or leave out what the application does not need.",
    ),
    "empty": ReasonTemplate("There is nothing in it.", "If it was still being copied, read it again."),
    "unsupported": ReasonTemplate("It is {what}, which is not read.", "{instead}"),
    "not_text": ReasonTemplate("Its name says {named}, but it is {what}."),
    "wrong_encoding": ReasonTemplate("It cannot be read as {encoding}.", "Choose another encoding."),
    "garbled": ReasonTemplate(
        "Its text cannot be read: the file does not say which characters its shapes stand for.",
        "Export it again, with fonts that carry their text.",
    ),
    "drawn": ReasonTemplate(
        "Its letters are drawn as shapes, with no text in them.",
        "Export it again with its text, or run text recognition over it first.",
    ),
    "damaged": ReasonTemplate("It is damaged or cut off, and cannot be opened.", "Copy or upload it again."),
    "missing": ReasonTemplate("It is no longer at this place in the Home Folder.", "Put it back, or remove it here."),
    "not_allowed": ReasonTemplate("You may not read this file."),
    "too_slow": ReasonTemplate(
        "Reading it takes longer than one document may take.{kept}", "Print it to a new PDF, or split it."
    ),
    "too_much_memory": ReasonTemplate("Reading it takes more memory than one document may take.{kept}", "{smaller}"),
    "too_many_pages": ReasonTemplate("It has {pages} pages; up to {limit} are read.", "Split it."),
    "too_much_text": ReasonTemplate("It has more text than is read from one document.{kept}", "Split it."),
    "form_viewer": ReasonTemplate("It is a form that only its own viewer can show.", "Print it to PDF and give that."),
    "quota": ReasonTemplate(
        "With its {passages} passages, {whose} would have more than the {limit} that one person's documents may have.",
        "Remove what is no longer needed, then read it again.",
    ),
    "reader_failed": ReasonTemplate(
        "Reading it failed {times}, which is our fault.", "Read it again later; reference {reference}."
    ),
}

_DEFAULTS: dict[str, str] = {
    "size": "too large",
    "limit": "the limit",
    "what": "of a kind",
    "instead": "Save it as PDF, Markdown or text.",
    "named": "text",
    "encoding": "that encoding",
    "kept": "",
    "pages": "too many",
    "passages": "many",
    "whose": "this application",
    "reference": "none",
    "smaller": "Split it, or save it again in a simpler form.",
    "times": "repeatedly",
}
"""The text for each brace whose detail is not given."""


def why(code: str, **details: str | int) -> Why:
    """Return the reason for a code, with the details filled into its sentence and advice."""
    template = REASONS[code]
    filled = {
        **_DEFAULTS,
        **{name: f"{value:,}" if isinstance(value, int) else value for name, value in details.items()},
    }
    return Why(code, f"{template.happened} {template.advice}".strip().format_map(filled))


def megabytes(count: int) -> str:
    """Return a size for people to read, such as `20 MB`; 1 MB is 1,000,000 bytes."""
    if count < 1_000_000:
        return f"{max(1, round(count / 1000)):,} kB"
    return f"{count / 1_000_000:,.1f} MB".replace(".0 MB", " MB")


def times(count: int) -> str:
    """Return how often something happened: `once`, `twice` or `3 times`."""
    return {1: "once", 2: "twice"}.get(count, f"{count:,} times")
