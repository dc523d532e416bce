"""Text of HTML that is raised, lowered or struck out reads as what it means."""

from __future__ import annotations

import pytest
from helpers.own_line_checks import source

from contents_service.parsing.readers import html


def texts(page: str) -> list[str]:
    return [block.text for block in html.read(source(page)).blocks]


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        ("10<sup>5</sup> cells", "10^5 cells"),
        ("10<sup>−3</sup> g", "10^−3 g"),
        ("40 m<sup>2</sup>", "40 m²"),
        ("5 km<sup>3</sup>", "5 km³"),
        ("9.8 m s<sup>-2</sup>", "9.8 m s^-2"),
        ("E = mc<sup>2</sup>", "E = mc²"),
        ("x<sup>n</sup>", "x^n"),
        ("2<sup>n+1</sup>", "2^(n+1)"),
        ("(a + b)<sup>2</sup>", "(a + b)^2"),
        ("Ca<sup>2+</sup>", "Ca^2+"),
        ("SO<sub>4</sub><sup>2−</sup>", "SO4^2−"),
        ("250<span style='font-size: 8pt; vertical-align: super'>9</span> degrees", "250^9 degrees"),
    ],
)
def test_a_raised_figure_is_an_exponent_after_a_number_a_unit_or_a_symbol(markup: str, shown: str) -> None:
    assert texts(f"<p>{markup}") == [shown]


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        ("the note<sup>3</sup> says", "the note [3] says"),
        ("It ends.<sup>3</sup>", "It ends. [3]"),
        ("in 1998<sup>4</sup>", "in 1998 [4]"),
        ("costs 1,234<sup>1</sup>", "costs 1,234 [1]"),
        ("both<sup>1, 2</sup>", "both [1, 2]"),
        ("12.5<sup>a</sup>", "12.5 [a]"),
        ("10<sup><a href='#fn5'>5</a></sup> cells", "10 [5] cells"),
        ("10<a href='#fn5'><sup>5</sup></a>", "10 [5]"),
        ("10<a href='#fn5' role='doc-noteref'>5</a>", "10 [5]"),
        ("word<sup><a href='#cite-1'>[1]</a></sup><sup>[2]</sup>", "word [1] [2]"),
        ("<sup>1</sup>See there.<br><sup>2</sup>And here.", "1 See there.\n2 And here."),
        ("<a href='#area'>Area in m<sup>2</sup></a>", "Area in m²"),
    ],
)
def test_a_raised_figure_or_letter_is_the_mark_of_a_note_after_a_word_or_in_a_link(markup: str, shown: str) -> None:
    assert texts(f"<p>{markup}") == [shown]


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        ("1<sup>st</sup>", "1st"),
        ("XIX<sup>e</sup> siècle", "XIXe siècle"),
        ("M<sup>me</sup> Roy", "Mme Roy"),
        ("Acme<sup>TM</sup> and Bolt<sup>®</sup>", "Acme™ and Bolt®"),
        ("free<sup>*</sup>", "free*"),
        ("the <sup>14</sup>C method", "the 14C method"),
        ("H<sub>2</sub>O, CO<sub>2</sub>, KMnO<sub>4</sub>", "H2O, CO2, KMnO4"),
        ("Al<sub>2</sub>(SO<sub>4</sub>)<sub>3</sub>", "Al2(SO4)3"),
        ("log<sub>2</sub> n", "log2 n"),
        ("£19<sup>99</sup>", "£19.99"),
    ],
)
def test_what_is_one_word_to_its_readers_is_joined(markup: str, shown: str) -> None:
    assert texts(f"<p>{markup}") == [shown]


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        ("10<sub>2</sub>", "10_2"),
        ("T<sub>max</sub>", "T_max"),
        ("2<sup>1</sup>/<sub>2</sub> cups", "2 1/2 cups"),
        ("<sup>3</sup>&frasl;<sub>4</sub>", "3⁄4"),
        (f"word<sup>{'long ' * 20}</sup>", f"word {'long ' * 20}".strip()),
        ("word<sup>one<br>two</sup>", "wordone\ntwo"),
    ],
)
def test_other_raised_and_lowered_text_is_set_apart_or_a_fraction(markup: str, shown: str) -> None:
    assert texts(f"<p>{markup}") == [shown]


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        ("at <del>six</del> <ins>seven</ins>", ["at ~~six~~ seven"]),
        ("<s>Repealed, <b>all</b> of it. </s><strike></strike> Stays", ["~~Repealed, all of it.~~ Stays"]),
        ("<span style='text-decoration: underline line-through'>80</span>70", ["~~80~~70"]),
        ("<s>one<br>two</s>", ["~~one~~\n~~two~~"]),
        ("</p><del><p>one<p>two</del>three", ["~~one~~", "~~two~~", "three"]),
        ("<ul><li><s>done</s><li>todo</ul>", ["~~done~~", "todo"]),
        ("<table><tr><th>Fee<th>Was<tr><td>6<td><s>5</s></table>", ["Fee | Was", "6 | ~~5~~"]),
    ],
)
def test_what_is_struck_out_is_marked(markup: str, shown: list[str]) -> None:
    assert texts(f"<p>{markup}") == shown


def test_raised_text_in_any_number_takes_linear_time() -> None:
    page = "<p>" + "x<sup>2</sup> " * 20_000 + "<sup>" * 5_000 + "<s><sub>" * 5_000 + "2"

    assert texts(page)[0].startswith("x² x² x²")
