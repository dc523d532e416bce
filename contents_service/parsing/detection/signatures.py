"""Signatures of files that are not text, with what people call such files."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Mapping

SIGNATURES: tuple[tuple[int, bytes, str], ...] = (
    (0, b"\x89PNG\r\n\x1a\n", "a picture (PNG)"),
    (0, b"\xff\xd8\xff", "a picture (JPEG)"),
    (0, b"GIF87a", "a picture (GIF)"),
    (0, b"GIF89a", "a picture (GIF)"),
    (8, b"WEBP", "a picture (WebP)"),
    (0, b"II*\0", "a picture (TIFF)"),
    (0, b"MM\0*", "a picture (TIFF)"),
    (0, b"8BPS\0\1", "a Photoshop picture"),
    (0, b"\0\0\1\0", "an icon"),
    (4, b"ftypheic", "a picture (HEIC)"),
    (4, b"ftypmif1", "a picture (HEIC)"),
    (4, b"ftypavif", "a picture (AVIF)"),
    (4, b"ftypM4A", "a sound recording (M4A)"),
    (4, b"ftyp", "a video (MP4)"),
    (0, b"\x1aE\xdf\xa3", "a video (Matroska)"),
    (8, b"AVI ", "a video (AVI)"),
    (8, b"WAVE", "a sound recording (WAV)"),
    (0, b"ID3\2\0", "a sound recording (MP3)"),
    (0, b"ID3\3\0", "a sound recording (MP3)"),
    (0, b"ID3\4\0", "a sound recording (MP3)"),
    (0, b"fLaC\0", "a sound recording (FLAC)"),
    (0, b"OggS\0", "a sound recording (Ogg)"),
    (0, b"\x1f\x8b\x08", "a compressed file (gzip)"),
    (0, b"BZh91AY&SY", "a compressed file (bzip2)"),
    (0, b"\xfd7zXZ\0", "a compressed file (xz)"),
    (0, b"(\xb5/\xfd", "a compressed file (Zstandard)"),
    (0, b"7z\xbc\xaf'\x1c", "an archive (7z)"),
    (0, b"Rar!\x1a\x07", "an archive (RAR)"),
    (257, b"ustar", "an archive (tar)"),
    (0, b"SQLite format 3\0", "a database (SQLite)"),
    (0, b"PAR1\x15", "a table in binary form (Parquet)"),
    (0, b"\0\1\0\0\0", "a font"),
    (0, b"OTTO\0", "a font"),
    (0, b"wOFF\0", "a font"),
    (0, b"wOF2\0", "a font"),
    (0, b"\x7fELF", "a program"),
    (0, b"\0asm", "a program (WebAssembly)"),
    (0, b"\xca\xfe\xba\xbe", "a program"),
    (0, b"\xcf\xfa\xed\xfe", "a program"),
    (0, b"{\\rtf", "a rich text document (RTF)"),
    (0, b"%!PS-Adobe", "a PostScript document"),
    (0, b"version https://git-lfs.github.com/spec/", "a Git LFS pointer, which stands for a file that is elsewhere"),
    (0, b"-----BEGIN CERTIFICATE-----", "a certificate"),
    (0, b"-----BEGIN PGP ", "an encrypted or signed message (PGP)"),
)
"""The offset, bytes and description of each signature; no text begins like this by chance."""

RIFF_FILES = ("a picture (WebP)", "a video (AVI)", "a sound recording (WAV)")
"""Descriptions that hold only for a file that begins with RIFF."""

ZIPPED: tuple[tuple[str, str], ...] = (
    ("word/", "a Word document (.docx)"),
    ("xl/", "an Excel workbook (.xlsx)"),
    ("ppt/", "a PowerPoint presentation (.pptx)"),
    ("visio/", "a Visio drawing"),
    ("META-INF/container.xml", "an e-book (EPUB)"),
    ("META-INF/MANIFEST.MF", "a Java program (.jar)"),
    ("AndroidManifest.xml", "an Android program"),
    ("Index/Document.iwa", "a document of Pages, Numbers or Keynote"),
)
"""The beginning of the name of an entry in a zip archive, and what an archive with such an entry is."""

OPEN_DOCUMENTS: Mapping[bytes, str] = {
    b"application/vnd.oasis.opendocument.text": "an OpenDocument text (.odt)",
    b"application/vnd.oasis.opendocument.spreadsheet": "an OpenDocument spreadsheet (.ods)",
    b"application/vnd.oasis.opendocument.presentation": "an OpenDocument presentation (.odp)",
    b"application/epub+zip": "an e-book (EPUB)",
}

STREAMS: tuple[tuple[str, str], ...] = (
    ("WordDocument", "an old Word document (.doc)"),
    ("Workbook", "an old Excel workbook (.xls)"),
    ("PowerPoint Document", "an old PowerPoint presentation (.ppt)"),
    ("EncryptedPackage", "an Office document with a password"),
    ("__substg1.0_", "an Outlook message (.msg)"),
)
"""The name of a stream in an OLE file, and what a file with such a stream is."""

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ZIP = re.compile(rb"PK(?:\x03\x04|\x05\x06|\x07\x08)")
_MPEG = re.compile(rb"\xff[\xe2\xe3\xf2\xf3\xfa\xfb]")


def description(data: bytes) -> str | None:
    """Describe a file that is not text by its first bytes; None if they tell nothing."""
    return _by_signature(data) or next((what for recognise in _RECOGNISERS if (what := recognise(data))), None)


def _by_signature(data: bytes) -> str | None:
    for offset, signature, what in SIGNATURES:
        if data.startswith(signature, offset) and (what not in RIFF_FILES or data.startswith(b"RIFF")):
            return what
    return None


def _zipped(data: bytes) -> str | None:
    if not _ZIP.match(data):
        return None
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        names = []
    matches = (what for name, what in ZIPPED if any(entry.startswith(name) for entry in names))
    return _open_document(data) or next(matches, "an archive (zip)")


def _open_document(data: bytes) -> str | None:
    """Describe an OpenDocument or e-book, whose first, uncompressed entry is its media type."""
    media_type = next((mime for mime in OPEN_DOCUMENTS if data.startswith(b"mimetype" + mime, 30)), None)
    return OPEN_DOCUMENTS[media_type] if media_type else None


def _ole(data: bytes) -> str | None:
    if not data.startswith(_OLE):
        return None
    matches = (what for stream, what in STREAMS if stream.encode("utf-16-le") in data)
    return next(matches, "an old Office document")


def _windows_program(data: bytes) -> str | None:
    """Recognise a Windows program, whose old header points to a new one."""
    new_header = int.from_bytes(data[60:64], "little")
    return "a program" if data.startswith(b"MZ") and data.startswith(b"PE\0\0", new_header) else None


def _bitmap(data: bytes) -> str | None:
    return "a picture (BMP)" if data.startswith(b"BM") and data[6:10] == b"\0\0\0\0" else None


def _sound(data: bytes) -> str | None:
    return "a sound recording (MP3)" if _MPEG.match(data) and b"\0" in data[:4096] else None


def _transport_stream(data: bytes) -> str | None:
    return "a video (MPEG)" if len(data) > 376 and data[0] == data[188] == data[376] == 0x47 and b"\0" in data else None


_RECOGNISERS: tuple[Callable[[bytes], str | None], ...] = (
    _zipped,
    _ole,
    _windows_program,
    _bitmap,
    _sound,
    _transport_stream,
)
