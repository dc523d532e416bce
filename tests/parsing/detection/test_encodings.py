"""Bytes into lines: the right characters, or a plain word that they are not known."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contents_service.errors import NotReadable
from contents_service.parsing.detection.encodings import DecodedLines, decode, is_text, split_lines

ENGLISH = "The quick brown fox jumps over the lazy dog. " * 20
WORDS = {
    "french": "Le café est fermé à Noël. Voilà où ça s'est passé, l’été dernier.",
    "german": "Größe und Maße der Tür ändern sich bei Müller.",
    "polish": "Zażółć gęślą jaźń. Proszę złożyć wniosek do końca września, żeby uniknąć opłat.",
    "hungarian": "Árvíztűrő tükörfúrógép. Őszintén szólva az ügyfél győzött.",
    "turkish": "İade süresi otuz gündür, şu an değişiklik yapılamıyor.",
    "russian": "Возврат товара возможен в течение тридцати дней.",
    "greek": "Η επιστροφή γίνεται μέσα σε τριάντα ημέρες.",
    "chinese": "退货必须在三十天内提出,并附上收据。客服会在两天内答复。",
    "taiwanese": "退貨必須在三十天內提出，並附上收據。客服會在兩天內答覆。",
    "korean": "반품은 삼십일 이내에 가능합니다. 영수증을 가져오세요.",
    "japanese": "返品は三十日以内に可能です。レシートをお持ちください。",
}


def text_of(decoded: DecodedLines) -> str:
    return "\n".join(decoded.lines)


@pytest.mark.parametrize(
    "around", ["", ENGLISH, ENGLISH.replace(". ", ".\n")], ids=["alone", "in a line", "below lines"]
)
@pytest.mark.parametrize(
    ("language", "encoding"),
    [
        ("french", "cp1252"),
        ("french", "mac-roman"),
        ("german", "cp850"),
        ("polish", "cp1250"),
        ("polish", "iso8859-2"),
        ("hungarian", "cp1250"),
        ("turkish", "cp1254"),
        ("russian", "cp1251"),
        ("russian", "koi8-r"),
        ("greek", "cp1253"),
        ("chinese", "gb18030"),
        ("taiwanese", "big5"),
        ("korean", "cp949"),
        ("japanese", "cp932"),
        ("japanese", "euc_jp"),
        ("russian", "utf-16-le"),
        ("french", "utf-16-be"),
        ("german", "utf-32-le"),
    ],
)
def test_the_encoding_of_a_text_that_does_not_tell_it_is_guessed_right_with_a_note(
    language: str, encoding: str, around: str
) -> None:
    data = (around + WORDS[language]).encode(encoding, errors="ignore")
    decoded = decode(data, None)
    assert text_of(decoded) == data.decode(encoding)
    assert [note.code for note in decoded.notes] == ["encoding_guessed"]


@pytest.mark.parametrize(
    ("beginning", "encoding"),
    [
        ('<html><head><meta charset="windows-1251">', "cp1251"),
        ('<meta http-equiv="Content-Type" content="text/html; charset=ISO-8859-1">', "cp1252"),
        ('<?xml version="1.0" encoding="iso-8859-2"?>', "iso8859-2"),
        ("#!/usr/bin/python\n# -*- coding: koi8-r -*-", "koi8-r"),
    ],
)
def test_a_declared_encoding_is_believed_if_it_fits(beginning: str, encoding: str) -> None:
    decoded = decode(f"{beginning}\n".encode() + "©ä".encode(encoding, errors="ignore") + b"\xe4", None)
    assert (decoded.encoding, decoded.notes) == (encoding, ())


@pytest.mark.parametrize("declared", ["utf-8", "iso-8859-2", "no-such-encoding"])
def test_a_declared_encoding_is_not_believed_if_it_does_not_fit(declared: str) -> None:
    data = f'<meta charset="{declared}"><p>“Café” – naïve'.encode("cp1252")
    assert text_of(decode(data, None)) == data.decode("cp1252")


def test_a_declared_encoding_is_not_believed_of_utf8() -> None:
    assert decode('<meta charset="iso-8859-1">größer'.encode(), None).encoding == "utf-8"


@pytest.mark.parametrize("words", ["© 2001 by the author", "été", "naïve café", "5 µm ± 2 °C"])
def test_a_few_lone_signs_are_windows_1252(words: str) -> None:
    assert text_of(decode(words.encode("cp1252"), None)) == words


@pytest.mark.parametrize(("word", "encoding"), [("für", "cp850"), ("Größe", "cp850"), ("très", "mac-roman")])
def test_a_single_word_in_an_encoding_of_old_computers_is_read_right(word: str, encoding: str) -> None:
    decoded = decode(word.encode(encoding), None)
    assert (text_of(decoded), decoded.encoding) == (word, encoding)


def test_letters_that_many_encodings_share_are_windows_1252() -> None:
    assert decode("montags. Müller.".encode("cp1252"), None).encoding == "cp1252"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_tells_the_encoding_and_is_no_part_of_the_text(encoding: str) -> None:
    decoded = decode("größer\nals".encode(encoding), None)
    assert (decoded.lines, decoded.notes) == (("größer", "als"), ())
    assert decoded.encoding in {"utf-8", "utf-16-le", "utf-32-le"}


def test_japanese_escapes_are_recognised_although_all_bytes_are_ascii() -> None:
    assert text_of(decode(WORDS["japanese"].encode("iso2022_jp"), None)) == WORDS["japanese"]


def test_a_byte_of_windows_1252_within_utf8_is_read_right() -> None:
    decoded = decode("größer\n".encode() * 100 + b"caf\xe9 and more\n" + "größer".encode(), None)
    assert decoded.lines[100] == "café and more"
    assert decoded.encoding == "utf-8"
    assert decoded.notes[0].code == "encoding_guessed"
    assert "line 101" in decoded.notes[0].message


def test_a_stray_byte_below_a_utf8_mark_is_read_right_too() -> None:
    decoded = decode("\ufeffgrößer\n".encode() + "größer\n".encode() * 99 + b"caf\xe9 and more", None)
    assert (decoded.lines[0], decoded.lines[100], decoded.encoding) == ("größer", "café and more", "utf-8")
    assert [note.code for note in decoded.notes] == ["encoding_guessed"]


def test_a_stray_byte_without_a_meaning_in_windows_1252_is_left_out() -> None:
    assert decode("größer\n".encode() * 100 + b"ca\x81fe and more", None).lines[100] == "cafe and more"


def test_a_stray_byte_three_letters_before_the_end_costs_no_letters() -> None:
    assert decode("größer\n".encode() * 100 + b"caf\xe9 au", None).lines[100] == "café au"


def test_a_damaged_text_with_a_utf16_mark_keeps_its_sound_characters() -> None:
    decoded = decode("größer als".encode("utf-16") + b"\0", None)
    assert (decoded.lines, decoded.encoding) == (("größer als",), "utf-16-le")
    assert [note.code for note in decoded.notes] == ["damaged_characters"]
    assert decoded.notes[0].message.startswith("Some of its characters are damaged")


@pytest.mark.parametrize("cut_off", ["é", "€", "🦙"])
def test_a_text_cut_off_within_a_character_loses_only_that(cut_off: str) -> None:
    decoded = decode(f"eine größere Tür {cut_off}".encode()[:-1], None)
    assert (decoded.lines, decoded.encoding) == (("eine größere Tür ",), "utf-8")
    assert [note.code for note in decoded.notes] == ["damaged_characters"]
    assert decoded.notes[0].message.startswith("It ends in the middle of a character")


def test_a_text_is_read_in_the_encoding_that_a_person_chose() -> None:
    assert decode(b"na\xefve", "cp1250").lines == ("naďve",)


@pytest.mark.parametrize("chosen", ["utf-8", "no-such-encoding", "rot13", "base64"])
def test_a_chosen_encoding_that_does_not_fit_is_refused(chosen: str) -> None:
    with pytest.raises(NotReadable) as refused:
        decode(b"na\xefve", chosen)
    assert (refused.value.code, refused.value.details) == ("wrong_encoding", {"encoding": chosen})


@pytest.mark.parametrize("data", [bytes(range(256)) * 8, b"MZ\x90\0\3\0\0\0\4\0\0\0" * 30])
def test_data_is_not_text_in_any_encoding(data: bytes) -> None:
    assert not is_text(data)
    with pytest.raises(NotReadable) as refused:
        decode(data, None)
    assert refused.value.code == "not_text"


def test_a_line_ends_at_lf_crlf_and_cr_and_at_nothing_else() -> None:
    assert split_lines("a\nb\r\nc\rd\x0be\x0cf\x85g\u2028h\n") == ("a", "b", "c", "d\x0be\x0cf\x85g\u2028h", "")


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1))
def test_utf8_is_always_read_as_it_is(text: str) -> None:
    decoded = decode(text.encode(), None)
    assert (text_of(decoded), decoded.encoding) == (text.removeprefix("\ufeff"), "utf-8")


@given(st.binary(max_size=400))
def test_no_bytes_break_the_decoding_or_give_replacement_characters(data: bytes) -> None:
    try:
        decoded = decode(data, None)
    except NotReadable:
        return
    assert "\ufffd" not in text_of(decoded) or "\ufffd".encode() in data or "\ufffd".encode("gb18030") in data


@pytest.mark.parametrize("encoding", ["cp1251", "cp932", "gb18030"])
def test_a_large_text_in_an_old_encoding_is_decoded_in_time(encoding: str) -> None:
    data = WORDS_OF_OTHERS[encoding].encode(encoding) * 60_000

    started = time.process_time()
    decode(data, None)

    assert time.process_time() - started < 4


WORDS_OF_OTHERS = {
    "cp1251": "Возврат товара возможен в течение тридцати дней.\n",
    "cp932": "返品は三十日以内に可能です。\n",
    "gb18030": "退货可以在三十天之内办理。\n",
}


@pytest.mark.parametrize("data", [b"a,b\n\0,okapi\n", b"name,place\nokapi,\0zoo\nlemur,\0forest\n"])
def test_a_few_nuls_among_plain_letters_are_left_out(data: bytes) -> None:
    decoded = decode(data, None)
    assert text_of(decoded) == data.replace(b"\0", b"").decode()
    assert [note.code for note in decoded.notes] == ["control_characters"]


def test_nuls_that_a_crash_left_at_the_end_of_a_log_do_not_make_it_data() -> None:
    decoded = decode(b"12:00 started\n" * 20 + bytes(4_096), None)
    assert decoded.lines == ("12:00 started",) * 20 + ("",)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"\x1b[1;31merror\x1b[0m in \x1b]8;;http://x.example\x07berth7\x1b]8;;\x07", "error in berth7"),
        (b"N\bNA\bAM\bME\bE  _\bn_\bi_\bg_\bh_\bt", "NAME  night"),
        (b"NA\b\bNAME", "NAME"),
        (b"\x0cChapter 2\x0b and\x0cmore", "Chapter 2 and more"),
        (b"one\x7f two\x1b(B", "one two"),
    ],
    ids=["colours and links", "overstruck letters", "an overstruck run", "page breaks", "others"],
)
def test_what_only_a_terminal_or_a_printer_obeys_is_left_out_with_a_note(data: bytes, text: str) -> None:
    decoded = decode(b"first line\n" + data + b"\nlast line", None)
    assert decoded.lines == ("first line", text, "last line")
    assert [note.code for note in decoded.notes] == ["control_characters"]
    assert "(the first on line 2)" in decoded.notes[0].message


@pytest.mark.parametrize(("words", "noted"), [("Ã¼ber der BrÃ¼cke, donâ€™t", True), ("ESPAÑA, São, â, Ã¼ once", False)])
def test_letters_that_were_encoded_twice_are_noted_and_shown_as_they_are(words: str, *, noted: bool) -> None:
    decoded = decode(f"first\n{words}".encode(), None)
    assert decoded.lines == ("first", words)
    assert [note.code for note in decoded.notes] == (["encoded_twice"] if noted else [])
    assert not noted or "such as Ã¼ for ü (the first on line 2)" in decoded.notes[0].message


@pytest.mark.parametrize("length", [200, 20_000])
def test_data_without_control_characters_is_noise_and_not_text(length: int) -> None:
    printable = [*range(32, 127), *range(128, 256)]
    data = bytes(printable[(at * at * 31 + at * 7) % len(printable)] for at in range(length))
    with pytest.raises(NotReadable) as refused:
        decode(data, None)
    assert refused.value.code == "not_text"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("ИП «Ромашка» № 5, ГОСТ 12.1.004-91: возврат товара. ", "cp1251"),
        ("╔══╗ Menu ║ 20°C ½ ▒▒▓▓ █\n", "cp437"),
        ("naïve café, 20 °C ± 5 µm\n", "cp1252"),
        ("สามารถคืนสินค้าได้ภายในสามสิบวัน ", "cp874"),
    ],
)
def test_text_with_many_signs_is_not_taken_for_noise(text: str, encoding: str) -> None:
    assert text_of(decode((text * 30).encode(encoding), None)) == text * 30


@pytest.mark.parametrize("broken_percent", [10, 25, 40])
def test_a_text_with_many_broken_bytes_is_not_utf8(broken_percent: int) -> None:
    data = "ä ".encode() * (100 - broken_percent) + b"\xe9 " * broken_percent + b"and so on"
    assert decode(data, None).encoding != "utf-8"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be"])
def test_a_byte_order_mark_is_no_part_of_a_text_in_a_chosen_encoding(encoding: str) -> None:
    assert decode("\ufeffgrößer".encode(encoding), encoding).lines == ("größer",)


@pytest.mark.parametrize("controls", [10, 20, 40])
def test_bytes_with_one_to_four_percent_of_control_characters_are_not_text(controls: int) -> None:
    data = b"word " * 200 + b"\1" * controls
    assert not is_text(data)
    with pytest.raises(NotReadable):
        decode(data, None)


def test_a_stray_control_character_does_not_make_a_text_data() -> None:
    assert is_text(b"word " * 400 + b"\1")


@pytest.mark.parametrize("encoding", ["cp932", "euc_jp"])
def test_a_text_with_a_quarter_kana_is_in_a_japanese_encoding(encoding: str) -> None:
    text = "営業時間は午前九時から午後五時まで"
    assert 0.25 < sum("ぁ" <= letter <= "ん" for letter in text) / len(text) < 0.3
    decoded = decode(text.encode(encoding), None)
    assert (text_of(decoded), decoded.encoding) == (text, encoding)


def test_a_chinese_text_with_a_single_kana_is_not_read_as_japanese() -> None:
    text = f"鲜の美水果店。{WORDS['chinese']}"
    assert text_of(decode(text.encode("gb18030"), None)) == text


@pytest.mark.parametrize("encoding", ["cp932", "euc_jp"])
def test_japanese_with_hardly_any_kana_is_read_right(encoding: str) -> None:
    text = "保証期間は購入日より一年間。修理費用は無料。"
    assert text_of(decode(text.encode(encoding), None)) == text


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark_and_with_private_characters_is_not_text(encoding: str) -> None:
    words = "some words and more of them. " * 20
    assert text_of(decode(words.encode(encoding), None)) == words
    with pytest.raises(NotReadable):
        decode(f"{words}\ue000".encode(encoding), None)


@pytest.mark.parametrize("words", ["2,000\n30,000\n", "中 中 中"], ids=["numbers", "plain bytes"])
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_the_byte_order_of_a_text_without_a_mark_is_told_by_its_plain_characters(encoding: str, words: str) -> None:
    assert text_of(decode((words * 20).encode(encoding), None)) == words * 20


@pytest.mark.parametrize(("characters", "expected"), [(49, True), (50, False)])
def test_fewer_than_one_space_or_stop_in_fifty_characters_is_not_utf16(characters: int, *, expected: bool) -> None:
    text = "".join(chr(0x4E01 + at) for at in range(characters))
    assert is_text(f"{text} ".encode("utf-16-le")) is expected


@pytest.mark.parametrize(("sound", "expected"), [(10, True), (9, False)])
def test_one_stray_byte_for_ten_characters_is_still_utf8(sound: int, *, expected: bool) -> None:
    decoded = decode("ähm ".encode() * sound + b"\xe9 and so on", None)
    assert (decoded.encoding == "utf-8") is expected


def test_a_control_character_is_left_out_of_a_text_in_an_old_encoding() -> None:
    assert text_of(decode(b"caf\xe9 " * 1_000 + b"\1", None)) == "café " * 1_000
