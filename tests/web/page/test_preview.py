"""The Preview: the same answer that the agent's tool gets, for the signed-in person."""

from __future__ import annotations

import pytest
from helpers.pages import get_page, parse_page, submit
from helpers.shop import MARIA, Shop

from contents_service import agent_tool
from contents_service.web.page.highlighting import highlight

GUIDE = "eric/support/guide.md"
QUESTION = "Are opened boxes fine?"


def test_passages_come_numbered_with_their_places_and_the_words_marked(shop: Shop) -> None:
    shop.give(GUIDE)
    page = parse_page(submit(shop, "ask", {"question": QUESTION}))
    assert "1 guide.md, Returns, line 3 Opened boxes are fine ." in page.text
    assert page.marked == ["Opened", "boxes", "fine"]
    assert "1 document searched" in page.text


def test_the_preview_shows_the_text_that_the_tool_gives_the_agent(shop: Shop) -> None:
    shop.give(GUIDE)
    text = submit(shop, "ask", {"question": QUESTION}).text
    result = agent_tool.make_result(shop.search(QUESTION, [GUIDE]))
    assert result.caption == "Found 1 passage"
    assert f"The application shows “{result.caption}”" in text
    for line in result.text.splitlines():
        assert line.replace("<", "&lt;").replace(">", "&gt;") in text


def test_a_citation_links_to_the_passage(shop: Shop) -> None:
    document = shop.give(GUIDE)
    page = parse_page(submit(shop, "ask", {"question": QUESTION}))
    (link,) = [link for link in page.links if "/passages/" in link]
    assert link.startswith(f"/apps/shop/documents/{document}/passages/2?version=")
    assert "Opened boxes are fine." in parse_page(shop.request("GET", link)).text


def test_a_refusal_says_why_and_what_was_searched(shop: Shop) -> None:
    shop.give(GUIDE)
    shop.give("eric/scan.pdf")
    text = parse_page(submit(shop, "ask", {"question": "Which zanzibar?"})).text
    assert "No passage was found with these words. 1 document searched" in text
    assert 'No searched document has these words: "zanzibar".' in text
    assert "Not read, and may hold the answer: scan.pdf." in text
    assert "Which documents were searched (1) guide.md" in text


def test_near_words_are_offered_as_questions(shop: Shop) -> None:
    shop.give(GUIDE)
    response = submit(shop, "ask", {"question": "Which godds?"})
    assert 'value="Which goods?">Try “goods”' in response.text


def test_the_preview_says_what_a_misspelt_word_was_read_as(shop: Shop) -> None:
    shop.give(GUIDE)
    assert '"purchese" as "purchase"' in parse_page(submit(shop, "ask", {"question": "Which purchese?"})).text


@pytest.mark.parametrize(
    ("given", "question", "message"),
    [
        ((), "warranty", "There is nothing to search."),
        ((GUIDE,), "?", "The question has no word to search for."),
        (("eric/scan.pdf",), "warranty", "None of the documents could be read."),
    ],
)
def test_the_preview_says_when_nothing_was_searched(
    shop: Shop, given: tuple[str, ...], question: str, message: str
) -> None:
    for path in given:
        shop.give(path)
    assert message in parse_page(submit(shop, "ask", {"question": question})).text


def test_the_preview_says_that_the_documents_are_still_being_read(shop: Shop) -> None:
    submit(shop, "give", {"path": GUIDE})
    assert "still being read" in parse_page(submit(shop, "ask", {"question": "returns"})).text


def test_a_document_that_is_turned_off_is_not_searched(shop: Shop) -> None:
    document = shop.give(GUIDE)
    submit(shop, f"documents/{document}/turn-off")
    assert "Nothing to search just now" in get_page(shop).text
    assert "There is nothing to search." in parse_page(submit(shop, "ask", {"question": QUESTION})).text


def test_two_people_do_not_find_each_others_documents(shop: Shop) -> None:
    shop.give("maria/diary.md", MARIA)
    assert "There is nothing to search." in parse_page(submit(shop, "ask", {"question": "key doormat"})).text
    assert "diary.md, Diary" in parse_page(submit(shop, "ask", {"question": "key doormat"}, MARIA)).text


@pytest.mark.parametrize(
    ("text", "words", "found"),
    [
        ("Goods may be returned.", ["return"], ["returned"]),
        ("See E4304 and createCheckoutSession.", ["E4304", "checkout"], ["E4304", "createCheckoutSession"]),
        ("v2.11, not v2.1", ["v2.11"], ["v2.11"]),
        ("The cross-border fee", ["crossborder"], ["cross-border"]),
        ("部品の保証期間", ["保証"], ["保証"]),
        ("nothing of it", ["zebra"], []),
        ("", ["zebra"], []),
    ],
)
def test_words_are_marked_as_the_index_knows_them(text: str, words: list[str], found: list[str]) -> None:
    runs = highlight(text, words)
    assert [run.text for run in runs if run.is_match] == found
    assert "".join(run.text for run in runs) == text


def test_words_of_another_language_are_marked_in_their_forms_and_compounds() -> None:
    runs = highlight("Die Kündigungsfristen gelten für alle Verträge des Kunden.", ["Frist", "Vertrag"])
    assert [run.text for run in runs if run.is_match] == ["Kündigungsfristen", "Verträge"]


def test_words_are_marked_in_writing_without_spaces() -> None:
    runs = highlight("ระยะเวลาการคืนสินค้าคือสามสิบวัน", ["สิน", "วัน"])
    assert [run.text for run in runs if run.is_match] == ["สิน", "วัน"]
