"""Translation of the errors of fsspec's stores into ours, by type; a store's own errors become Busy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from contents_service.errors import Busy, Conflict, ContentsError, NotFound, NotReadable
from contents_service.home.paths import NO_SUCH_FILE

NOT_FOUND_ERRORS = (FileNotFoundError, NotADirectoryError, IsADirectoryError)
CONFLICT_ERRORS = (FileExistsError, IsADirectoryError, NotADirectoryError, PermissionError)


def file_not_found() -> NotFound:
    """Return the error for a path where there is no regular file."""
    return NotFound(NO_SUCH_FILE)


@contextmanager
def translate_read_errors() -> Iterator[None]:
    """Raise our error for one that occurs while reading."""
    try:
        yield
    except ContentsError:
        raise
    except NOT_FOUND_ERRORS as error:
        raise file_not_found() from error
    except PermissionError as error:
        raise NotReadable("not_allowed") from error
    except Exception as error:  # each store's library has errors of its own
        raise Busy("The Home Folder cannot be read at the moment.") from error


@contextmanager
def translate_write_errors() -> Iterator[None]:
    """Raise our error for one that occurs while writing."""
    try:
        yield
    except ContentsError:
        raise
    except CONFLICT_ERRORS as error:
        raise Conflict("A file cannot be put at this path.") from error
    except Exception as error:  # each store's library has errors of its own
        raise Busy("The Home Folder cannot be written to at the moment.") from error
