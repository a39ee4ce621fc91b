"""Check transcripts: replay them by the rules and print where they lead, one JSON document a line."""

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
    """Read files, print documents, exit with the worst status."""

    help = (
        "Replay transcripts and print where they lead, one JSON document a line. Exit status: 0 every entry"
        " is legal, 1 an entry was refused, 2 the file is no transcript; of several files the worst."
    )
    missing_args_message = "name at least one transcript, or - for standard input"
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take files, and how to print a single one."""
        parser.add_argument("files", nargs="+", metavar="FILE", help="a transcript; - reads standard input")
        parser.add_argument("--indent", type=blanks, metavar="N", help="indent the one document")

    @no_translations
    def handle(self, *_: Any, files: list[str], indent: int | None, **__: Any) -> None:
        """Check every file, whatever is wrong with those before it."""
        if indent is not None and len(files) > 1:
            raise CommandError("--indent goes with one FILE only.", returncode=2)
        try:
            worst = max([self.replay(name, indent) for name in files])
        except KeyboardInterrupt:
            worst = INTERRUPTED
        except (OSError, ValueError, AttributeError) as error:  # closed, full, or a reader that went away
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
        """Write UTF-8 whatever the locale says, and at once: what was checked is then not lost."""
        buffer: BinaryIO | None = getattr(self.stdout, "buffer", None)
        if buffer is None:
            self.stdout.write(text)
        else:
            buffer.write(text.encode() + b"\n")
            buffer.flush()


def blanks(text: str) -> int:
    """How far to indent: 0 to 8."""
    if not (text.isascii() and text.isdigit() and len(text) == 1 and int(text) <= 8):
        raise ArgumentTypeError("a number from 0 to 8 is needed")
    return int(text)


def check_file(name: str) -> Checked:
    """The answer to one file; an unreadable one has an answer too."""
    try:
        data = read_bytes(name)
    except (OSError, ValueError, AttributeError) as error:
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else "not a file"
        return malformed(RuleError("unreadable", reason=reason))
    try:
        return check(data)
    except Exception:  # a fault of ours must not cost the other files their answers
        return malformed(RuleError("internal_error"))


def read_bytes(name: str) -> bytes:
    """The file's bytes, no more of them than show that it is too large."""
    most = strict_json.MOST_BYTES + 1
    if name == "-":
        return sys.stdin.buffer.read(most)
    with open(name, "rb") as file:  # noqa: PTH123 - a name with a NUL is refused here, not by the path
        return file.read(most)


def abandon_output() -> None:
    """Let the interpreter flush into nothing at its end, where it would complain again."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())


def complain(text: str) -> None:
    """Say what is wrong, if anybody can hear it."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stderr.write(text + "\n")
