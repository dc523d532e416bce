"""Citations, which an agent writes after a claim: the shortest unique name of the document, and the place."""

from __future__ import annotations

from collections.abc import Iterable

from contents_service.model import Where


class DocumentNames:
    """The names by which citations tell apart the documents of one application."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths_by_file_name: dict[str, list[str]] = {}
        for path in paths:
            self._paths_by_file_name.setdefault(_file_name(path), []).append(path)

    def short(self, path: str) -> str:
        """Return the shortest end of a path, in whole parts, that no other document's path ends with."""
        rivals = [other for other in self._paths_by_file_name.get(_file_name(path), ()) if other != path]
        parts = path.split("/")
        for count in range(1, len(parts)):
            name = "/".join(parts[-count:])
            if not any(rival == name or rival.endswith(f"/{name}") for rival in rivals):
                return name
        return path

    def citation(self, path: str, where: Where) -> str:
        """Return the citation of a place in a document, such as `(returns-policy.pdf, page 3)`."""
        return f"({self.short(path)}, {where.text})"


def _file_name(path: str) -> str:
    return path.rpartition("/")[2]
