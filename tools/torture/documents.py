"""Documents to give, made from samples, each with a unique word; some of them cannot be read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count, cycle
from pathlib import Path

from helpers.paths import EXAMPLES, SAMPLES
from helpers.pdf_making import LOREM, lines, locked, pdf

SUPPORT = EXAMPLES / "home/eric/support"
UNREADABLE_EVERY = 8
"""One in this many documents cannot be read."""
SYLLABLES = [f"{consonant}{vowel}" for consonant in "bdfgkmnprtvz" for vowel in "aiou"]


@dataclass(frozen=True)
class Content:
    """The content of a file with its unique word, and the reasons why it cannot be read, if it cannot."""

    name: str
    word: str
    data: bytes
    codes: frozenset[str] = frozenset()
    """The reason codes that are correct for it; empty if it can be read."""

    def with_new_word(self) -> Content:
        """Return another version of the file, with another word."""
        return replace_word(self, new_word())


_numbers = count(1)


def new_word() -> str:
    """Return a word that was never used before, that stemming leaves as it is, and that is spelt like no other."""
    number, syllables = next(_numbers), ""
    for _ in range(3):
        number, place = divmod(number, len(SYLLABLES))
        syllables += SYLLABLES[place]
    return f"zq{syllables}{syllables}k"


def replace_word(content: Content, word: str) -> Content:
    """Return the content with another word in place of its own."""
    make = READABLE.get(content.name)
    data = make(word) if make else content.data.replace(content.word.encode(), word.encode())
    return Content(content.name, word, data, content.codes)


def sentence(word: str) -> str:
    """Return a sentence with a word."""
    return f"The {word} was counted on the last day of the month."


def _sample(path: Path, line: str = "\n\n{}\n") -> Callable[[str], bytes]:
    """Return a function that adds a line with a word to a sample."""
    return lambda word: path.read_bytes() + line.format(sentence(word)).encode()


def _json(word: str) -> bytes:
    return json.dumps({**json.loads((SUPPORT / "stores.json").read_bytes()), "note": sentence(word)}).encode()


def _html(word: str) -> bytes:
    page = (SUPPORT / "delivery-notice.html").read_text(encoding="utf-8")
    return page.replace("</body>", f"<p>{sentence(word)}</p></body>").encode()


def _pdf(word: str) -> bytes:
    return pdf(lines(LOREM), lines([*LOREM, sentence(word)]))


READABLE: Mapping[str, Callable[[str], bytes]] = {
    "warranty.md": _sample(SUPPORT / "warranty.md"),
    "opening-hours.txt": _sample(SUPPORT / "opening-hours.txt"),
    "workshop-manual.rst": _sample(SUPPORT / "workshop-manual.rst"),
    "faq-quoted.csv": _sample(SAMPLES / "csv/faq-quoted.csv", "{0},{0}\n"),
    "stores.json": _json,
    "service-plans.yaml": _sample(SUPPORT / "service-plans.yaml", '\nnote: "{}"\n'),
    "gear_ratio.py": _sample(SUPPORT / "tools/gear_ratio.py", "\n\n# {}\n"),
    "shipping-label.js": _sample(SUPPORT / "tools/shipping-label.js", "\n\n// {}\n"),
    "delivery-notice.html": _html,
    "terms.pdf": _pdf,
}
"""For each readable format, and two kinds of code, a function that makes a file with a word."""

UNREADABLE: Mapping[str, tuple[Callable[[], bytes], frozenset[str]]] = {
    "trailer-assembly-scan.pdf": ((SUPPORT / "trailer-assembly-scan.pdf").read_bytes, frozenset({"scanned"})),
    "draft-answers.txt": ((SUPPORT / "draft-answers.txt").read_bytes, frozenset({"empty"})),
    "brake-diagram.txt": ((SUPPORT / "brake-diagram.png").read_bytes, frozenset({"not_text", "unsupported"})),
    "price-list-2022.docx": ((SUPPORT / "price-list-2022.docx").read_bytes, frozenset({"unsupported"})),
    "locked.pdf": (lambda: locked(_pdf("quiet"), user="u", owner="o"), frozenset({"encrypted"})),
    "cut-off.pdf": (lambda: _pdf("quiet")[:200], frozenset({"damaged"})),
    "bomb.pdf": (
        (SAMPLES / "pdf/bomb_form_doubling_2p30.pdf").read_bytes,
        frozenset({"too_much_memory", "too_slow"}),
    ),
}


def generate_documents() -> Iterator[Content]:
    """Yield documents without end, of all formats in turn, with unreadable ones now and then."""
    readable, unreadable = cycle(READABLE.items()), cycle(UNREADABLE.items())
    for number in count(1):
        if number % UNREADABLE_EVERY:
            name, make = next(readable)
            word = new_word()
            yield Content(name, word, make(word))
        else:
            name, (data, codes) = next(unreadable)
            yield Content(name, new_word(), data(), codes)


def large_document(entries: int) -> Content:
    """Return a document that takes a second or more to read, with its word at the very end."""
    word = new_word()
    body = "".join(f"Entry {number}: the crate number {number} was weighed.\n\n" for number in range(entries))
    return Content("log.md", word, f"# Log\n\n{body}{sentence(word)}\n".encode())
