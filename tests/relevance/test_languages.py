"""Documents in other languages are found by their words."""

from __future__ import annotations

import pytest
from helpers.factories import make_reading, new_app_id, write_reading

from contents_service.model import Scope
from contents_service.solr.index import SolrIndex

pytestmark = pytest.mark.solr

TEXTS = {
    "de": (
        "Die Rücknahmefrist beträgt dreißig Tage.",
        "Der Händler prüft die Größe der Pakete.",
        "Öffnungszeiten: täglich.",
    ),
    "fr": (
        "Le délai de rétractation est de trente jours.",
        "Les frais d'envoi sont à la charge du client.",
        "Fermé le lundi.",
    ),
    "es": ("El plazo de devolución es de treinta días.", "El envío corre a cargo del cliente.", "Cerrado los lunes."),
    "pl": ("Termin zwrotu wynosi trzydzieści dni.", "Koszty wysyłki ponosi klient.", "Zamknięte w poniedziałki."),
    "ja": (
        "返品期間は三十日です。",
        "送料はお客様のご負担となります。",
        "月曜日は定休日です。ポンプの保証は二年です。",
    ),
    "zh": ("退货期限为三十天。", "运费由客户承担。", "星期一休息，水泵保修两年。"),
    "ko": ("반품 기간은 30일입니다.", "배송비는 고객이 부담합니다.", "월요일은 휴무입니다."),
}
QUESTIONS = {
    "Wie lang ist die Rücknahmefrist?": "de",
    "Ruecknahmefrist rucknahmefrist": "de",
    "Quel est le délai de rétractation ?": "fr",
    "delai de retractation": "fr",
    "¿Cuál es el plazo de devolución?": "es",
    "Jaki jest termin zwrotu?": "pl",
    "返品期間はいつまでですか": "ja",
    "退货期限是多久？": "zh",
    "반품 기간": "ko",
}


@pytest.fixture(scope="module")
def indexed(solr_url: str) -> tuple[SolrIndex, Scope]:
    index, scope = SolrIndex.at([solr_url]), Scope(new_app_id(), "eric")
    for language, texts in TEXTS.items():
        write_reading(index, scope, f"eric/{language}.txt", make_reading(*texts))
    index.commit()
    return index, scope


@pytest.mark.parametrize(("question", "language"), QUESTIONS.items())
def test_a_question_finds_the_passage_in_its_language(
    indexed: tuple[SolrIndex, Scope], question: str, language: str
) -> None:
    index, scope = indexed
    hits = index.search(scope, question, rows=3, explain=False).hits
    assert hits
    assert hits[0].content.text == TEXTS[language][0]


def test_half_width_kana_are_found_as_full_width(indexed: tuple[SolrIndex, Scope]) -> None:
    index, scope = indexed
    hits = index.search(scope, "ﾎﾟﾝﾌﾟ", rows=3, explain=False).hits
    assert [hit.content.text for hit in hits] == [TEXTS["ja"][2]]


@pytest.mark.solr
@pytest.mark.parametrize(
    ("question", "read_as"),
    [
        ("Where is the Muenster branch?", {"Muenster": "munster"}),
        ("Koenigsstrasse", {"Koenigsstrasse": "konigsstrasse"}),
        ("login", {"login": "log in"}),
        ("ibuprofin", {"ibuprofin": "ibuprofen"}),
        ("the branch in Münster", {}),
    ],
)
def test_a_word_that_the_scope_lacks_is_read_as_it_is_spelt_there(
    solr_url: str, question: str, read_as: dict[str, str]
) -> None:
    index, scope = SolrIndex.at([solr_url]), Scope(new_app_id(), "eric")
    texts = ("The branch in Münster is in the Königsstraße.", "To log in, type your number.", "Ibuprofen once a day.")
    write_reading(index, scope, "eric/a.md", make_reading(*texts))
    index.commit()
    found = index.search(scope, question, rows=3, explain=False)
    assert (found.read_as, bool(found.hits)) == (read_as, True)
