"""The words of a PDF compared with those that pdfminer.six finds, a library we do not use."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from helpers.paths import EXAMPLES, SAMPLES
from pdfminer.high_level import extract_text

from contents_service.limits import Limits
from contents_service.parsing.sandbox import read_worker

SUPPORT = EXAMPLES / "home" / "eric" / "support"
FILES = (
    SUPPORT / "returns-policy.pdf",
    SUPPORT / "supplier-terms.pdf",
    SAMPLES / "pdf" / "typst_2col.pdf",
    SAMPLES / "pdf" / "rl_2col_interleaved.pdf",
)
MAX_DIFFERENCE = 0.05
"""Maximum share of distinct words that differ: running headers are left out and broken words are joined."""


def words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{2,}", text.lower()))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_hardly_a_word_is_lost_or_made_up(file: Path) -> None:
    data = file.read_bytes()
    reading = read_worker.read(file.name, data, encoding=None, limits=Limits(), report=lambda _: None)
    texts = [*(passage.text for passage in reading.passages), *(entry.heading[-1] for entry in reading.outline)]
    ours, theirs = words("\n".join(texts)), words(re.sub(r"[-\u00ad\u2010]\n+", "", extract_text(io.BytesIO(data))))
    assert len(theirs - ours) <= MAX_DIFFERENCE * len(theirs)
    assert len(ours - theirs) <= MAX_DIFFERENCE * len(ours)
