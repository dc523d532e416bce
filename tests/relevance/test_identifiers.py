"""Names are found as people write them, among names that differ by one character: 95 of 100 come first."""

from __future__ import annotations

import pytest
from helpers.factories import make_reading, new_app_id, write_reading

from contents_service.model import Scope
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

QUESTIONS = {
    **{f"What is {name} for?": name for name in NAMES},
    **{f'where does it say "{name}"': name for name in NAMES},
    # as people write them in a hurry
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
"""Each question with the name whose passage must come first."""


def text_about(name: str) -> str:
    return f"The entry {name} is described on this card: it is for the second relay, and holds until the relay rests."


@pytest.fixture(scope="module")
def cards(solr_url: str) -> tuple[SolrIndex, Scope]:
    index, scope = SolrIndex.at([solr_url]), Scope(new_app_id(), "eric")
    write_reading(index, scope, "eric/cards.txt", make_reading(*map(text_about, NAMES)))
    index.commit()
    return index, scope


def test_a_name_comes_first_however_it_is_written(cards: tuple[SolrIndex, Scope]) -> None:
    index, scope = cards
    wrong = {}
    for question, name in QUESTIONS.items():
        hits = index.search(scope, question, rows=3, explain=False).hits
        if not hits or hits[0].content.text != text_about(name):
            wrong[question] = hits[0].content.text.split(" is described")[0] if hits else "nothing"
    assert len(wrong) <= 0.05 * len(QUESTIONS), wrong


def test_a_passage_with_the_quotation_comes_first(solr_url: str) -> None:
    index, scope = SolrIndex.at([solr_url]), Scope(new_app_id(), "eric")
    exact, scattered = (
        "The final notice is sent once.",
        "Final payment: notice that a notice of final payment is sent, finally.",
    )
    write_reading(index, scope, "eric/a.txt", make_reading(scattered, exact, scattered.replace("sent", "mailed")))
    index.commit()
    hits = index.search(scope, 'When is the "final notice" of payment sent?', rows=3, explain=True).hits
    assert hits[0].content.text == exact
    assert hits[0].bonuses
    assert hits[0].bonuses["quoted names"] > 0


def test_scattered_parts_of_a_short_code_do_not_match_it(solr_url: str) -> None:
    index, scope = SolrIndex.at([solr_url]), Scope(new_app_id(), "eric")
    write_reading(
        index, scope, "eric/a.txt", make_reading("The lamp is off after 14 seconds; e mail us if it stays on.")
    )
    index.commit()
    found = index.search(scope, "E14", rows=3, explain=False)
    assert not found.hits
    assert [word.is_present for word in found.question.terms] == [False]


def test_a_passage_with_a_significant_part_of_a_name_is_found(solr_url: str) -> None:
    index, scope = SolrIndex.at([solr_url]), Scope(new_app_id(), "eric")
    write_reading(index, scope, "eric/a.txt", make_reading("The checkout is open.", "Nothing of it here."))
    index.commit()
    found = index.search(scope, "createCheckoutSession", rows=3, explain=False)
    assert [hit.content.text for hit in found.hits] == ["The checkout is open."]
    assert not found.hits[0].counts[0].holds(found.question.terms[0].word)


def test_a_single_quoted_word_is_matched_literally(solr_url: str) -> None:
    index, scope = SolrIndex.at([solr_url]), Scope(new_app_id(), "eric")
    texts = "It runs. Each run counts, and runs on.", "A running total is kept in the ledger of the shop."
    write_reading(index, scope, "eric/a.txt", make_reading(*texts))
    index.commit()
    hits = index.search(scope, 'what is "running"', rows=3, explain=True).hits
    assert [hit.content.text for hit in hits] == [texts[1], texts[0]]
    assert [hit.bonuses["quoted names"] > 0 for hit in hits if hit.bonuses] == [True, False]


def test_a_file_name_counts_when_the_title_does_not_match(solr_url: str) -> None:
    index, scope = SolrIndex.at([solr_url]), Scope(new_app_id(), "eric")
    for path in ("eric/a-warranty.txt", "eric/b.txt"):
        write_reading(index, scope, path, make_reading("It lasts two years for a pump.", title="Draft"))
    index.commit()
    hits = index.search(scope, "pump warranty", rows=3, explain=True).hits
    assert [hit.record.path for hit in hits] == ["eric/a-warranty.txt", "eric/b.txt"]
    assert [hit.bonuses["title or file name"] > 0 for hit in hits if hit.bonuses] == [True, False]


def test_a_passage_with_only_the_fifth_rarest_word_is_not_scored(solr_url: str) -> None:
    index, scope = SolrIndex.at([solr_url]), Scope(new_app_id(), "eric")
    rare = [f"{name} here." for name in ("zebra", "yak", "walrus", "vole")]
    write_reading(index, scope, "eric/a.txt", make_reading(*rare, *["A common thing."] * 9))
    index.commit()
    found = index.search(scope, "zebra yak walrus vole thing", rows=20, explain=False)
    assert {hit.content.text for hit in found.hits} == set(rare)


@pytest.mark.parametrize(
    "question", [".".join("a" * 140), "E4304" * 60, "-".join(f"word{at}" for at in range(60)), "x" * 4_000, "aB" * 500]
)
def test_a_name_of_any_length_is_answered(cards: tuple[SolrIndex, Scope], question: str) -> None:
    index, scope = cards
    index.search(scope, question, rows=3, explain=True)
