"""Documents to give: samples, varied, each with a word that no other has; some of them cannot be read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count, cycle
from pathlib import Path

from helpers.paths import EXAMPLES, SAMPLES
from helpers.pdf_making import LOREM, lines, locked, pdf

SUPPORT = EXAMPLES / "home/eric/support"
BAD_EACH = 8
"""One document of so many is one that cannot be read."""
SYLLABLES = [f"{consonant}{vowel}" for consonant in "bdfgkmnprtvz" for vowel in "aiou"]


@dataclass(frozen=True)
class Content:
    """The bytes of a file, the word that only it has, and why it cannot be read, if it cannot."""

    name: str
    word: str
    data: bytes
    codes: frozenset[str] = frozenset()
    """The reasons that are true of it; none where it can be read."""

    def anew(self) -> Content:
        """Another version of the same file, with another word."""
        return replace_word(self, new_word())


_numbers = count(1)


def new_word() -> str:
    """A word that was never before, and that no rule of English shortens."""
    number, word = next(_numbers), "zq"
    for _ in range(3):
        number, place = divmod(number, len(SYLLABLES))
        word += SYLLABLES[place]
    return f"{word}k"


def replace_word(content: Content, word: str) -> Content:
    """The same content, with another word in place of its own; a PDF is made anew."""
    make = READABLE.get(content.name)
    data = make(word) if make else content.data.replace(content.word.encode(), word.encode())
    return Content(content.name, word, data, content.codes)


def sentence(word: str) -> str:
    return f"The {word} was counted on the last day of the month."


def _sample(path: Path, line: str = "\n\n{}\n") -> Callable[[str], bytes]:
    """A sample with one line more."""
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
"""A file of each format that is read, two of code, with a word in it."""

BAD: Mapping[str, tuple[Callable[[], bytes], frozenset[str]]] = {
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


def documents() -> Iterator[Content]:
    """Documents without end: all formats in turn, and every so often one that cannot be read."""
    good, bad = cycle(READABLE.items()), cycle(BAD.items())
    for number in count(1):
        if number % BAD_EACH:
            name, make = next(good)
            word = new_word()
            yield Content(name, word, make(word))
        else:
            name, (data, codes) = next(bad)
            yield Content(name, new_word(), data(), codes)


def a_large_text(entries: int) -> Content:
    """A document that takes a second or more to read, with its word at the very end."""
    word = new_word()
    body = "".join(f"Entry {number}: the crate number {number} was weighed.\n\n" for number in range(entries))
    return Content("log.md", word, f"# Log\n\n{body}{sentence(word)}\n".encode())
