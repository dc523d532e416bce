"""The command line: `contents COMMAND`."""

from __future__ import annotations

import os
import sys
from importlib import import_module

from contents_service.errors import ContentsError

INSTALL_THE_SERVER = "To run the service, install its checkout with the extra: pip install '.[server]'"

try:
    import click
except ModuleNotFoundError:
    sys.exit(f"contents: Only the agent's tool is installed. {INSTALL_THE_SERVER}")

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
"""Each command with its module and function; a module is imported only when its command runs, to start quickly."""


class Commands(click.Group):
    """The group of all commands, listed in the order of a day's work."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  # click's signature
        """Import and return one command, or None if no command has this name."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command = getattr(import_module(f"contents_service.commands.{module}"), name)
        return command if isinstance(command, click.Command) else None


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="contents-service")
def contents() -> None:
    """Read documents into passages, and let an application search them and cite them."""


def main() -> None:
    """Run a command; on an error, print one line and exit with 1 (or 2 for wrong usage)."""
    try:
        contents(prog_name="contents")
    except ContentsError as error:
        click.echo(f"contents: {error}", err=True)
        sys.exit(1)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("contents_service"):
            raise
        click.echo(f"contents: The package {error.name} is not installed. {INSTALL_THE_SERVER}", err=True)
        sys.exit(1)
    except OSError as error:
        if error.filename is None:
            raise
        click.echo(f"contents: {os.fsdecode(error.filename)}: {error.strerror}.", err=True)
        sys.exit(1)


if __name__ == "__main__":
    main()
