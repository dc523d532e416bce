from __future__ import annotations

import re

import pytest
from helpers.own_line_checks import block_with, heading_lines, headings, sample, source, uncovered
from hypothesis import given
from hypothesis import strategies as st

from contents_service.limits import Limits
from contents_service.parsing.chunking.passages import cut
from contents_service.parsing.readers import markdown

PIECES = [
    "# One", "## Two ##", "Under\n=====", "Under\n---", "words", "  more", "- item", "  - inner", "1. first",
    "> quoted", ">     code", "```", "~~~~", "    indented", "| a | b |\n|---|---|", "| 1 | 2 |", "<!-- # no", "-->",
    "<div>", "</div>", "[a]: http://x", "***", "---", "+++", "title: x", ":::note", "", "", "",
]  # fmt: skip


def test_a_hash_in_fenced_code_is_not_a_heading() -> None:
    parsed = markdown.read(sample("markdown/fences.md"))

    assert headings(parsed) == [
        ("Install the printer", (1, 1)),
        ("Install the printer › Calibrate", (16, 16)),
        ("Install the printer › Clean the head", (26, 26)),
    ]
    assert block_with(parsed, "# this line is sample output").kind == "code"


def test_front_matter_gives_title_and_keywords_and_is_a_block() -> None:
    parsed = markdown.read(sample("markdown/bom-frontmatter.md"))

    assert parsed.title == "Warranty rules"
    assert parsed.keywords == "warranty pumps"
    assert block_with(parsed, "author: Desk B").lines == (1, 5)
    assert headings(parsed) == [("Warranty", (6, 6)), ("Warranty › Pumps", (10, 10))]


def test_a_title_in_front_matter_may_contain_a_colon() -> None:
    parsed = markdown.read(source("---\ntitle: Returns: how and when\nlayout: page\n---\n\nText.\n"))

    assert parsed.title == "Returns: how and when"


def test_toml_front_matter_is_read_too() -> None:
    parsed = markdown.read(source('+++\ntitle = "Returns"\ntags = ["goods"]\n# a comment\n+++\nText.\n'))

    assert (parsed.title, parsed.keywords) == ("Returns", "goods")
    assert headings(parsed) == []


def test_front_matter_may_be_json_or_lines_without_a_fence() -> None:
    as_json = markdown.read(source('{\n  "title": "Tea",\n  "tags": ["pot"]\n}\n\n# Warm it\n'))
    as_lines = markdown.read(source("Title: Tea: how\nDate: 2010-12-03\nTags: pot\n\nWarm it.\n"))
    for_pandoc = markdown.read(source("% Tea\n% Ada\n\nWarm it.\n"))
    a_comment = markdown.read(source("% only a comment\n\nWarm it.\n"))

    assert (as_json.title, as_json.keywords) == ("Tea", "pot")
    assert headings(as_json) == [("Warm it", (6, 6))]
    assert [parsed.title for parsed in (as_lines, for_pandoc, a_comment)] == ["Tea: how", "Tea", None]


def test_text_between_two_horizontal_rules_is_not_front_matter() -> None:
    parsed = markdown.read(source("---\n\n# Returns\n\nText.\n\n---\n"))

    assert headings(parsed) == [("Returns", (3, 3))]


def test_quoted_text_that_is_indented_like_code_is_read() -> None:
    parsed = markdown.read(sample("markdown/quoted-code.md"))

    assert block_with(parsed, "Measure the shelf before the saw.").lines == (7, 7)
    assert block_with(parsed, "The middle line reads:").keep_with_next


def test_a_heading_is_shown_without_markup() -> None:
    text = "# Read `this` *first* <a name='x'></a>\n\n## [Fees](http://x) &amp; [costs][c] ##\n\n## Ids {#ids}\n\n[c]: http://y\n"

    parsed = markdown.read(source(text))

    first = "Read this first"
    assert [path for path, _ in headings(parsed)] == [first, f"{first} › Fees & costs", f"{first} › Ids"]


def test_markup_of_dialects_in_a_heading_is_read_as_it_is_shown() -> None:
    visible_text = {
        "See [[Glazes|the glazes]] and [[Cones]]": "See the glazes and Cones",
        "==Marked== %%hidden%% `[[ -f x ]]`": "Marked [[ -f x ]]",
        "~~Old~~ flags[^1]": "Old flags",
        "Notes[^2]": "Notes",
        "Scope {-}": "Scope",
        "Ids {/* #ids */}": "Ids",
        'Keys {id="keys"}': "Keys",
        "Two<br>lines": "Two lines",
        "Spool [![Build](b.svg)](b) ![v2](v.svg)": "Spool",
        "![Logo](l.svg)": "Logo",
    }

    parsed = markdown.read(source("".join(f"# {written}\n\n" for written in visible_text) + "[^2]: Short\n"))

    assert [path for path, _ in headings(parsed)] == list(visible_text.values())


def test_an_html_heading_on_lines_of_its_own_is_a_heading() -> None:
    text = (
        '<div align="center">\n<img src="x.png">\n<h1 align="center">\n  <a href="#x"><b>Spool</b></a> &amp; Co\n</h1>'
        "\n<p>It waits.</p>\n</div>\n\n<a name='i'></a><h2>Install</h2>\n\nText with <h3>no heading</h3> in it.\n\n"
        "<!--\n<h2>no</h2>\n-->\n\n<pre>\n<h2>no</h2>\n</pre>\n\n- <h2>no</h2>\n"
    )

    parsed = markdown.read(source(text))

    assert headings(parsed) == [("Spool & Co", (3, 5)), ("Spool & Co › Install", (9, 9))]
    assert parsed.title == "Spool & Co"
    assert block_with(parsed, "It waits.").path == ("Spool & Co",)


def test_the_lines_of_an_underlined_heading_are_those_of_its_words() -> None:
    parsed = markdown.read(source("\nReturns\nand refunds\n===========\n\nText.\n"))

    assert headings(parsed) == [("Returns and refunds", (2, 3))]
    assert [block.lines for block in parsed.blocks if block.kind != "heading"] == [(6, 6)]


def test_a_long_paragraph_with_dashes_right_below_is_not_a_heading() -> None:
    parsed = markdown.read(source("word " * 100 + "\n---\n"))

    assert headings(parsed) == []
    assert uncovered(parsed) == []


def test_a_hash_in_a_comment_a_quotation_or_a_list_is_not_a_heading() -> None:
    parsed = markdown.read(source("<!--\n# no\n-->\n\n> # quoted\n\n- # listed\n\n# yes\n"))

    assert headings(parsed) == [("yes", (9, 9))]


def test_a_heading_between_colon_fences_is_a_heading() -> None:
    parsed = markdown.read(source(":::note Mind\n\n## Fees\n\nText.\n\n:::\n"))

    assert headings(parsed) == [("Fees", (3, 3))]


def test_code_and_comments_of_dialects_contain_no_headings() -> None:
    for begins, ends in (
        ("{% highlight sh %}", "{% endhighlight %}"),
        ('{{< highlight sh "linenos" >}}', "{{< /highlight >}}"),
        ("{% comment %}", "{% endcomment %}"),
        ("{/* x", "*/}"),
        ("%%", "%%"),
    ):
        parsed = markdown.read(source(f"Text\n{begins}\n# no\n\nno\n===\n{ends}\n\n# yes\n"))

        assert headings(parsed) == [("yes", (9, 9))]
        assert block_with(parsed, "# no").lines == (2, 7)


def test_a_formula_contains_no_heading_and_ends_with_its_paragraph() -> None:
    parsed = markdown.read(source("$$\na\n=\nb\n$$\n\n$$\n\n# yes\n\n$$\n"))

    assert headings(parsed) == [("yes", (9, 9))]


def test_the_indented_body_of_an_admonition_or_tab_is_read_as_text() -> None:
    text = (
        '!!! warning "Before"\n    Stop it.\n\n    | Key | Default |\n    |---|---|\n    | max | 40 |\n\n'
        '=== "Linux"\n\n    ### Kernel\n\n    ```sh\n    # no\n    ```\n\n## Fees\n\n'
        "```md\n!!! note\n    ```\n    # no\n    ```\n```\n"
    )

    parsed = markdown.read(source(text))

    assert headings(parsed) == [("Fees", (16, 16))]
    assert block_with(parsed, "| max").context == "| Key | Default |"
    assert block_with(parsed, "!!! warning").keep_with_next
    assert block_with(parsed, '=== "Linux"').keep_with_next
    assert block_with(parsed, "### Kernel").kind == "prose"
    assert block_with(parsed, "!!! note").lines == (18, 23)


def test_indented_markdown_between_jsx_tags_is_markdown() -> None:
    text = (
        "import Tab from '@theme/Tab';\n\n<Tabs>\n  <Tab value=\"a\">\n    ```sh\n    # no\n\n    # no\n    ```\n"
        "  </Tab>\n</Tabs>\n\n## Fees\n\n<Card>\n    #### Sale\n\n    | a | b |\n    |---|---|\n    | 1 | 2 |\n"
        "</Card>\n<!--\n# no\n-->\n"
    )

    parsed = markdown.read(source(text))

    assert headings(parsed) == [("Fees", (13, 13)), ("Fees › Sale", (16, 16))]
    assert block_with(parsed, "| 1 |").context == "| a | b |"


def test_a_bold_question_stays_with_its_answer() -> None:
    parsed = markdown.read(source("**Who pays?**\n\nWe do.\n\n__And gifts?__\n\nThey too. **Always.**\n\nMore.\n"))

    assert [block.text for block in parsed.blocks if block.keep_with_next] == ["**Who pays?**", "__And gifts?__"]


def test_a_myst_fence_that_is_a_box_contains_text() -> None:
    parsed = markdown.read(source("```{note}\nNever hot.\n```\n\n```{code-cell}\nx = 1\n```\n"))

    assert [block.kind for block in parsed.blocks] == ["prose", "code"]


def test_a_long_html_table_is_split_between_rows_with_its_header_as_context() -> None:
    rows = "".join(f"<tr>\n<td>opt{number}</td>\n<td>{'word ' * 12}</td>\n</tr>\n" for number in range(40))
    text = f"The options:\n\n<table>\n<tr><th>Option</th><th>Meaning</th></tr>\n{rows}</table>\n\nAfter.\n"

    passages = cut(markdown.read(source(text)), Limits())

    tables = passages[:-1]
    assert len(tables) > 2
    assert passages[0].text.startswith("The options:")
    assert all(passage.context == "Option | Meaning" for passage in tables)
    assert all(passage.text.startswith("<tr>") for passage in tables[1:])
    assert passages[-1].text == "After."


def test_each_row_of_a_table_has_the_header_as_context() -> None:
    parsed = markdown.read(
        source("The prices are:\n\n| Item | Price |\n|------|-------|\n| Pump | 12 |\n| Hose | 3 |\n")
    )

    rows = [block for block in parsed.blocks if block.kind == "row"]
    assert [row.lines for row in rows] == [(3, 4), (5, 5), (6, 6)]
    assert {row.context for row in rows} == {"| Item | Price |"}


def test_a_table_shares_its_passage_with_the_sentence_that_leads_into_it() -> None:
    text = "The prices are:\n\n| Item | Price |\n|------|-------|\n| Pump | 12 |\n"

    passages = cut(markdown.read(source(text)), Limits())

    assert [passage.where.lines for passage in passages] == [(1, 5)]


def test_a_list_item_that_fits_stays_whole_and_a_longer_one_is_split() -> None:
    long = "\n\n".join(f"  paragraph {number} " + "word " * 60 for number in range(6))

    parsed = markdown.read(source(f"- short\n\n  more\n\n- long\n\n{long}\n\n  ```\n  # code\n  ```\n"))

    assert block_with(parsed, "short").lines == (1, 3)
    assert block_with(parsed, "# code").kind == "code"
    assert uncovered(parsed) == []


def test_an_escaped_word_is_also_indexed_without_escapes() -> None:
    parsed = markdown.read(source("Set spool\\_dir in caf&eacute;.conf\\.\n\n```\nother\\_raw\n```\n"))

    assert block_with(parsed, "spool").extra == "spool_dir café.conf."
    assert block_with(parsed, "raw").extra == ""


def test_an_inline_image_is_shortened_in_a_passage_of_its_own() -> None:
    picture = "![Wiring](data:image/png;base64," + "iVBO" * 5000 + ")"

    parsed = markdown.read(source(f"Before.\n\n{picture}\n\nAfter.\n"))

    assert [passage.text for passage in cut(parsed, Limits())] == [
        "Before.",
        "![Wiring](data:image/png;base64,…)",
        "After.",
    ]
    assert [note.code for note in parsed.notes] == ["pictures_left_out"]


def test_only_a_single_first_level_heading_at_the_top_is_the_title() -> None:
    assert markdown.read(source("# Guide\n\n## Part\n")).title == "Guide"
    assert markdown.read(source("# Part one\n\n# Part two\n")).title is None
    assert markdown.read(source("## Part\n\n# Guide\n")).title is None


def test_deep_nesting_is_read_to_the_last_word() -> None:
    for deep in (
        "$$ " * 20_000 + "word",
        "<h1>" * 20_000 + "word",
        "    " * 20_000 + "!!! word",
        ">" * 20_000 + " word",
        "- " * 20_000 + "word",
        "# " + "[" * 20_000 + "word",
    ):
        assert block_with(markdown.read(source(deep)), "word").lines == (1, 1)


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("\n".join), st.integers(10, 80))
def test_every_line_is_in_exactly_one_block(text: str, max_length: int) -> None:
    whole = source(text)
    parsed = markdown.read(whole)
    split = markdown.read(type(whole)(name="", data=b"", lines=whole.lines, limits=Limits(passage_soft=max_length)))

    for each in (parsed, split):
        left = set(uncovered(each)) - heading_lines(each)
        assert all(re.fullmatch(r"\s*(=+|-+)\s*", whole.lines[number - 1]) for number in left)
        assert all(number - 1 in heading_lines(each) for number in left)


def test_a_file_with_too_many_headings_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(markdown, "MAX_HEADINGS", 2)

    assert len(headings(markdown.read(source("# a\n\n# b\n")))) == 2
    with pytest.raises(ValueError, match="more than 2 headings"):
        markdown.read(source("# a\n\n# b\n\n# c\n"))
