"""Names are found as people write them, among neighbours that differ by a character: 95 of 100 first."""

from __future__ import annotations

import pytest
from helpers.contents_making import a_reading, an_app, write_reading

from contents_service.model import Scope
from contents_service.relevance.terms import parse_question
from contents_service.solr.index import SolrIndex

pytestmark = pytest.mark.solr

NAMES = (
    # error codes
    "E4304", "E4305", "E4340", "E430", "E-4034", "ERR_4304", "0x80070057", "0x80070056", "HTTP 404", "HTTP 504",
    "ORA-00942", "ORA-00924", "SQLSTATE 42P01", "SQLSTATE 42P02",
    # code
    "createCheckoutSession", "createCheckoutSessions", "cancelCheckoutSession", "createSession",
    "CheckoutSession.create",
    "WEBHOOK_SIGNING_SECRET", "WEBHOOK_SIGNING_KEY", "SIGNING_SECRET", "webhook_secret", "max_retries",
    "max_retry_delay",
    "retry.max.delay", "os.path.join", "os.path.joinpath", "array_merge_recursive", "array_merge",
    # flags and files
    "--dry-run", "--dry-run-all", "--no-dry-run", "-v", "-V2", "--verbose", "/etc/hosts.allow", "/etc/hosts.deny",
    "config/app.yaml", "config/app.yml", "index.d.ts", "index.ts",
    # versions
    "v2.11", "v2.1", "v2.1.1", "2.11.0", "11.2", "1.0.0-rc1", "1.0.0-rc2",
    # part numbers
    "02091-C-71", "02091-C-17", "02091-D-71", "F-16", "F-18", "W-2", "W-4", "W-9", "RT-AX88U", "RT-AX86U", "K-9",
    "AB 1234 CD", "AB 1243 CD",
    # languages
    "C++", "C#", "F#", ".NET", "Objective-C", "ASP.NET",
)  # fmt: skip

ASKED = {
    **{f"What is {name} for?": name for name in NAMES},
    **{f'where does it say "{name}"': name for name in NAMES},
    # as one writes them in haste
    "e4304 meaning": "E4304",
    "error E-4304": "E4304",
    "create checkout session": "createCheckoutSession",
    "webhook signing secret": "WEBHOOK_SIGNING_SECRET",
    "WEBHOOK SIGNING KEY": "WEBHOOK_SIGNING_KEY",
    "part 02091C71": "02091-C-71",
    "part 02091 C 71": "02091-C-71",
    "the F16": "F-16",
    "form W2": "W-2",
    "rt ax88u router": "RT-AX88U",
    "version 2.11.0": "2.11.0",
    "array merge recursive": "array_merge_recursive",
}
"""Each question, and the name whose passage must come first."""


def text_about(name: str) -> str:
    return f"The entry {name} is described on this card: it is for the second relay, and holds until the relay rests."


@pytest.fixture(scope="module")
def cards(solr_url: str) -> tuple[SolrIndex, Scope]:
    index, scope = SolrIndex.at([solr_url]), Scope(an_app(), "eric")
    write_reading(index, scope, "eric/cards.txt", a_reading(*map(text_about, NAMES)))
    index.commit()
    return index, scope


def test_a_name_comes_first_however_it_is_written(cards: tuple[SolrIndex, Scope]) -> None:
    index, scope = cards
    wrong = {}
    for question, name in ASKED.items():
        hits = index.search(scope, parse_question(question), rows=3, explain=False).hits
        if not hits or hits[0].content.text != text_about(name):
            wrong[question] = hits[0].content.text.split(" is described")[0] if hits else "nothing"
    assert len(wrong) <= 0.05 * len(ASKED), wrong


def test_a_passage_that_holds_what_is_quoted_comes_first(solr_url: str) -> None:
    index, scope = SolrIndex.at([solr_url]), Scope(an_app(), "eric")
    has, mentions = (
        "The final notice is sent once.",
        "Final payment: notice that a notice of final payment is sent, finally.",
    )
    write_reading(index, scope, "eric/a.txt", a_reading(mentions, has, mentions.replace("sent", "mailed")))
    index.commit()
    hits = index.search(scope, parse_question('When is the "final notice" of payment sent?'), rows=3, explain=True).hits
    assert hits[0].content.text == has
    assert hits[0].bonuses
    assert hits[0].bonuses["quoted names"] > 0


def test_the_parts_of_a_short_code_scattered_about_are_not_the_code(solr_url: str) -> None:
    index, scope = SolrIndex.at([solr_url]), Scope(an_app(), "eric")
    write_reading(index, scope, "eric/a.txt", a_reading("The lamp is off after 14 seconds; e mail us if it stays on."))
    index.commit()
    found = index.search(scope, parse_question("E14"), rows=3, explain=False)
    assert not found.hits
    assert [word.is_present for word in found.question.terms] == [False]


@pytest.mark.parametrize(
    "question", [".".join("a" * 140), "E4304" * 60, "-".join(f"word{at}" for at in range(60)), "x" * 4_000, "aB" * 500]
)
def test_a_name_of_any_length_is_answered(cards: tuple[SolrIndex, Scope], question: str) -> None:
    index, scope = cards
    index.search(scope, parse_question(question), rows=3, explain=True)
