"""Pages that fold text away: what readers can unfold is read under its own label, and nothing else that is hidden."""

from __future__ import annotations

import pytest
from helpers.own_line_checks import block_with, headings, source

from contents_service.limits import Limits
from contents_service.model import ParsedDocument
from contents_service.parsing.chunking.passages import cut
from contents_service.parsing.readers import html


def read(page: str) -> ParsedDocument:
    return html.read(source(page))


def texts(page: str) -> list[str]:
    return [block.text for block in read(page).blocks]


HIDDEN = [
    "hidden",
    "style='position:absolute; left: -9999px'",
    "style='display: none'",
    "style='visibility:hidden'",
    "aria-hidden=true style='display:none'",
]


@pytest.mark.parametrize("hidden", HIDDEN)
@pytest.mark.parametrize(
    "label",
    [
        "<button aria-controls=a1 aria-expanded=false>May dogs come?</button>",
        "<a data-toggle=collapse href='#a1'>May dogs come?</a>",
        "<div data-target='#a1'>May dogs come?</div>",
        "<a href='javascript:toggle(&quot;a1&quot;)'>May dogs come?</a>",
        "<span onclick=\"toggle('a1')\">May dogs come?</span>",
        "<button popovertarget=a1>May dogs come?</button>",
    ],
)
def test_a_panel_that_a_control_names_is_read_below_it(label: str, hidden: str) -> None:
    parsed = read(f"<p>Before.</p>{label}<div id=a1 {hidden}><p>On a lead.</div>")

    assert [block.text for block in parsed.blocks] == ["Before.", "May dogs come?", "On a lead."]
    assert block_with(parsed, "dogs").keep_with_next


@pytest.mark.parametrize(
    "page",
    [
        "<a href=# class=question aria-expanded=false>{}</a><div {hidden}>{}</div>",
        "<div role=button tabindex=0 aria-expanded=false>{}</div><div {hidden}>{}</div>",
        "<button>{}</button><div {hidden}>{}</div>",
        "<dl><dt>{}<dd {hidden}>{}</dl>",
        "<div class=faq><p>{}</p><div {hidden}>{}</div></div>",
        "<p>{}</p><div class=toggle-content {hidden}>{}</div>",
        "<p>{}</p><div itemprop=acceptedAnswer {hidden}>{}</div>",
        "<p id=q1 role=button>{}</p><div aria-labelledby=q1 {hidden}>{}</div>",
        "<p>{}<p class='faq-answer' {hidden}>{}",
        "<button aria-controls=a>{}</button><div id=a class='accordion-item__dropdown' {hidden}>{}</div>",
    ],
)
def test_a_panel_right_below_its_label_is_read(page: str) -> None:
    for hidden in HIDDEN:
        assert texts(page.format("Is there a bus?", "Line 14.", hidden=hidden)) == ["Is there a bus?", "Line 14."]


@pytest.mark.parametrize(
    "page",
    [
        "<p>{}</p><div {hidden}>s</div>",
        "<h2>{}</h2><div {hidden}>s</div>",
        "<p>{}</p><div id=x class=promo {hidden}>s</div>",
        "<p>{}</p><div id=x {hidden}>s</div><script>var a = ' aria-controls=\"x\" ';</script><!-- <a href='#x'> -->",
        "<p>See <a href=#>{}</a> and more.<div {hidden}>s</div>",
        "<form>{}<button>Send</button><div {hidden}>s</div></form>",
        "<button aria-controls=other aria-expanded=false>{}</button><div {hidden}>s</div>",
        "<button aria-controls=m>{}</button><ul id=m role=menu {hidden}><li>s</ul>",
        "<nav><button aria-controls=m>{}</button><ul id=m {hidden}><li>s</ul></nav>",
        "<button aria-controls=m>{}</button><div id=m class='navbar-menu' {hidden}>s</div>",
        "<button data-target='#login'>{}</button><div class=modal id=login {hidden}>s</div>",
        "<button aria-expanded=false>{}<i {hidden}>s</i></button>",
        "<p>{}</p><template>s</template><dialog>s</dialog>",
        "<body class=faq><p>{}</p><div {hidden}>s</div>",
    ],
)
def test_what_no_reader_can_unfold_stays_out(page: str) -> None:
    for hidden in HIDDEN:
        assert "s" not in texts(page.format("Words", hidden=hidden))


def test_a_panel_inside_hidden_text_stays_hidden() -> None:
    assert texts("<div hidden><button aria-controls=a>Q</button><p id=a hidden>A</div><p>shown") == ["shown"]


def test_the_rest_of_a_sentence_is_read_where_it_is_unfolded() -> None:
    assert texts("<p>One<span id=more style='display:none'>, and two</span>.</p><button onclick=f()>Read more") == [
        "One, and two.",
        "Read more",
    ]


def test_a_dialog_is_read_if_a_control_opens_it_and_a_template_if_it_is_part_of_the_page() -> None:
    assert texts("<button commandfor=d>Sizes</button><dialog id=d>Size 38.</dialog>") == ["Sizes", "Size 38."]
    assert texts("<x-card><template shadowrootmode=open><p>Wash cold.</template></x-card>") == ["Wash cold."]


PANELS = "<div id=a role=tabpanel>{}</div><div id=b role=tabpanel hidden>{}</div>"
MATERIAL = (
    "<div class=tabbed-set><input id=t1><input id=t2>"
    "<div class=tabbed-labels><label for=t1>npm</label><label for=t2>Yarn</label></div>"
    "<div class=tabbed-content><div class=tabbed-block>{}</div><div class=tabbed-block>{}</div></div></div>"
)
BOOTSTRAP = (
    "<ul><li><a data-toggle=tab href='#a'>npm</a><li><a data-toggle=tab href='#b'>Yarn</a></ul>"
    "<div id=a class='tab-pane active'>{}</div><div id=b class=tab-pane>{}</div>"
)
LABELLED = (
    "<p id=x role=tab>npm</p><p id=y role=tab>Yarn</p>"
    "<div role=tabpanel aria-labelledby=x>{}</div><div role=tabpanel aria-labelledby=y>{}</div>"
)
BUTTONS = "<nav><button role=tab aria-controls=a>npm</button> <button role=tab aria-controls=b>Yarn</button></nav>"


@pytest.mark.parametrize(
    "tabs",
    [
        f"<ul role=tablist><li role=tab>npm<li role=tab>Yarn</ul>{PANELS}",
        BUTTONS + PANELS,
        MATERIAL,
        BOOTSTRAP,
        LABELLED,
    ],
)
def test_each_tab_panel_stands_under_its_own_label(tabs: str) -> None:
    parsed = read(f"<p>Start.</p>{tabs.format('<pre>npm i</pre>', '<pre>yarn</pre>')}<p>Done.")

    assert [block.text for block in parsed.blocks] == ["Start.", "npm", "npm i", "Yarn", "yarn", "Done."]
    assert [block.keep_with_next for block in parsed.blocks[1:]] == [True, False, True, False, False]


def test_a_list_that_a_control_opens_has_its_label_once() -> None:
    assert texts("<div><a href='#v' aria-controls=v>Other versions</a><div><ol id=v><li>22<li>20</ol></div></div>") == [
        "Other versions",
        "22",
        "20",
    ]


def test_tabs_within_tabs_have_their_own_labels() -> None:
    inner = "<ul role=tablist><li role=tab>c<li role=tab>d</ul><div role=tabpanel>3</div><div role=tabpanel>4</div>"
    outer = "<ul role=tablist><li role=tab>a<li role=tab>b</ul><div role=tabpanel>{}</div><div role=tabpanel>2</div>"

    assert texts(outer.format(inner)) == ["a", "c", "3", "d", "4", "b", "2"]


def test_tabs_without_panels_stay_where_they_are() -> None:
    assert texts("<ul role=tablist><li role=tab>One<li role=tab>Two</ul><p>Text") == ["One", "Two", "Text"]


def test_a_question_that_is_a_heading_ends_with_its_answer() -> None:
    parsed = read(
        "<h1>Help</h1><h2><button aria-controls=a>Bicycles?</button></h2><div id=a hidden>Free.</div><p>Write to us."
        "<details><summary><h3>Dogs?</h3></summary>On a lead.</details><p>Goodbye."
    )

    assert [path for path, _ in headings(parsed)] == ["Help", "Help › Bicycles?", "Help › Dogs?"]
    assert block_with(parsed, "Free").path == ("Help", "Bicycles?")
    assert block_with(parsed, "lead").path == ("Help", "Dogs?")
    assert block_with(parsed, "Write").path == block_with(parsed, "Goodbye").path == ("Help",)


@pytest.mark.parametrize(
    "page",
    [
        "<button aria-controls=a aria-expanded=false>{}</button><div id=a hidden>{}</div>",
        "<details><summary>{}</summary>{}</details>",
    ],
)
def test_each_passage_of_a_long_panel_shows_its_label(page: str) -> None:
    answer = "".join(f"<p>Line {number} of a long answer about the deposit and its return." for number in range(60))

    passages = cut(read(page.format("Who keeps the deposit?", answer) + "<p>After."), Limits())

    shown = [f"{passage.context}\n{passage.text}" for passage in passages if "Line" in passage.text]
    assert len(shown) > 2
    assert all("Who keeps the deposit?" in text for text in shown)
    assert "deposit" not in f"{passages[-1].context}{passages[-1].text}"


def test_a_question_by_its_class_stays_with_its_answer() -> None:
    parsed = read(
        "<div class=faq-question>Why?</div><div class=faq-answer>Because.</div><div class=question><p>a<p>b</div>"
    )

    assert [block.text for block in parsed.blocks if block.keep_with_next] == ["Why?"]


@pytest.mark.parametrize(
    "bomb",
    [
        "<a href='#a'>x",
        "<div class=faq><button>",
        "<div role=tabpanel>x",
        "<li role=tab>x",
        "<details><summary>x",
        "<script>",
    ],
)
def test_any_number_of_controls_and_panels_is_read_to_the_end(bomb: str) -> None:
    parsed = read("<p>word</p><div id=x hidden>s</div>" + bomb * 20_000)

    assert parsed.blocks[0].text == "word"
