"""The command line: `contents COMMAND`."""

from __future__ import annotations

import os
import sys
from importlib import import_module

from contents_service.errors import ContentsError

try:
    import click
except ModuleNotFoundError:
    sys.exit("contents: Only the agent's tool is installed here. To run the service: pip install '.[server]' in its checkout.")

COMMANDS = {
    "serve": "serve:serve",
    "web": "web:web",
    "reader": "reader:reader",
    "solr": "solr:solr",
    "give": "documents:give",
    "list": "documents:list_documents",
    "read": "documents:read",
    "off": "documents:off",
    "on": "documents:on",
    "remove": "documents:remove",
    "ask": "ask:ask",
    "forget": "forget:forget",
    "backup": "backup:backup",
    "restore": "restore:restore",
    "rebuild": "rebuild:rebuild",
    "upgrade": "upgrade:upgrade",
    "token": "token:token",
    "mcp": "mcp:mcp",
    "eval": "eval:evaluate",
    "bench": "bench:bench",
}
"""Each command and where it is; one is imported only when it is used, so that each begins at once."""


class Commands(click.Group):
    """The commands, in the order in which a day's work needs them."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  # click's signature
        """One command, or None."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command = getattr(import_module(f"contents_service.commands.{module}"), name)
        return command if isinstance(command, click.Command) else None


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="contents-service")
def contents() -> None:
    """What an application knows: documents read once into cited passages, and one tool that finds them."""


def main() -> None:
    """Run a command; what goes wrong is said in a line, with 1 for its exit code (2 for how it was called)."""
    try:
        contents(prog_name="contents")
    except ContentsError as error:
        click.echo(f"contents: {error}", err=True)
        sys.exit(1)
    except OSError as error:
        if error.filename is None:
            raise
        click.echo(f"contents: {os.fsdecode(error.filename)}: {error.strerror}.", err=True)
        sys.exit(1)


if __name__ == "__main__":
    main()
