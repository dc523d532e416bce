"""What an agent writes after a claim: the document's name, as short as is unique, and the place."""

from __future__ import annotations

from collections.abc import Iterable

from contents_service.model import Where


class Names:
    """The shortest name of each document that no other document of the application has."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._by_name: dict[str, list[str]] = {}
        for path in paths:
            self._by_name.setdefault(path.rpartition("/")[2], []).append(path)

    def short(self, path: str) -> str:
        """As few of a path's last parts as tell it from the others."""
        rivals = [other for other in self._by_name.get(path.rpartition("/")[2], ()) if other != path]
        parts = path.split("/")
        for count in range(1, len(parts)):
            name = "/".join(parts[-count:])
            if not any(rival == name or rival.endswith(f"/{name}") for rival in rivals):
                return name
        return path

    def citation(self, path: str, where: Where) -> str:
        """The citation of a place in a document: `(returns-policy.pdf, page 3)`."""
        return f"({self.short(path)}, {where.text})"
