"""The table of the formats that can be read, from which everything else about formats follows.

`docs/architecture.md` says how to add one.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from contents_service.model import Format


class Names(Struct, frozen=True, kw_only=True):
    """Names that identify a format, each list separated by spaces; for code, those of one grammar."""

    grammar: str | None = None
    """The grammar's name, if there is one."""
    extensions: str = ""
    file_names: str = ""
    programs: str = ""
    """Programs that a first line such as `#!/usr/bin/env python3` may name."""


class FormatSpec(Struct, frozen=True, kw_only=True):
    """Everything about a format except how to read it."""

    format: Format
    noun: str
    """What people call it within a sentence."""
    names: tuple[Names, ...]
    has_pages: bool = False
    """Whether it is data with pages rather than text with lines: it is not decoded, and places in it are pages."""
    believed_before_txt: bool = False
    """Whether its extension counts in `guide.md.txt`; other short endings there may be languages or dates."""

    @property
    def label(self) -> str:
        """What people call it at the start of a sentence or on its own."""
        return self.noun.capitalize() if self.noun.islower() else self.noun


_TEXT = FormatSpec(
    format="text",
    noun="text",
    names=(Names(extensions="txt text log out srt vtt tex org adoc asciidoc textile wiki nfo me 1st"),),
)

_MARKDOWN = FormatSpec(
    format="markdown",
    noun="Markdown",
    names=(Names(extensions="md markdown mdown mkd mkdn mdx qmd rmd"),),
    believed_before_txt=True,
)

_RST = FormatSpec(
    format="rst",
    noun="reStructuredText",
    names=(Names(extensions="rst rest"),),
    believed_before_txt=True,
)

_CSV = FormatSpec(
    format="csv",
    noun="CSV",
    names=(Names(extensions="csv tsv tab psv"),),
    believed_before_txt=True,
)

_JSON = FormatSpec(
    format="json",
    noun="JSON",
    names=(Names(extensions="json jsonl ndjson jsonc json5 geojson topojson jsonld webmanifest har"),),
    believed_before_txt=True,
)

_YAML = FormatSpec(
    format="yaml",
    noun="YAML",
    names=(Names(extensions="yaml yml"),),
    believed_before_txt=True,
)

_HTML = FormatSpec(format="html", noun="HTML", names=(Names(extensions="html htm xhtml shtml"),))

_MAIL = FormatSpec(format="mail", noun="mail", names=(Names(extensions="eml mbox mht mhtml"),))

_PDF = FormatSpec(format="pdf", noun="PDF", names=(Names(extensions="pdf"),), has_pages=True)

_CODE = FormatSpec(
    format="code",
    noun="code",
    names=(
        Names(grammar="python", extensions="py pyi pyw", programs="python python2 python3"),
        Names(grammar="javascript", extensions="js mjs cjs jsx", programs="node deno bun"),
        Names(grammar="typescript", extensions="ts mts cts"),
        Names(grammar="tsx", extensions="tsx"),
        Names(grammar="java", extensions="java"),
        Names(grammar="go", extensions="go"),
        Names(grammar="rust", extensions="rs"),
        Names(grammar="c", extensions="c h"),
        Names(grammar="cpp", extensions="cc cpp cxx c++ hh hpp hxx h++ ipp ino"),
        Names(
            grammar="bash",
            extensions="sh bash zsh ksh",
            file_names=".bashrc .profile .bash_profile .zshrc",
            programs="sh bash dash zsh ksh",
        ),
        Names(grammar="sql", extensions="sql ddl"),
        Names(
            extensions="cs fs vb kt kts scala groovy gradle swift m mm dart rb php phtml pl pm r jl lua hs elm ex exs"
            " erl clj cljs lisp el scm ml mli nim zig v vhd sv pas f f90 for cob asm s ps1 psm1 bat cmd"
            " awk sed tcl fish vim vue svelte astro css scss sass less styl xml xsd xsl xslt wsdl plist"
            " toml ini cfg conf properties env editorconfig proto thrift graphql gql tf tfvars hcl nix"
            " cmake mk make dockerfile diff patch tmpl j2 jinja hbs ejs erb sol cu glsl hlsl wgsl",
            file_names="makefile gnumakefile dockerfile containerfile jenkinsfile vagrantfile gemfile rakefile"
            " procfile cmakelists.txt .gitignore .dockerignore .editorconfig .env",
            programs="perl ruby php lua Rscript awk tclsh",
        ),
    ),
)

FORMATS: Mapping[Format, FormatSpec] = MappingProxyType(
    {spec.format: spec for spec in (_TEXT, _MARKDOWN, _RST, _CSV, _JSON, _YAML, _CODE, _HTML, _MAIL, _PDF)}
)


def list_formats() -> str:
    """Return all formats as a phrase, as the page and README state them: `text, Markdown, … and PDF`."""
    *others, last = (spec.noun for spec in FORMATS.values())
    return f"{', '.join(others)} and {last}"


def label_of(format_: Format) -> str:
    """Return what people call a format; a file that cannot be read has the format `other`."""
    return FORMATS[format_].label if format_ in FORMATS else "Other"


def has_pages(format_: Format) -> bool:
    """Whether places in a format are pages."""
    return format_ in FORMATS and FORMATS[format_].has_pages
