"""What a person and a deployment may see and change."""

from __future__ import annotations

import pytest

from contents_service.errors import NotFound, ReadOnly
from contents_service.identity.authorization import giver_of, scope_of
from contents_service.model import Deployment, Person, Scope

DEPLOYMENT = Deployment(sub="visitor", app="shop", owner="eric", documents=frozenset({"eric/returns.md"}))


def test_a_person_sees_what_they_gave_to_any_application() -> None:
    assert scope_of(Person("eric"), "shop") == Scope("shop", "eric")
    assert giver_of(Person("eric")) == "eric"


def test_a_deployment_sees_the_documents_of_its_owner_that_it_is_bound_to() -> None:
    assert scope_of(DEPLOYMENT, "shop") == Scope("shop", "eric", frozenset({"eric/returns.md"}))


def test_a_deployment_sees_nothing_of_another_application() -> None:
    with pytest.raises(NotFound, match="There is nothing here"):
        scope_of(DEPLOYMENT, "desk")


def test_a_deployment_changes_nothing() -> None:
    with pytest.raises(ReadOnly, match=r"A deployment can only read and search. Use a person's token to make changes"):
        giver_of(DEPLOYMENT)
