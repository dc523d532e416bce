"""The HTML reader: what of a page is read, and where each part is."""

from __future__ import annotations

import pytest
from helpers.own_line_checks import block_with, headings, sample, source
from hypothesis import given
from hypothesis import strategies as st

from contents_service.model import ParsedDocument
from contents_service.parsing.readers import html

PIECES = [
    "<p>", "</p>", "<b>", "</b>", "word ", "\n", "<div hidden>", "</div>", "<table>", "<tr>", "<td>", "<th>", "</td>",
    "</table>", "<ul>", "<li>", "</ul>", "<h2>", "</h2>", "<pre>", "</pre>", "<br>", "<!--", "-->", "<![CDATA[", "]]>",
    "<", "&", "&amp;", "<main>", "</main>", "<nav>", "</nav>", "<a href='", "<script>", "</script>", "<svg>", "<title>",
    "<thead>", "<caption>", "<?", "<!x", "</", ">", "<p/>",
]  # fmt: skip


def texts(parsed: ParsedDocument) -> list[str]:
    return [block.text for block in parsed.blocks]


def read(text: str) -> ParsedDocument:
    return html.read(source(text))


def test_text_before_the_first_heading_is_read_and_heading_levels_may_skip() -> None:
    parsed = html.read(sample("html/lead-before-heading.html"))

    assert parsed.title == "Kiln manual"
    assert headings(parsed) == [("Loading the kiln", (14, 14)), ("Loading the kiln › After firing", (20, 20))]
    assert block_with(parsed, "lead paragraph").lines == (9, 9)


def test_a_paragraph_has_the_lines_of_its_words() -> None:
    parsed = html.read(sample("html/lead-before-heading.html"))

    assert block_with(parsed, "thumb’s width between pots.").lines == (15, 16)
    assert block_with(parsed, "dial reads 60.").lines == (21, 21)


def test_hidden_elements_are_left_out() -> None:
    parsed = read(
        "<style>s</style><script>s</script><template>s</template><p hidden>s<p aria-hidden=true>s"
        "<p style='display: none'>s<p>shown <span hidden>s <span>s</span> s</span> too<svg><title>s</title></svg>"
    )

    assert texts(parsed) == ["shown too"]


def test_a_heading_is_read_without_its_anchor_and_edit_link() -> None:
    parsed = read(
        "<h2>Limits<a class=headerlink href='#limits' title='Permalink'>¶</a></h2><p>a"
        "<h2><a href='#x'>#</a> Sizes <a href='#y'>of C#</a></h2><p>b"
        "<h2>History<span class=mw-editsection>[<a href=/edit>edit</a>]</span></h2><p>c <a href='#fnref'>↩</a>"
    )

    assert [path for path, _ in headings(parsed)] == ["Limits", "Sizes of C#", "History"]
    assert texts(parsed)[-1] == "c"


def test_a_button_in_code_or_next_to_the_words_of_a_heading_is_left_out() -> None:
    parsed = read("<h2>Spool <button>Copy path</button></h2><pre>a = 1<button>Copy</button></pre><h3><button>Who?")

    assert texts(parsed) == ["Spool", "a = 1", "Who?"]


def test_an_element_with_the_role_of_a_heading_is_one() -> None:
    assert headings(read("<div role=heading aria-level=2>Sale goods</div><p>Swapped only.")) == [("Sale goods", (1, 1))]


def test_a_heading_ends_at_the_end_tag_of_any_heading() -> None:
    parsed = read("<h2>Pumps</h3>Small and large<h2>Hoses</h2>Long")

    assert headings(parsed) == [("Pumps", (1, 1)), ("Hoses", (1, 1))]
    assert block_with(parsed, "Small").path == ("Pumps",)


def test_a_term_a_bold_question_and_a_box_title_stay_with_the_text_below() -> None:
    parsed = read(
        "<dl><dt>Bisque<dd>Fired once.</dl><p><b>Who pays?</b><p>We do.<details><summary>And gifts?</summary>They too."
        "</details><div><p class=admonition-title>Note<p>Closed.</div>"
    )

    leading = [block.text for block in parsed.blocks if block.keep_with_next]
    assert leading == ["Bisque", "Who pays?", "And gifts?", "Note"]


def test_code_keeps_its_line_breaks_and_indents() -> None:
    parsed = read("<p>Run:</p><pre>\nfirst\n  second <b>bold</b>\n\nthird</pre>")

    assert block_with(parsed, "second").text == "first\n  second bold\n\nthird"
    assert block_with(parsed, "second").lines == (2, 5)
    assert block_with(parsed, "Run").keep_with_next


def test_long_code_is_split_into_blocks_with_their_own_lines() -> None:
    code = "\n\n".join("x" * 100 + f" line {number}" for number in range(40))

    parsed = read(f"<pre>{code}</pre>")

    assert block_with(parsed, "line 39").lines == (79, 79)
    assert all(block.kind == "code" for block in parsed.blocks)


def test_navigation_is_left_out_only_if_the_main_content_is_easy_to_tell() -> None:
    page = "<header>Shop</header><nav>Home</nav><main><p>{}</main><footer>Legal</footer>"

    assert texts(read(page.format("The whole of the answer."))) == ["The whole of the answer."]
    assert texts(read(page.format("Short."))) == ["Shop", "Home", "Short.", "Legal"]


def test_navigation_is_left_out_even_if_it_is_much_longer_than_the_main_content() -> None:
    menu = "<ul>" + "<li><a href=x>Another page of this site</a>" * 50 + "</ul>"
    page = "<header>{0}</header>{1}<main><p>Within thirty days.</main><aside>{2}</aside><footer>By us</footer>"
    assert texts(read(page.format("Shop", f"<nav>{menu}</nav>", menu))) == ["Within thirty days."]
    assert texts(read(page.format(f"<div role=navigation>{menu}</div>", "", ""))) == ["Within thirty days."]
    assert "Another page of this site" in texts(read(page.format(menu, "", "")))


def test_an_article_in_a_sidebar_is_content() -> None:
    page = "<aside><article><p>Read this first.</article></aside><main><p>And then this, at length.</main>"
    assert texts(read(page)) == ["Read this first.", "And then this, at length."]


def test_navigation_in_the_main_content_is_left_out_too() -> None:
    crumbs = "<nav>Home</nav><ol class=breadcrumb><li>Help</ol><div role=navigation>Contents</div>"

    assert texts(read(f"<main>{crumbs}<aside>mind</aside><p>words enough</main>")) == ["mind", "words enough"]


@pytest.mark.parametrize("toc", ["<div id=toc>", "<details class='toc open'>", "<div id=TOC>"])
def test_a_table_of_contents_is_navigation(toc: str) -> None:
    listed = f"{toc}<ul><li><a href=#returns>Returns</a></ul>{'</details>' if 'details' in toc else '</div>'}"

    assert texts(read(f"<div id=content>{listed}<p>Within thirty days.</div>")) == ["Within thirty days."]


def test_main_content_may_be_marked_by_its_id_alone() -> None:
    menu, bar, foot = "<div id=menu>menu</div>", "<aside>ad</aside>", "<div role=contentinfo>by us</div>"

    assert texts(read(f"{menu}<div id=content><p>more words here{bar}</div>{foot}")) == ["more words here"]


def test_a_heading_in_the_header_stays_if_it_names_the_page() -> None:
    first = "<header>Acme<h1>Returns</h1></header>"

    assert texts(read(f"{first}<main><p>Within thirty days.</main>")) == ["Returns", "Within thirty days."]
    assert texts(read(f"<title>Fees – Returns</title>{first}<main><p>None at all, or few.</main>")) == [
        "None at all, or few."
    ]
    assert texts(read(f"{first}<main><h1>Fees</h1><p>None at all, or few.</main>")) == ["Fees", "None at all, or few."]


def test_the_name_of_a_manual_page_is_kept_though_it_is_in_the_header() -> None:
    page = (
        "<body><div id=header><h1>kilnctl(1)</h1><div id=toc>Toc</div><h2>{}</h2><p>kilnctl - controls a kiln</div>"
        f"<div id=content><h2>SYNOPSIS</h2><pre>kilnctl [--host=name] command {'[argument] ' * 9}</pre></div>"
        "<div id=footer>Last updated</div>"
    )
    parsed = read(page.format("NAME"))

    assert texts(parsed)[:4] == ["kilnctl(1)", "NAME", "kilnctl - controls a kiln", "SYNOPSIS"]
    assert len(texts(parsed)) == 5
    assert texts(read(page.format("Welcome")))[:2] == ["kilnctl(1)", "SYNOPSIS"]


def test_the_content_of_every_tab_is_read() -> None:
    assert texts(read("<div role=tabpanel>npm i</div><div role=tabpanel hidden>yarn</div>")) == ["npm i", "yarn"]


def test_a_self_closing_tag_hides_nothing_below_it() -> None:
    page = "<title/><script src='x.js'/><p>It was late.</p><iframe src='x'/><p>Then it rained.</p>"

    assert texts(read(page)) == ["It was late.", "Then it rained."]


def test_a_title_may_mention_tags() -> None:
    parsed = read("<title>The <main> element</title><p>It is one.")

    assert (parsed.title, texts(parsed)) == ("The <main> element", ["It is one."])


def test_buttons_and_labels_are_separated_by_space() -> None:
    assert texts(read("<p>Press <button>OK</button><button>Cancel</button> now.")) == ["Press OK Cancel now."]


def test_unclosed_list_items_and_paragraphs_end_where_the_next_begins() -> None:
    parsed = read("<ul><li>one<ul><li>inner</ul><li>two</ul><p>three<p>four<dl><dt>five<dd>six")

    assert texts(parsed) == ["one", "inner", "two", "three", "four", "five", "six"]


def test_a_hidden_paragraph_that_is_never_closed_does_not_hide_the_next() -> None:
    assert texts(read("<p hidden>no<p>yes<div>yes too</div>")) == ["yes", "yes too"]


def test_markup_and_invisible_characters_do_not_split_a_word() -> None:
    assert texts(read("<p>co&shy;op<b>er</b>ate&#8203;d<br>next")) == ["cooperated\nnext"]


def test_a_comment_that_never_closes_hides_nothing() -> None:
    assert texts(read("<p>before<!-- oops <p>after")) == ["before oops", "after"]


def test_an_empty_comment_hides_nothing() -> None:
    assert texts(read("<!--><p>one<!---><p>two<!--[if !mso]><!--><p>three<!--<![endif]-->")) == ["one", "two", "three"]


def test_keywords_are_those_the_page_gives_search_engines() -> None:
    assert read('<meta name="Description" content="All about kilns"><p>x').keywords == "All about kilns"


@pytest.mark.parametrize(
    "bomb", ["<div>", "<b>", "<ul><li>", "<table><tr><td>", "<!--", "<a ", '<a b="', "<![CDATA[", "</p>", "<b><div>"]
)
def test_deeply_nested_and_unclosed_markup_is_read_to_the_end(bomb: str) -> None:
    parsed = read("<p>word</p>" + bomb * 20_000 + ">")

    assert texts(parsed)[0] == "word"


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_any_page_is_read_in_line_order(text: str) -> None:
    parsed = read(text)

    spans = [block.lines or (0, 0) for block in parsed.blocks]
    assert all(1 <= first <= last <= text.count("\n") + 1 for first, last in spans)
    assert [first for first, _ in spans] == sorted(first for first, _ in spans)
    assert all(block.text.strip() for block in parsed.blocks)


@given(st.lists(st.sampled_from([piece for piece in PIECES if piece not in ("<div hidden>", "<nav>")]), max_size=40))
def test_no_visible_word_is_lost(pieces: list[str]) -> None:
    tags = [piece for piece in pieces if piece[0] == "<" and piece[-1] == ">" and piece not in HIDING_TAGS]
    page = "".join(f"w{number} {tag}" for number, tag in enumerate(tags))

    words = " ".join(texts(read(page))).replace("|", " ").split()

    assert sorted(words) == sorted(f"w{number}" for number in range(len(tags)))


HIDING_TAGS = ("<script>", "<title>", "<svg>", "<?", "<!x")
