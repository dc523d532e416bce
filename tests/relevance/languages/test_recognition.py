"""Languages: which one a text is in, and the stems, function words, compounds and segments of each."""

from __future__ import annotations

import pytest

from contents_service.agent_tool.language_names import LANGUAGE_NAMES
from contents_service.relevance.languages import fold, function_words, passage_share, stem
from contents_service.relevance.languages.compounds import all_parts, compound_parts
from contents_service.relevance.languages.recognition import SCRIPT_LANGUAGES, recognize
from contents_service.relevance.languages.segmentation import character_pairs, question_pairs, question_words, segment
from contents_service.relevance.languages.words import QUESTION_WORDS, STEMMERS, frequent_words, has_frequencies

SENTENCES = {
    "ar": "تستغرق المدة من الطلب إلى التسليم ثلاثة أيام.",
    "bg": "Поръчката се доставя в рамките на три дни и не може да бъде върната.",
    "ca": "El termini per a la devolució és de trenta dies des de la compra.",
    "cs": "Zboží je možné vrátit do třiceti dnů, pokud nebylo použito.",
    "da": "Varen kan ikke returneres, når den har været brugt af kunden.",
    "de": "Die Ware wird innerhalb von drei Tagen geliefert und kann nicht umgetauscht werden.",
    "el": "Η παράδοση γίνεται μέσα σε τρεις ημέρες.",
    "en": "The goods are delivered within three days and cannot be exchanged.",
    "es": "La mercancía se entrega en tres días y no se puede cambiar.",
    "fa": "این کالا را می‌توان تا سی روز پس از خرید به فروشگاه برگرداند.",
    "fi": "Tavara toimitetaan kolmessa päivässä, eikä sitä voi vaihtaa.",
    "fr": "La marchandise est livrée dans les trois jours et ne peut pas être échangée.",
    "he": "המשלוח מגיע תוך שלושה ימים.",
    "hi": "सामान तीन दिन में पहुँचता है और उसे वापस नहीं किया जा सकता।",
    "hu": "Az áru három napon belül megérkezik, és nem lehet kicserélni.",
    "id": "Barang akan dikirim dalam tiga hari dan tidak dapat ditukar dengan yang lain.",
    "it": "La merce viene consegnata entro tre giorni e non può essere cambiata.",
    "ja": "商品は三日以内に届きます。",
    "ko": "상품은 사흘 안에 도착합니다.",
    "lt": "Prekė pristatoma per tris dienas ir jos negalima grąžinti, nes taip yra nustatyta.",
    "nl": "De goederen worden binnen drie dagen geleverd en kunnen niet worden geruild.",
    "pl": "Towar jest dostarczany w ciągu trzech dni i nie może być wymieniony.",
    "pt": "A mercadoria é entregue em três dias e não pode ser trocada.",
    "ro": "Marfa este livrată în trei zile și nu poate fi schimbată.",
    "ru": "Товар доставляют за три дня, и обменять его нельзя.",
    "sv": "Varan levereras inom tre dagar och kan inte bytas mot någon annan.",
    "ta": "பொருட்கள் மூன்று நாட்களில் வந்து சேரும்.",
    "th": "สินค้าจะถึงภายในสามวัน",
    "tr": "Ürün üç gün içinde teslim edilir ve başka bir ürün ile değiştirilemez.",
    "uk": "Товар доставляють за три дні, і його не можна обміняти.",
    "vi": "Hàng được giao trong ba ngày và không thể đổi.",
    "zh": "商品三天内送达，不能退换。",
}


@pytest.mark.parametrize(("language", "sentence"), SENTENCES.items())
def test_a_sentence_is_known_by_its_language(language: str, sentence: str) -> None:
    assert recognize(sentence) == language


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("de", "Wie lang ist die Frist?"),
        ("es", "¿Dónde puedo pagar con tarjeta?"),
        ("fr", "Quel est le délai de livraison ?"),
        ("it", "Quanto costa la spedizione?"),
        ("nl", "Hoeveel kost de verzending?"),
        ("pl", "Gdzie mogę odebrać paczkę?"),
        ("ru", "Кто написал Liber servitoris?"),
        ("sv", "Vad kostar det att byta?"),
        ("ja", "送料はいくらですか"),
        ("zh", "iPhone 15 的运费是多少？"),
    ],
)
def test_a_short_question_is_known_by_its_language(language: str, question: str) -> None:
    assert recognize(question) == language


@pytest.mark.parametrize(
    "text",
    [
        "",
        "42",
        "Installation",
        "Die casting",
        "IT department",
        "de facto standard",
        "Tom Brackett",
        "Gödel, Escher, Bach",
        "Café opening hours",
        "Who was Angela Merkel?",
        "What does Zeitgeist mean?",
        "The résumé of Søren Kierkegaard",
        "Contact: jean@beispiel.de",
        "for (int i = 0; i < n; i++) { final String s = de.name(i); }",
        "| Instance size | Factor |\n| --- | --- |\n| a1.metal | 32 |\n| c5d.metal | 192 |",
        "The word 東京 is written with two characters, and Москва with six letters.",
        "He shouted “Wie geht es dir?” across the street, and nobody in the whole of the square answered him.",
    ],
)
def test_names_code_and_foreign_words_do_not_change_the_language_of_english(text: str) -> None:
    assert recognize(text) == "en"


@pytest.mark.parametrize(
    ("text", "expected"), [("Haftpflichtversicherung", "de"), ("Kargo", "tr"), ("возврат товаров", "ru"), ("", "fr")]
)
def test_a_text_that_tells_nothing_is_in_the_expected_language(text: str, expected: str) -> None:
    assert recognize(text, expected) == expected


@pytest.mark.parametrize("expected", ["de", "es", "fr", "ru", "zh"])
def test_another_language_than_the_expected_one_is_still_recognised(expected: str) -> None:
    assert recognize("How long does it take to get the goods?", expected) == "en"


def test_a_long_text_is_known_by_its_beginning() -> None:
    assert recognize(SENTENCES["de"] * 50 + SENTENCES["ru"] * 1000) == "de"


def test_every_language_of_a_stemmer_can_be_recognised() -> None:
    assert set(STEMMERS) <= {language for languages in SCRIPT_LANGUAGES.values() for language in languages.split()}


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("de", "Kündigung", "kundigungen"),
        ("de", "Haus", "Häuser"),
        ("de", "Straße", "strassen"),
        ("es", "devolución", "devoluciones"),
        ("fr", "l'hôtel", "hotels"),
        ("fr", "l’assurance", "assurances"),
        ("it", "dell'assicurazione", "assicurazioni"),
        ("ru", "товаров", "товар"),
        ("ru", "ещё", "еще"),
        ("tr", "Ankara'nın", "ankara"),
        ("tr", "IŞIK", "ışık"),
        ("el", "Ημέρες", "ημερες"),
        ("en", "warranties", "warranty"),
        ("pl", "paczkę", "paczke"),
    ],
)
def test_forms_of_a_word_have_one_stem(language: str, one: str, other: str) -> None:
    assert stem(one, language) == stem(other, language)


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("vi", "bán", "bạn"),
        ("de", "Kündigung", "Kunde"),
        ("xx", "word", "words"),
    ],
)
def test_other_words_have_other_stems(language: str, one: str, other: str) -> None:
    assert stem(one, language) != stem(other, language)


def test_letters_are_folded_but_not_those_of_other_scripts() -> None:
    assert fold("čačak") == "cacak"
    assert fold("łódź") == "lodz"
    assert fold("ή") == "η"
    assert fold("й") == "й"
    assert fold("が") == "が"


@pytest.mark.parametrize("language", sorted(QUESTION_WORDS))
def test_a_language_has_function_words(language: str) -> None:
    words = function_words(language)
    assert set(QUESTION_WORDS[language].split()) <= words
    assert len(words) >= 15
    assert not any(word.isdigit() for word in words)


@pytest.mark.parametrize(
    ("language", "words", "others"),
    [
        ("de", "wie welche der die und nicht", "frist haus versicherung zeit"),
        ("es", "qué dónde de la el", "plazo casa tiempo"),
        ("en", "what the is", "warranty"),
        ("zh", "的 什么 是", "运费 中国"),
    ],
)
def test_function_words_are_those_that_say_nothing(language: str, words: str, others: str) -> None:
    assert set(words.split()) <= function_words(language)
    assert not set(others.split()) & function_words(language)


def test_an_unknown_language_has_no_function_words() -> None:
    assert function_words("xx") == frozenset()


def test_a_frequent_word_is_in_many_passages_and_an_unknown_one_in_hardly_any() -> None:
    assert passage_share("der", "de") > 0.9
    assert 0.001 < passage_share("Kündigung", "de") < 0.1
    assert passage_share("Kündigungen", "de") == passage_share("kündigung", "de")
    assert passage_share("qwrtzp", "de") < 1e-5
    assert passage_share("the", "en") > 0.9
    assert passage_share("word", "xx") < 1e-5


@pytest.mark.parametrize(
    ("language", "word", "parts"),
    [
        ("de", "Feiertag", ("feier", "tag")),
        ("de", "Kündigungsfrist", ("kündigung", "frist")),
        ("de", "Haftpflichtversicherung", ("haftpflicht", "versicherung")),
        ("de", "Sauerstoffkonzentration", ("sauerstoff", "konzentration")),
        ("nl", "verzendkosten", ("verzend", "kosten")),
        ("sv", "leveranstid", ("leverans", "tid")),
        ("da", "betalingsfrist", ("betaling", "frist")),
        ("nb", "leveringstid", ("levering", "tid")),
    ],
)
def test_a_compound_has_parts(language: str, word: str, parts: tuple[str, ...]) -> None:
    assert compound_parts(word, language) == parts


def test_a_part_that_is_a_compound_has_its_parts_too() -> None:
    parts = all_parts("Kraftfahrzeughaftpflichtversicherung", "de")
    assert {"fahrzeug", "haftpflichtversicherung", "haftpflicht", "versicherung"} <= set(parts)


@pytest.mark.parametrize(
    ("language", "word"),
    [
        ("de", "Verteidigung"),
        ("de", "Menschen"),
        ("de", "Haus"),
        ("de", "E4304-Kündigung"),
        ("de", "x" * 100),
        ("es", "ferrocarril"),
        ("en", "database"),
    ],
)
def test_a_plain_word_has_no_parts(language: str, word: str) -> None:
    assert compound_parts(word, language) == ()


def test_a_run_is_cut_into_its_likeliest_words() -> None:
    assert segment("运费是多少", "zh") == ("运费", "是", "多少")
    assert segment("", "zh") == ()
    assert "".join(segment("送料はいくらですか", "ja")) == "送料はいくらですか"


def test_question_words_and_particles_are_left_out_and_single_characters_stay_together() -> None:
    assert question_words("运费是多少", "zh") == ("运费",)
    assert "擒杀" in question_pairs("谁贡献的擒杀最多", "zh")


def test_no_pair_straddles_two_words() -> None:
    assert question_pairs("返品期間はいつまでですか", "ja")[:2] == ("返品", "期間")
    assert "品期" not in question_pairs("返品期間はいつまでですか", "ja")
    assert question_pairs("中国的首都", "zh") == ("中国", "首都")


def test_a_run_of_function_words_alone_keeps_its_pairs() -> None:
    assert question_pairs("是什么", "zh") == ("是什", "什么")
    assert question_pairs("的", "zh") == ()


def test_a_thai_question_is_cut_at_its_function_words() -> None:
    words = question_words("ค่าส่งเท่าไหร่", "th")
    assert words == ("ค่าส่ง",)
    passage = character_pairs("ค่าส่งห้าสิบบาท")
    assert set(question_pairs("ค่าส่งเท่าไหร่", "th")) <= set(passage)


def test_frequent_words_come_first_and_a_language_without_a_table_has_none() -> None:
    words = list(frequent_words("de", 3))
    assert len(words) == 3
    assert words[0][1] >= words[1][1] >= words[2][1] > 0.01
    assert has_frequencies("de")
    assert not has_frequencies("th")
    assert list(frequent_words("th")) == []


def test_every_language_that_can_be_recognised_has_a_name_for_agents() -> None:
    languages = {language for each in SCRIPT_LANGUAGES.values() for language in each.split()}
    assert languages <= LANGUAGE_NAMES.keys()
