"""Files that cannot be read: what people call them, and what to add to an application instead."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

UNSUPPORTED_EXTENSIONS: Mapping[str, str] = MappingProxyType(
    {
        "doc": "an old Word document (.doc)",
        "docx": "a Word document (.docx)",
        "odt": "an OpenDocument text (.odt)",
        "rtf": "a rich text document (RTF)",
        "xls": "an old Excel workbook (.xls)",
        "xlsx": "an Excel workbook (.xlsx)",
        "ods": "an OpenDocument spreadsheet (.ods)",
        "ppt": "an old PowerPoint presentation (.ppt)",
        "pptx": "a PowerPoint presentation (.pptx)",
        "odp": "an OpenDocument presentation (.odp)",
        "msg": "an Outlook message (.msg)",
        "epub": "an e-book (EPUB)",
        "ipynb": "a notebook (.ipynb)",
        "svg": "a drawing (SVG)",
        **dict.fromkeys("png jpg jpeg gif bmp tif tiff webp heic avif ico psd".split(), "a picture"),
        **dict.fromkeys("mp3 wav flac ogg m4a aac opus".split(), "a sound recording"),
        **dict.fromkeys("mp4 mov avi mkv webm wmv".split(), "a video"),
        **dict.fromkeys("zip tar gz tgz bz2 xz zst 7z rar".split(), "an archive"),
        **dict.fromkeys("ttf otf woff woff2".split(), "a font"),
        **dict.fromkeys("exe dll dylib jar pyc wasm apk dmg iso msi".split(), "a program"),
        **dict.fromkeys("sqlite sqlite3 mdb accdb parquet".split(), "a database"),
    }
)
"""Extensions of files that are never read, with what people call such a file."""

ALTERNATIVES: Mapping[str, str] = MappingProxyType(
    {
        "workbook": "Save each sheet as CSV and add those files.",
        "spreadsheet": "Save each sheet as CSV and add those files.",
        "Numbers": "Save each sheet as CSV and add those files.",
        "notebook": "Export it as Markdown, HTML or PDF and add that file.",
        "picture": "Add its text, or run text recognition over it and add the PDF.",
        "recording": "Add what is said in it as text.",
        "video": "Add what is said in it as text.",
        "archive": "Unpack it and add the documents in it.",
        "compressed": "Unpack it and add what is in it.",
        "LFS": "Fetch the file itself and add that.",
        "database": "Export what the application should know as CSV.",
        "binary form": "Export what the application should know as CSV.",
        "minified": "Add the code as people write it.",
        "password": "Save a copy without a password, as PDF, Markdown or text.",
    }
)
"""What to add instead, by a word in the description of the file. Others get the general advice in `reasons.py`."""


def alternative(description: str) -> dict[str, str]:
    """Return what to add instead of a file with this description, as a detail of the reason why it is not read."""
    return next(({"instead": advice} for word, advice in ALTERNATIVES.items() if word in description), {})
