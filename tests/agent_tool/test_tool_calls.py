"""Calls of the tool, with a service that answers and with every kind of failure."""

from __future__ import annotations

import socket
import time
from typing import Any, cast

import pytest
from helpers.answers import answer, passage
from helpers.stub_server import (
    Behaviour,
    StubServer,
    answer_bytes,
    answer_json,
    break_off,
    drip_body,
    drip_headers,
    hang_up,
    never_answer,
    pour,
)

from contents_service.agent_tool import Deployment, FromFile, Preview, Result, tools_for

NAMED = ["eric/support/returns-policy.pdf", "eric/support/product-guide.md"]
QUESTION = "Within how many days may goods be returned?"


def ask(behaviour: Behaviour, question: str = QUESTION, timeout_s: float = 5.0) -> Result:
    with StubServer(behaviour) as service:
        return tools_for(NAMED, Deployment(service.url, "desk", "secret"))[0].call(question, timeout_s)


def test_an_application_that_names_nothing_gets_no_tool() -> None:
    assert tools_for([], FromFile()) == []
    assert tools_for(["", "  "], FromFile()) == []


def test_one_path_instead_of_a_list_is_an_error_that_says_so() -> None:
    with pytest.raises(TypeError, match="list of paths"):
        tools_for("eric/guide.md", FromFile())


def test_a_search_sends_the_named_documents_and_the_token() -> None:
    with StubServer(answer_json(answer())) as service:
        result = tools_for(NAMED, Preview(f"{service.url}/", "a/b", "secret"))[0].call(QUESTION)
        [(path, headers, body)] = service.requests
    assert result.status == "found"
    assert path == "/api/contents/v1/apps/a%2Fb/passages"
    assert headers["Authorization"] == "Bearer secret"
    assert body == {"question": QUESTION, "documents": NAMED}


def test_a_path_named_twice_is_one_document() -> None:
    [tool] = tools_for([*NAMED, NAMED[0]], FromFile())
    assert tool.documents == tuple(NAMED)


def test_a_proxy_of_the_environment_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    assert ask(answer_json(answer())).available


def test_run_from_a_file_the_tool_says_that_nothing_was_read() -> None:
    result = tools_for(NAMED, FromFile())[0].call(QUESTION)
    assert (result.status, result.passages) == ("nothing_read", ())
    assert "nothing was read for an application run from a file" in result.text


@pytest.mark.parametrize(
    ("documents", "caption"), [(NAMED[:1], "Searching 1 document"), (NAMED, "Searching 2 documents")]
)
def test_the_caption_says_how_many_documents_it_searches(documents: list[str], caption: str) -> None:
    assert tools_for(documents, Deployment("http://127.0.0.1:1", "desk", "t"))[0].caption == caption


def test_a_rule_that_lets_an_agent_read_lets_it_search() -> None:
    [tool] = tools_for(NAMED, FromFile())
    assert (tool.name, tool.action_class) == ("search_documents", "read")


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (400, "HTTP status 400"),
        (401, "did not accept this application's token"),
        (403, "does not let this token search"),
        (404, "does not know this application"),
        (429, "too many searches"),
        (302, "HTTP status 302"),
        (500, "HTTP status 500"),
        (503, "index of the documents does not answer"),
    ],
)
def test_each_error_of_the_service_has_its_reason(code: int, reason: str) -> None:
    result = ask(answer_json({"code": "whatever", "detail": "private words"}, code))
    assert (result.available, result.status) == (False, "unavailable")
    assert reason in (result.reason or "")
    assert "private words" not in result.text


@pytest.mark.parametrize("behaviour", [hang_up, break_off])
def test_a_broken_connection_is_unavailable(behaviour: Behaviour) -> None:
    assert ask(behaviour).status == "unavailable"


def test_a_refused_connection_is_reported_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    before = time.monotonic()
    result = tools_for(NAMED, Deployment(f"http://127.0.0.1:{port}", "desk", "t"))[0].call(QUESTION)
    assert (result.status, time.monotonic() - before < 1) == ("unavailable", True)
    assert result.caption == "Could not check the documents"


@pytest.mark.parametrize("behaviour", [never_answer, drip_body, drip_headers])
def test_a_call_ends_in_time_however_slowly_the_service_sends(behaviour: Behaviour) -> None:
    before = time.monotonic()
    result = ask(behaviour, timeout_s=0.3)
    assert time.monotonic() - before < 0.8
    assert (result.available, result.status) == (False, "timeout")


def test_a_call_that_ran_out_of_time_leaves_no_connection_behind() -> None:
    with StubServer(drip_body) as service:
        tools_for(NAMED, Deployment(service.url, "desk", "t"))[0].call(QUESTION, 0.2)
        assert service.client_hung_up.wait(2)


def test_an_endless_answer_is_refused_over_the_size_limit() -> None:
    result = ask(pour)
    assert (result.status, result.reason) == ("unavailable", "the service's answer was too long")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>Bad gateway</html>",
        b"\xff\xfe\x00",
        b"null",
        b"[]",
        b"{}",
        b"[" * 200_000,
        b'{"status": "found"}',
    ],
)
def test_a_response_that_is_not_an_answer_is_refused(body: bytes) -> None:
    assert ask(answer_bytes(body)).status == "unavailable"


@pytest.mark.parametrize("lost", ["status", "weak", "passages", "unread", "near_words", "searched"])
def test_an_answer_that_lacks_a_field_is_refused(lost: str) -> None:
    kept = {name: value for name, value in answer().items() if name != lost}
    assert ask(answer_json(kept)).status == "unavailable"


@pytest.mark.parametrize(
    "odd",
    [
        {"status": "splendid"},
        {"status": "found", "passages": []},
        {"status": "none_holds_it", "passages": [passage()]},
        {"passages": [passage(text=None)]},
        {"passages": [passage(original="perhaps")]},
        {"passages": {"1": passage()}},
        {"near_words": ["warranty"]},
    ],
)
def test_an_answer_with_an_invalid_field_is_refused(odd: dict[str, Any]) -> None:
    assert ask(answer_json(answer(**odd))).status == "unavailable"


def test_a_field_that_a_later_service_adds_is_ignored() -> None:
    assert ask(answer_json(answer(mood="cheerful"))).status == "found"


@pytest.mark.parametrize("question", ["", " \n\t", None, 42, ["a question"], {"question": "?"}, b"bytes"])
def test_without_a_question_nothing_is_searched(question: object) -> None:
    with StubServer(answer_json(answer())) as service:
        tool = tools_for(NAMED, Deployment(service.url, "desk", "t"))[0]
        result = tool.call(cast("str", question))
        assert service.requests == []
    assert result.status == "no_content_words"
    assert "Ask once more" in result.text


@pytest.mark.parametrize("question", ["\ud800 alone", "a\x00b", '{!lucene}*:* "', "\u202ereversed", "ﬁ 数 🚲"])
def test_a_question_with_any_character_can_be_sent(question: str) -> None:
    assert ask(answer_json(answer()), question).status == "found"


def test_a_question_of_a_million_characters_is_shortened_and_the_text_says_so() -> None:
    result = ask(answer_json(answer()), "warranty " * 120_000)
    assert result.status == "found"
    assert "only its beginning was used" in result.text


@pytest.mark.parametrize("url", ["", "nowhere", "ftp://127.0.0.1", "http://", "http://127.0.0.1:port", "http://[::1"])
def test_an_invalid_address_is_unavailable(url: str) -> None:
    assert tools_for(NAMED, Deployment(url, "desk", "t"))[0].call(QUESTION).status == "unavailable"


@pytest.mark.parametrize("token", ["two\r\nlines", "čeština"])
def test_a_token_that_no_header_can_carry_is_not_sent(token: str) -> None:
    with StubServer(answer_json(answer())) as service:
        assert not tools_for(NAMED, Deployment(service.url, "desk", token))[0].call(QUESTION).available
        assert service.requests == []


@pytest.mark.parametrize("timeout_s", [0.0, -1.0, float("nan"), None])
def test_an_invalid_timeout_still_gives_a_result(timeout_s: float) -> None:
    assert not ask(never_answer, timeout_s=timeout_s).available


def test_still_reading_is_unavailable_and_says_what_is_being_read() -> None:
    result = ask(answer_json(answer("still_reading", reading=NAMED)))
    assert (result.available, result.status) == (False, "still_reading")
    assert "returns-policy.pdf, product-guide.md" in result.text
    assert result.caption == "The documents are still being read"


@pytest.mark.parametrize("behaviour", [hang_up, answer_json({}, 503), answer_json(answer("still_reading"))])
def test_an_agent_without_an_answer_is_told_what_to_do(behaviour: Behaviour) -> None:
    result = ask(behaviour)
    assert result.guidance
    assert result.guidance in result.text
    assert "could not be checked this time" in result.guidance
    assert "do not search them again in this turn" in result.guidance


@pytest.mark.parametrize("arguments", [{}, {"question": None}, {"question": " "}, {"query": QUESTION}])
def test_a_call_without_a_question_says_so(arguments: dict[str, object]) -> None:
    [tool] = tools_for(NAMED, Deployment("http://127.0.0.1:1", "desk", "t"))
    assert tool.call_with(arguments).status == "no_content_words"
