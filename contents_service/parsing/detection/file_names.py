"""What a file's name says of it, for when its bytes say no more than that it is text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from msgspec import Struct

from contents_service.model import Format


class Detected(Struct, frozen=True):
    """The format that a file is read as and, of code, the language of its grammar, if it is one that is known."""

    format: Format
    language: str | None = None


def _named(names: Iterable[tuple[str, Detected]]) -> Mapping[str, Detected]:
    return MappingProxyType({name: detected for line, detected in names for name in line.split()})


BY_EXTENSION = _named(
    (
        ("txt text log out srt vtt tex eml mbox org adoc asciidoc textile wiki nfo me 1st", Detected("text")),
        ("md markdown mdown mkd mkdn mdx qmd rmd", Detected("markdown")),
        ("rst rest", Detected("rst")),
        ("csv tsv tab psv", Detected("csv")),
        ("json jsonl ndjson jsonc json5 geojson topojson jsonld webmanifest har", Detected("json")),
        ("yaml yml", Detected("yaml")),
        ("html htm xhtml shtml", Detected("html")),
        ("pdf", Detected("pdf")),
        ("py pyi pyw", Detected("code", "python")),
        ("js mjs cjs jsx", Detected("code", "javascript")),
        ("ts mts cts", Detected("code", "typescript")),
        ("tsx", Detected("code", "tsx")),
        ("java", Detected("code", "java")),
        ("go", Detected("code", "go")),
        ("rs", Detected("code", "rust")),
        ("c h", Detected("code", "c")),
        ("cc cpp cxx c++ hh hpp hxx h++ ipp ino", Detected("code", "cpp")),
        ("sh bash zsh ksh", Detected("code", "bash")),
        ("sql ddl", Detected("code", "sql")),
        (
            "cs fs vb kt kts scala groovy gradle swift m mm dart rb php phtml pl pm r jl lua hs elm ex exs",
            Detected("code"),
        ),
        ("erl clj cljs lisp el scm ml mli nim zig v vhd sv pas f f90 for cob asm s ps1 psm1 bat cmd", Detected("code")),
        ("awk sed tcl fish vim vue svelte astro css scss sass less styl xml xsd xsl xslt wsdl plist", Detected("code")),
        ("toml ini cfg conf properties env editorconfig proto thrift graphql gql tf tfvars hcl nix", Detected("code")),
        ("cmake mk make dockerfile diff patch tmpl j2 jinja hbs ejs erb sol cu glsl hlsl wgsl", Detected("code")),
    )
)
"""Extensions that say which kind of text a text is; of any other, it is plain text."""

BY_NAME = _named(
    (
        (
            "makefile gnumakefile dockerfile containerfile jenkinsfile vagrantfile gemfile rakefile procfile",
            Detected("code"),
        ),
        ("cmakelists.txt", Detected("code")),
        (".gitignore .dockerignore .editorconfig .env", Detected("code")),
        (".bashrc .profile .bash_profile .zshrc", Detected("code", "bash")),
    )
)

ADDED = ".txt"
"""What programs put behind the name of any text that they save."""
BELIEVED_BEFORE: frozenset[Format] = frozenset({"markdown", "rst", "csv", "json", "yaml"})
"""Formats that a name says with `.txt` behind it: `guide.md.txt`. Other short endings there are languages or dates."""

BY_PROGRAM = _named(
    (
        ("python python2 python3", Detected("code", "python")),
        ("node deno bun", Detected("code", "javascript")),
        ("sh bash dash zsh ksh", Detected("code", "bash")),
        ("perl ruby php lua Rscript awk tclsh", Detected("code")),
    )
)
"""Programs that a first line `#!/usr/bin/env python3` may name."""

WORDS: Mapping[Format, str] = MappingProxyType(
    {
        "text": "text",
        "markdown": "Markdown",
        "rst": "reStructuredText",
        "csv": "CSV",
        "json": "JSON",
        "yaml": "YAML",
        "code": "code",
        "html": "HTML",
        "pdf": "PDF",
    }
)

NOT_READ: Mapping[str, str] = MappingProxyType(
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
"""Extensions of what is not read, whatever is in it, in a person's words."""

INSTEAD: Mapping[str, str] = MappingProxyType(
    {
        "workbook": "Save each sheet as CSV and give that.",
        "spreadsheet": "Save each sheet as CSV and give that.",
        "Numbers": "Save each sheet as CSV and give that.",
        "notebook": "Export it as Markdown, HTML or PDF and give that.",
        "picture": "Give its text, or a PDF over which text recognition was run.",
        "recording": "Give what is said in it as text.",
        "video": "Give what is said in it as text.",
        "archive": "Unpack it and give the documents in it.",
        "compressed": "Unpack it and give what is in it.",
        "LFS": "Fetch the file itself and give that.",
        "database": "Export what the application should know as CSV.",
        "binary form": "Export what the application should know as CSV.",
        "minified": "Give the code as people write it.",
        "password": "Save a copy without a password, as PDF, Markdown or text.",
    }
)
"""What to give instead of a thing whose words have this in them; of others, what reasons.py says of all."""


def by_name(name: str) -> Detected:
    """What a text of this name is read as."""
    before = BY_EXTENSION.get(extension(name.lower().removesuffix(ADDED)))
    if before and before.format in BELIEVED_BEFORE:
        return before
    return BY_NAME.get(name.lower()) or BY_EXTENSION.get(extension(name)) or Detected("text")


def extension(name: str) -> str:
    """What follows the last dot of a name, in small letters."""
    return name.lower().rpartition(".")[2] if "." in name else ""


def instead_of(what: str) -> dict[str, str]:
    """What to give instead of something that is not read, as a detail of its reason."""
    return next(({"instead": advice} for word, advice in INSTEAD.items() if word in what), {})
