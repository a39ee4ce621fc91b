"""Command that imports a group file of any size; the page accepts limited sizes only."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, no_translations
from django.urls import reverse

from scorekeeper.archive.group_import import import_group
from scorekeeper.archive.group_parser import parse
from scorekeeper.archive.group_records import GroupFile
from scorekeeper.archive.json_reader import FileError
from scorekeeper.archive.messages import error_text
from scorekeeper.core.conf.home_mode import links
from scorekeeper.people import mail
from scorekeeper.people.invite_links import invite_token
from scorekeeper.people.models import Group, Person
from scorekeeper.play import strict_json
from scorekeeper.rules.contract import RuleError


class Command(BaseCommand):
    """Import a group file and print the link of its future owner."""

    help = (
        "Import a group file of any size. The first person who opens the printed link becomes the owner of the group."
        " Safe while people play."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments: the file, the owner's address, and --copy."""
        parser.add_argument("file", metavar="FILE", type=Path, help="a group's file")
        parser.add_argument("--email", help="of an account that keeps the group, instead of a link")
        parser.add_argument("--copy", action="store_true", help="under new addresses, beside what is here")

    @no_translations
    def handle(self, *_: Any, file: Path, email: str | None, copy: bool, **__: Any) -> None:
        """Import the file.

        Raises CommandError if nothing was changed.
        """
        owner = None if email is None else owner_at(email)
        try:
            found = parse(strict_json.loads(file.read_bytes(), bounded=False), bounded=False)
            group = import_group(found, owner, copy=copy)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}. Nothing was changed.") from error
        except (FileError, RuleError) as error:
            raise CommandError(why(error)) from error
        if group is None:
            raise CommandError(
                "The server was started meanwhile, or the same file came in. Nothing was changed."
            )
        self.stdout.write(f"imported {group.name or 'a group without a name'}: {size(found)}")
        if owner is None:
            self.stdout.write(f"The first person who opens this becomes the owner: {link_to(group)}")


def owner_at(email: str) -> Person:
    """Return the person with this e-mail address.

    Raises CommandError if there is none.
    """
    found = mail.person_at(mail.normalize_address(email) or "")
    if found is None:
        raise CommandError(f"No account here has the address {email}. Nothing was changed.")
    return found


def why(error: FileError | RuleError) -> str:
    """Describe why the import failed, with a remedy if there is one."""
    taken = isinstance(error, FileError) and error.code == "taken"
    return f"{error_text(error)} Nothing was changed." + (
        " --copy imports it beside the existing one." if taken else ""
    )


def size(file: GroupFile) -> str:
    """Describe the size of a file."""
    return f"{len(file.games)} games, {len(file.players)} players, {len(file.ledger)} lines of the ledger"


def link_to(group: Group) -> str:
    """Return the invitation link of a group, with the public host name of this server."""
    choices = settings.CHOICES
    hosts = [host.lstrip(".") for host in choices.hosts] if choices.production else []
    site = f"https://{hosts[0]}/" if hosts else links(choices.bind, choices.port)[0]
    return site.rstrip("/") + reverse("group_join", args=[group.address, invite_token(group)])
