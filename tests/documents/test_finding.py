"""What a question finds by its words, numbers, dates and names, and by what documents are called."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from helpers.backend import Backend
from helpers.returns_policy import SCOPE, ask, give

from contents_service.documents import searching
from contents_service.model import Answer


def ask_of(backend: Backend, documents: Mapping[str, str], question: str) -> Answer:
    """Give these documents, by name, and ask about them."""
    for name, text in documents.items():
        give(backend, f"eric/{name}", text)
    return ask(backend, question, *(f"eric/{name}" for name in documents))


def first_text(answer: Answer) -> str:
    return answer.passages[0].text


# A word is not its stem.

SPACE_AND_CAMPUS = {
    "space.md": "# Age\n\nThe universe is 13.8 billion years old.\n",
    "campus.md": "# Campus\n\nThe university was founded by Dyers in 1871, and the university has a library.\n",
}


def test_a_passage_with_the_word_itself_comes_before_one_that_shares_its_stem(backend: Backend) -> None:
    answer = ask_of(backend, SPACE_AND_CAMPUS, "universe")
    assert "universe" in first_text(answer)
    assert [passage.matched for passage in answer.passages] == [("universe",), ()][: len(answer.passages)]


def test_a_word_that_only_shares_the_stem_makes_no_answer_sure(backend: Backend) -> None:
    answer = ask_of(backend, {"campus.md": SPACE_AND_CAMPUS["campus.md"]}, "How large is the universe?")
    assert answer.status == "none_holds_it" or answer.weak
    assert "universe" in answer.missing_words


def test_the_share_of_a_word_with_the_same_stem_is_explained(backend: Backend) -> None:
    give(backend, "eric/campus.md", SPACE_AND_CAMPUS["campus.md"])
    scope = SCOPE.narrowed(["eric/campus.md"])
    passage = searching.search(backend.services, scope, "universe library", explain=True).passages[0]
    assert passage.explanation
    assert "universe" in [part.name for part in passage.explanation]
    assert sum(part.value for part in passage.explanation) == pytest.approx(passage.score)


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("All of our universes were made at once.", "universe"),
        ("The mice were counted.", "mouse"),
        ("We cancelled the order.", "cancel orders"),
        ("She ran the shop.", "run a shop"),
    ],
)
def test_plural_and_tense_make_no_difference(backend: Backend, text: str, question: str) -> None:
    answer = ask_of(backend, {"text.md": f"# Text\n\n{text}\n"}, question)
    assert (answer.status, answer.weak, answer.passages[0].missing) == ("found", False, ())


# Numbers and dates.

RELEASES = {
    "releases.md": (
        "# Releases\n\n## 14.2.1\n\nExports keep zeros.\n\n## 1.4.2\n\nThe first on Linux.\n\n## 14.20\n\nA new icon.\n"
    )
}


def test_a_version_finds_the_versions_below_it_and_not_the_same_digits(backend: Backend) -> None:
    answer = ask_of(backend, RELEASES, "14.2")
    assert [passage.text for passage in answer.passages] == ["Exports keep zeros."]
    assert (answer.passages[0].matched, answer.weak) == (("14.2",), False)


def test_a_version_that_is_not_there_is_missing(backend: Backend) -> None:
    answer = ask_of(backend, RELEASES, "v14.2.7")
    assert (answer.status, answer.missing_words) == ("none_holds_it", ("v14.2.7",))


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("error 1043", "Error 1,043: the belt slips."),
        ("Can I transfer $10000?", "A transfer may not exceed $10,000."),
        ("minutes of 5 January 2024", "Minutes of 2024-01-05: the water is off."),
        ("What happened in January 2024?", "On 5.1.2024 it happened that the hut burnt."),
        ("decided in 2024", "On 31/12/2024 it was decided."),
    ],
)
def test_a_number_or_date_is_found_however_it_is_written(backend: Backend, question: str, text: str) -> None:
    answer = ask_of(backend, {"text.md": f"# Text\n\n{text}\n"}, question)
    assert (answer.status, answer.weak, answer.missing_words) == ("found", False, ())


def test_another_date_with_the_same_month_is_not_matched(backend: Backend) -> None:
    answer = ask_of(backend, {"text.md": "# Minutes\n\nOn 12 January 2024 the rent rose.\n"}, "rent of 5 January 2024")
    assert answer.missing_words == ("5 January 2024",)


def test_the_other_dates_of_a_document_tell_whether_the_day_is_first(backend: Backend) -> None:
    documents = {"dates.md": "# Dates\n\nPruning on 05/01/2024.\n\n## Later\n\nSoup on 31/12/2024.\n"}
    assert ask_of(backend, documents, "5 January 2024").missing_words == ()
    assert ask_of(backend, documents, "1 May 2024").missing_words == ("1 May 2024",)


# Function words.

RULES = {
    "rules.md": "# Rules\n\n## Might\n\nRaw strength.\n\n## Turns\n\nA hero might move, or might hide.\n",
    "bands.md": "# Bands\n\n## The Who\n\nThe Who are a band from London.\n",
}


def test_a_function_word_written_as_a_name_finds_what_has_that_name(backend: Backend) -> None:
    assert first_text(ask_of(backend, RULES, "What does Might do?")) == "Raw strength."
    assert first_text(ask_of(backend, RULES, "Who are The Who?")) == "The Who are a band from London."


def test_a_question_of_function_words_finds_them_only_in_order(backend: Backend) -> None:
    assert first_text(ask_of(backend, RULES, "the who")) == "The Who are a band from London."
    assert ask_of(backend, RULES, "What is this about?").status == "no_content_words"


# Other spellings.


@pytest.mark.parametrize(
    ("question", "text", "read_as"),
    [
        ("What is the colour?", "The color is red.", {"colour": "color"}),
        ("login at the till", "To log in at the till, type your number.", {"login": "log in"}),
        ("ibuprofin", "Ibuprofen: one tablet a day.", {"ibuprofin": "ibuprofen"}),
    ],
)
def test_a_missing_word_is_read_as_it_is_spelt_in_the_documents(
    backend: Backend, question: str, text: str, read_as: dict[str, str]
) -> None:
    answer = ask_of(backend, {"text.md": f"# Text\n\n{text}\n"}, question)
    assert (answer.status, answer.read_as, answer.missing_words) == ("found", read_as, ())


# Names are never refused.


def test_a_passage_with_the_rarest_word_of_a_long_question_is_shown(backend: Backend) -> None:
    filler = {f"{number}.md": f"# Note\n\nSomething {'other ' * number}about gardens.\n" for number in range(1, 20)}
    documents = {"band.md": "# Lindisfarne\n\nThey play with pipes and drums.\n", **filler}
    question = "Which genre of music critics and encyclopaedias classified Lindisfarne under originally"
    answer = ask_of(backend, documents, question)
    assert (answer.status, answer.weak, first_text(answer)) == ("found", True, "They play with pipes and drums.")


# What a document is called.


def test_a_document_is_found_by_its_file_name(backend: Backend) -> None:
    give(backend, "eric/Quarterly-Report-Q3.txt", "Sales rose in all regions but one.\n")
    give(backend, "eric/handbook.txt", "Reports are written each quarter, by three people.\n")
    answer = ask(backend, "Quarterly-Report-Q3.txt", "eric/Quarterly-Report-Q3.txt", "eric/handbook.txt")
    assert (answer.passages[0].document, answer.weak) == ("eric/Quarterly-Report-Q3.txt", False)


def test_a_folder_tells_documents_of_the_same_name_apart(backend: Backend) -> None:
    paths = ["eric/2024/invoice.md", "eric/2025/invoice.md"]
    for path in paths:
        give(backend, path, "# Invoice\n\nTotal due: 412.50 euros.\n")
    for year, path in (("2024", paths[0]), ("2025", paths[1])):
        assert ask(backend, f"the total of the {year} invoice", *paths).passages[0].document == path


def test_a_word_that_only_names_the_document_is_neither_missing_nor_makes_an_answer_surer(backend: Backend) -> None:
    filler = {f"{number}.md": f"# Note\n\nSomething {'other ' * number}about gardens.\n" for number in range(1, 20)}
    notes = {"okapi/notes.md": "# Rest\n\nAll else.\n", "tapir/notes.md": "# Intake\n\nThe courier asks.\n"}
    question = "courier uniform winter gloves velvet"
    without_name = ask_of(backend, {**notes, **filler}, question)
    with_name = ask_of(backend, {**notes, **filler}, f"tapir {question}")
    assert [answer.nearest[0].text for answer in (without_name, with_name)] == ["The courier asks."] * 2
    assert without_name.status == with_name.status == "none_holds_it"
    assert without_name.missing_words == with_name.missing_words == ("uniform", "winter", "gloves", "velvet")


def test_a_namesake_outside_the_scope_changes_nothing(backend: Backend) -> None:
    give(backend, "eric/2024/invoice.md", "# Invoice\n\nTotal due: 412.50 euros.\n")
    before = ask(backend, "the total of 2024", "eric/2024/invoice.md")
    give(backend, "eric/2025/invoice.md", "# Invoice\n\nTotal due: 438 euros.\n")
    after = ask(backend, "the total of 2024", "eric/2024/invoice.md")
    assert [passage.score for passage in after.passages] == [passage.score for passage in before.passages]
    assert (after.status, after.weak) == (before.status, before.weak)


def test_much_else_lets_a_word_with_the_same_stem_come_first(backend: Backend) -> None:
    documents = {**SPACE_AND_CAMPUS, "old.md": "# Old\n\nThe old university library of the Dyers opened in 1871.\n"}
    answer = ask_of(backend, documents, "Did the Dyers open an old library in 1871, or the universe?")
    assert "old university library" in first_text(answer)


# Lists of contents, headings without text, accents.

GUIDE = {
    "guide.md": (
        "# Scanner\n\n## Contents\n\n- [Battery change](#battery-change)\n- [Screen](#screen)\n\n"
        "## Battery change\n\n"
        "To put a new one in, open the lid with a driver, pull the tab, and close it again. The battery change takes"
        " ten minutes, and the old one goes to a shop.\n\n## Screen\n\nWipe it.\n"
    )
}


def test_a_list_of_contents_comes_after_what_it_points_to(backend: Backend) -> None:
    answer = ask_of(backend, GUIDE, "battery change")
    assert first_text(answer).startswith("To put a new one in")


def test_a_list_of_contents_is_found_if_nothing_else_holds_the_words(backend: Backend) -> None:
    answer = ask_of(backend, {"list.md": "# Manual\n\n- [Batteries](#a)\n- [Screens](#b)\n"}, "batteries")
    assert "Batteries" in first_text(answer)


def test_how_long_asks_for_no_passage_with_long_in_it(backend: Backend) -> None:
    answer = ask_of(
        backend, {"shop.md": "# Shop\n\nA refund is paid within ten days.\n"}, "How long does a refund take?"
    )
    assert answer.status == "found"
    assert "long" not in answer.missing_words


# Other languages.

GERMAN = {
    "agb.md": (
        "# Bedingungen\n\n## Kündigung\n\nDie Kündigungsfrist beträgt drei Monate zum Ende des Jahres.\n\n"
        "## Lieferung\n\nWir liefern die Bücher innerhalb von fünf Tagen an Ihre Adresse.\n"
    )
}


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Welche Frist gilt?", "Kündigungsfrist"),  # a part of a compound
        ("Wie lange dauert die Lieferung eines Buches?", "Bücher"),  # an ending and an umlaut
        ("Frist", "Kündigungsfrist"),  # a single word, in the language of the documents
    ],
)
def test_a_word_is_found_by_the_rules_of_its_language(backend: Backend, question: str, found: str) -> None:
    answer = ask_of(backend, GERMAN, question)
    assert answer.status == "found"
    assert found in first_text(answer)


def test_a_compound_that_the_documents_lack_is_found_by_its_parts(backend: Backend) -> None:
    text = "# Vertrag\n\nFür die Kündigung gilt nach dem Gesetz eine Frist von drei Monaten, die wir nicht ändern.\n"
    answer = ask_of(backend, {"vertrag.md": text}, "Wie lang ist die Kündigungsfrist?")
    assert (answer.status, answer.read_as) == ("found", {"Kündigungsfrist": "kündigung frist"})


def test_words_that_every_question_of_a_language_has_do_not_count(backend: Backend) -> None:
    answer = ask_of(backend, GERMAN, "Wie lange ist die Kündigungsfrist?")
    assert (answer.weak, answer.missing_words) == (False, ())


def test_a_question_in_a_language_of_no_document_says_so(backend: Backend) -> None:
    assert ask_of(backend, GERMAN, "¿Cuánto tiempo tarda la entrega de los libros?").language == "es"
    assert ask_of(backend, GERMAN, "Wann liefern Sie die Bücher?").language is None


def test_english_is_found_in_documents_that_are_mostly_german(backend: Backend) -> None:
    documents = {**GERMAN, "terms.md": "# Terms\n\nThe delivery of the books takes five days in all of the country.\n"}
    answer = ask_of(backend, documents, "How many days does the delivery of the books take?")
    assert "takes five days" in first_text(answer)
    assert answer.language is None


def test_chinese_is_found_though_its_words_are_put_together_otherwise(backend: Backend) -> None:
    text = "# 退货\n\n商品在三十天之内可以退货。运费由客户承担。\n"
    answer = ask_of(backend, {"a.md": text}, "客户需要在多少天内退货？")
    assert (answer.status, answer.passages[0].text) == ("found", "商品在三十天之内可以退货。运费由客户承担。")
