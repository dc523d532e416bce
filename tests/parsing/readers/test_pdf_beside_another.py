"""The words of a PDF beside those that pdfminer.six finds, which has nothing in common with what we read with."""

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
LOST = 0.05
"""Of the distinct words: running heads and page numbers are left out, and broken words are whole."""


def words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{2,}", text.lower()))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_hardly_a_word_is_lost_and_none_made_up(file: Path) -> None:
    data = file.read_bytes()
    reading = read_worker.read(file.name, data, encoding=None, limits=Limits(), report=lambda _: None)
    shown = [*(passage.text for passage in reading.passages), *(entry.heading[-1] for entry in reading.outline)]
    ours, others = words("\n".join(shown)), words(re.sub(r"[-\u00ad\u2010]\n+", "", extract_text(io.BytesIO(data))))
    assert len(others - ours) <= LOST * len(others)
    assert len(ours - others) <= LOST * len(ours)
