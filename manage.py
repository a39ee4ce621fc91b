#!/usr/bin/env python
"""Django's command line for Scorekeeper."""

import os
import sys


def main() -> None:
    """Run one command, with our settings unless others are named."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415 - the settings come first

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
