"""What was acknowledged, and so must hold; of what was not acknowledged, all that may hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from torture.documents import Content


@dataclass
class Gift:
    """A document of one person for one application, and what is known of it."""

    app: str
    person: str
    path: str
    content: Content
    id: str = ""
    listed: set[bool] = field(default_factory=lambda: {False})
    enabled: set[bool] = field(default_factory=lambda: {True})
    words: set[str] = field(default_factory=set)
    """Those that it may be found by."""
    file_gone: bool = False
    """Whether the original was deleted: a reading that had not begun then ends as missing."""
    turn: int = 0
    """Odd while it is being changed."""
    found_in_turn: int = -1

    @property
    def scope(self) -> tuple[str, str]:
        return self.app, self.person

    @property
    def stands(self) -> bool:
        """Whether it is certain to be listed."""
        return self.listed == {True}

    @property
    def answers_nothing(self) -> bool:
        """Whether a search must not find it: it was removed or switched off, and that was acknowledged."""
        return self.listed == {False} or self.enabled == {False}

    @contextmanager
    def changing(self, **to: Any) -> Iterator[None]:
        """Change it: once acknowledged it is so, before, and for ever where it was not, it may be either."""
        self.turn += 1
        for name, value in to.items():
            getattr(self, name).add(value)
        try:
            yield
            for name, value in to.items():
                setattr(self, name, {value})
        finally:
            self.turn += 1


@dataclass
class Ledger:
    """All gifts, every answer by its status, and everything that should not have been."""

    gifts: list[Gift] = field(default_factory=list)
    answers: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    """By the fault meanwhile, what was asked for, and the status: 0 where nothing answered."""
    acknowledged: Counter[str] = field(default_factory=Counter)
    wrongs: list[str] = field(default_factory=list)
    during: str = "nothing"
    """The fault of the moment."""

    def wrong(self, what: str) -> None:
        """Note what should not have been."""
        self.wrongs.append(f"{what} (last fault: {self.during})")

    def of_scope(self, scope: tuple[str, str]) -> list[Gift]:
        """What one person gave one application, or tried to."""
        return [gift for gift in self.gifts if gift.scope == scope]
