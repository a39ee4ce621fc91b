#!/usr/bin/env python
"""Django's command line for Scorekeeper."""

import os
import sys


def main() -> None:
    """Run one command, with our settings unless others are named.

    What the disk or the database refuses is one line; `--traceback` shows where.
    """
    os.umask(0o077)  # games, keys and copies are their owner's alone
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415 - the settings come first

    try:
        execute_from_command_line(sys.argv)
    except Exception as error:
        from scorekeeper.core.web.database_errors import failure_text  # noqa: PLC0415 - the settings come first

        line = None if "--traceback" in sys.argv else failure_text(error)
        if line is None:
            raise
        sys.exit(line)


if __name__ == "__main__":
    main()
