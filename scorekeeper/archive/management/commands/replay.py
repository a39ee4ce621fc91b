"""Command that replays transcripts by the rules and prints a JSON document for each."""

from __future__ import annotations

import contextlib
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, no_translations

from scorekeeper.archive.replay_report import Checked, check, malformed
from scorekeeper.play import strict_json
from scorekeeper.rules.contract import RuleError

UNWRITTEN, INTERRUPTED = 2, 130


class Command(BaseCommand):
    """Replay files, print a document for each, and exit with the worst status."""

    help = (
        "Replay transcripts and print where they lead, one JSON document a line. Exit status: 0 every entry"
        " is legal, 1 an entry was refused, 2 the file is no transcript; of several files the worst."
    )
    missing_args_message = "name at least one transcript, or - for standard input"
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments: files, and the indent of a single document."""
        parser.add_argument("files", nargs="+", metavar="FILE", help="a transcript; - reads standard input")
        parser.add_argument("--indent", type=blanks, metavar="N", help="indent the one document")

    @no_translations
    def handle(self, *_: Any, files: list[str], indent: int | None, **__: Any) -> None:
        """Check all files, also after faulty ones."""
        if indent is not None and len(files) > 1:
            raise CommandError("--indent goes with one FILE only.", returncode=2)
        try:
            worst = max([self.replay(name, indent) for name in files])
        except KeyboardInterrupt:
            worst = INTERRUPTED
        except (
            OSError,
            ValueError,
            AttributeError,
        ) as error:  # standard output is closed, full or a broken pipe
            abandon_output()
            if not isinstance(error, BrokenPipeError):
                reason = error.strerror if isinstance(error, OSError) else "standard output is closed"
                complain(f"The documents cannot be written: {reason}.")
            worst = UNWRITTEN
        if worst:
            sys.exit(worst)

    def replay(self, name: str, indent: int | None) -> int:
        """Check one file and print its document."""
        status, document = check_file(name)
        self.print(strict_json.dumps(document, indent))
        return status

    def print(self, text: str) -> None:
        """Write UTF-8 in any locale, and flush, so that finished documents are not lost."""
        buffer: BinaryIO | None = getattr(self.stdout, "buffer", None)
        if buffer is None:
            self.stdout.write(text)
        else:
            buffer.write(text.encode() + b"\n")
            buffer.flush()


def blanks(text: str) -> int:
    """Parse an indent from 0 to 8."""
    if not (text.isascii() and text.isdigit() and len(text) == 1 and int(text) <= 8):
        raise ArgumentTypeError("a number from 0 to 8 is needed")
    return int(text)


def check_file(name: str) -> Checked:
    """Return the status and document of one file, also of an unreadable one."""
    try:
        data = read_bytes(name)
    except (OSError, ValueError, AttributeError) as error:
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else "not a file"
        return malformed(RuleError("unreadable", reason=reason))
    try:
        return check(data)
    except Exception:  # a bug must not prevent the documents of other files
        return malformed(RuleError("internal_error"))


def read_bytes(name: str) -> bytes:
    """Read a file up to one byte beyond the size limit."""
    most = strict_json.MOST_BYTES + 1
    if name == "-":
        return sys.stdin.buffer.read(most)
    with open(name, "rb") as file:  # noqa: PTH123 - raises ValueError for a name with a NUL
        return file.read(most)


def abandon_output() -> None:
    """Redirect standard output to the null device, so that the final flush cannot fail."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())


def complain(text: str) -> None:
    """Print an error to standard error if that is open."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stderr.write(text + "\n")
