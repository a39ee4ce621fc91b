"""Runs the command `coach` in this process."""

from io import StringIO

from django.core.management import call_command


def run(*asked: str) -> tuple[int, str]:
    """Run the command; return its status and its only line."""
    output, status = StringIO(), 0
    try:
        call_command("coach", *asked, stdout=output)
    except SystemExit as error:
        status = int(str(error.code))
    (line,) = output.getvalue().splitlines()
    return status, line
