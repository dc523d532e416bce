"""What was acknowledged and so must be true, and all that may be true where nothing was acknowledged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from torture.documents import Content


@dataclass
class Gift:
    """A document of one person for one application, with the possible values of its state."""

    app: str
    person: str
    path: str
    content: Content
    id: str = ""
    listed: set[bool] = field(default_factory=lambda: {False})
    enabled: set[bool] = field(default_factory=lambda: {True})
    words: set[str] = field(default_factory=set)
    """The words by which it may be found."""
    file_gone: bool = False
    """Whether its file was deleted, so that a later reading ends as `missing`."""
    changes: int = 0
    """Twice the number of changes, or an odd number during one."""
    found_at_change: int = -1
    """The value of `changes` when a search last found it."""

    @property
    def scope(self) -> tuple[str, str]:
        return self.app, self.person

    @property
    def is_listed(self) -> bool:
        """Whether it is certainly listed."""
        return self.listed == {True}

    @property
    def must_not_be_found(self) -> bool:
        """Whether no search may find it, since its removal or being turned off was acknowledged."""
        return self.listed == {False} or self.enabled == {False}

    @contextmanager
    def changing(self, **values: Any) -> Iterator[None]:
        """Change its state; until the change is acknowledged, the old and the new value are both possible."""
        self.changes += 1
        for name, value in values.items():
            getattr(self, name).add(value)
        try:
            yield
            for name, value in values.items():
                setattr(self, name, {value})
        finally:
            self.changes += 1


@dataclass
class Ledger:
    """All gifts, all answers by status, and all errors."""

    gifts: list[Gift] = field(default_factory=list)
    answers: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    """The number of answers by fault, operation and status, which is 0 if there was no answer."""
    acknowledged: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    fault: str = "nothing"
    """The current fault."""

    def add_error(self, what: str) -> None:
        """Record an error."""
        self.errors.append(f"{what} (last fault: {self.fault})")

    def in_scope(self, scope: tuple[str, str]) -> list[Gift]:
        """Return what one person gave one application, or tried to."""
        return [gift for gift in self.gifts if gift.scope == scope]
