"""What is known of the words of each language: its stemmer, its question words, and how frequent its words are.

The frequencies are those of the small tables of `wordfreq` (CC BY-SA 4.0). They are read when first needed, and the
tables built from them are kept for a few languages at a time, since each takes some megabytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import wordfreq

KEPT_LANGUAGES = 8
"""Languages whose tables are kept in memory; another one replaces the one used longest ago."""
STEMMERS = {
    "ar": "arabic",
    "ca": "catalan",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "eu": "basque",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "hi": "hindi",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "ms": "indonesian",
    "nb": "norwegian",
    "ne": "nepali",
    "nl": "dutch",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sh": "serbian",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
    "yi": "yiddish",
}
"""The Snowball stemmer of each language that has one; words of other languages are left as they are."""

QUESTION_WORDS = {
    "ar": "ما ماذا من متى أين اين كيف كم لماذا هل أي أى أية مَن بماذا لمن مما",
    "ca": "què qui quin quina quins quines quan on com quant quanta quants quantes per què",
    "cs": "co kdo koho komu kým kde kdy kam odkud jak jaký jaká jaké jakých jakým jakou který která které"
    " kterou proč kolik čí čeho čím",
    "da": "hvad hvem hvis hvor hvornår hvordan hvorfor hvilken hvilket hvilke mange meget længe",
    "de": "wie was wer wen wem wessen welche welcher welches welchen welchem wann wo warum wieso weshalb wohin"
    " woher wofür wozu wodurch womit woran worin worauf viele viel lange",
    "el": "τι ποιος ποια ποιο ποιοι ποιες ποιον ποιαν ποιου ποιας ποιων ποιους πού που πότε πώς πως γιατί πόσο"
    " πόση πόσος πόσοι πόσες πόσα πόσων",
    "es": "qué quién quiénes cuál cuáles cuándo dónde adónde cómo cuánto cuánta cuántos cuántas que quien cual"
    " cuando donde como",
    "eu": "zer nor nork nori noren zein non nora nondik noiz nola zergatik zenbat zeintzuk eta da dira ez bat"
    " dute du zen izan dela ziren egin hau hori bere baina ere edo dago",
    "fa": "چه چی کی کجا چگونه چطور چرا چند چقدر کدام آیا",
    "fi": "mikä mitä mitkä minkä missä mistä mihin milloin koska kuka kenen ketä ketkä kuinka miten miksi"
    " montako monta kumpi millainen paljon kauan",
    "fr": "que quoi qui quel quelle quels quelles quand où comment pourquoi combien lequel laquelle lesquels"
    " lesquelles est-ce qu'est-ce dont longtemps",
    "ga": "cad céard cé cá cathain conas cén cé mhéad an agus na is ar tá bhí sé sí go bhfuil leis seo atá nach"
    " raibh don iad acu ina faoi féin",
    "he": "מה מי מתי איפה היכן איך כיצד למה מדוע כמה האם איזה איזו אילו אלו",
    "hi": "क्या कौन किस किसे किसने किसका किसकी किसके किन कब कहाँ कहां कैसे क्यों कितना कितनी कितने कौनसा कौनसी कौन-सा",
    "hu": "mi mit ki kit kik mikor hol hová honnan hogyan miért mennyi hány melyik milyen mely kinek minek miben mivel",
    "hy": "ինչ ով ումից ում երբ որտեղ ինչպես ինչու քանի որքան որ որը և է են էր ու մեջ համար",
    "id": "apa apakah siapa siapakah kapan di mana dimana kemana bagaimana mengapa kenapa berapa yang manakah",
    "it": "che cosa cos chi quale quali qual quando dove come perché quanto quanta quanti quante",
    "ja": "何 誰 いつ どこ どの どれ どう どんな なぜ いくつ いくら どのよう どのくらい どちら 何時 何年 何人"
    " 何故 ください 教え この その これ それ まで から ですか です ます ました でしょう",
    "ko": "무엇 누구 언제 어디 어느 어떤 어떻게 왜 몇 얼마 얼마나 무슨 누가 인가 입니까 인가요 나요"
    " 습니까 습니다 입니다 입 니까 니다",
    "lt": "kas ką ko kam kuo kur kada kaip kodėl kiek koks kokia kokie kokios kuris kuri kurie kurios",
    "lv": "kas ko kam kur kad kā kāpēc cik kāds kāda kādi kādas kurš kura kuri kuras",
    "ms": "apa apakah siapa siapakah bila bilakah di mana bagaimana mengapa kenapa berapa yang manakah",
    "nb": "hva hvem hvis hvor når hvordan hvorfor hvilken hvilket hvilke mange mye lenge",
    "ne": "के को कुन कसले कसको कहिले कहाँ कसरी किन कति र मा छ हो थियो छन् लाई बाट पनि एक गर्न गरेको भएको",
    "nl": "wat wie wiens wanneer waar hoe hoeveel waarom welk welke waarin waarmee waarvoor waaruit veel lang",
    "pl": "co kto kogo komu kim czym czego czemu gdzie kiedy dokąd skąd jak jaki jaka jakie jakich jakim jaką"
    " który która które którym której którą których dlaczego ile ilu czyj czy",
    "pt": "que quê quem qual quais quando onde como quanto quanta quantos quantas porque porquê",
    "ro": "ce cine cui care când unde cum cât câtă câți câte cîți de ce",
    "ru": "кто кого кому кем что чего чему чем какой какая какое какие какого какую каких каким какими какому"
    " каком каково где куда откуда когда почему зачем как сколько чей чья чьё который которая которое"
    " которые",
    "sh": "što šta tko ko koga kome kim gdje gde kada kako zašto koliko koji koja koje kojeg kojoj čiji kakav"
    " kakva kakvo",
    "sk": "čo kto koho komu kým kde kedy kam odkiaľ ako aký aká aké akých ktorý ktorá ktoré ktorú prečo koľko čí čoho",
    "sl": "kaj kdo koga komu kje kdaj kam kako zakaj koliko kateri katera katero katere kakšen kakšna kakšno čigav",
    "sv": "vad vem vems vilka vilken vilket när var vart varifrån hur varför många mycket länge",
    "ta": "என்ன யார் எது எப்போது எங்கே எங்கு எப்படி ஏன் எத்தனை எவ்வளவு எந்த",
    "th": "อะไร ใคร ที่ไหน เมื่อไหร่ เมื่อไร เมื่อใด ทำไม อย่างไร ยังไง เท่าไหร่ เท่าไร เท่าใด กี่ ไหน ใด บ้าง"
    " หรือไม่ คือ ของ ใน ที่ และ เป็น ได้ ให้ มี จาก โดย กับ ว่า แต่ หรือ ไม่ ซึ่ง ถูก จะ ก็ นี้ นั้น",
    "tr": "ne neler nedir kim kimin kime kimdir kaç nerede nereye nereden nasıl neden niçin niye hangi hangisi"
    " zaman kadar mı mi mu mü",
    "uk": "хто кого кому ким що чого чому чим який яка яке які якого яку яких яким якої де куди звідки коли"
    " чому як скільки чий котрий",
    "vi": "gì ai nào đâu khi nào bao nhiêu bao giờ mấy sao tại sao như thế nào thế",
    "yi": "וואָס וואס ווער ווען וווּ וואו ווי פֿאַרוואָס און איז אין די דער דאָס פון צו",
    "zh": "什么 哪 哪些 哪个 哪里 哪种 哪儿 哪位 哪年 谁 多少 几 怎么 怎样 如何 为什么 为何 何时 何 何处 什么样"
    " 是否 吗 呢 请问 什麼 誰 幾 哪裡 為什麼 為何 何時 怎麼 嗎 多久",
}
"""The words by which each language asks; for one without a table of `wordfreq`, its other frequent words too."""


def has_frequencies(language: str) -> bool:
    """Return whether `wordfreq` has a table of the language."""
    return language in _TABLES


def frequent_words(language: str, limit: int | None = None) -> Iterator[tuple[str, float]]:
    """Yield words of a language with their frequencies, the most frequent first, or none where there is no table.

    The table is read each time, since `wordfreq` would keep what it reads for good.
    """
    path = _TABLES.get(language)
    levels = wordfreq.read_cBpack(path) if path else []
    words = ((word, wordfreq.cB_to_freq(-level)) for level, words in enumerate(levels) for word in words)
    return islice(words, limit)


_TABLES = wordfreq.available_languages("small")
