"""Responses and log lines for database failures: unreachable, locked, full or damaged.

The request is not at fault and the failure may be temporary, so the status is 503 with Retry-After instead of 500. The
phone still has what was sent, and its key makes a second attempt harmless.
"""

import errno
import logging
import sys

from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.utils.translation import gettext as _
from django.views import defaults

from scorekeeper.core.db import database

RETRY_SECONDS = 2
# messages of SQLite
DAMAGED = ("file is not a database", "database disk image is malformed", "malformed database schema")
DISK = {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EIO}


def server_error(request: HttpRequest) -> HttpResponse:
    """The page for an unexpected error: 503 for database trouble, otherwise 500."""
    if not isinstance(sys.exception(), (OperationalError, InterfaceError)):
        return defaults.server_error(request)
    database.close_failed(connection)
    writing = request.method not in {"GET", "HEAD"}
    if request.headers.get("HX-Request"):
        text = (
            _("Not entered. Nothing is lost; send it again.")
            if writing
            else _("The sheet cannot be read just now.")
        )
        response = HttpResponse(text, status=503, content_type="text/plain; charset=utf-8")
    else:
        response = HttpResponse(loader.render_to_string("503.html", {"writing": writing}), status=503)
    response["Retry-After"] = str(RETRY_SECONDS)
    return response


class TroubleFilter(logging.Filter):
    """Shorten the log of requests that failed in the database to one line."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Add the message of the database to the line."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, (OperationalError, InterfaceError)):
            record.msg, record.args = f"{record.getMessage()}: {str(error).strip()}", ()
            record.exc_info = None
        return True


def failure_text(error: BaseException) -> str | None:
    """One line for a command that failed in the database or on the disk.

    None for any other error.
    """
    if isinstance(error, OSError) and error.errno in DISK:
        return f"{error.filename or 'A file'} cannot be used: {error.strerror}."
    if not isinstance(error, DatabaseError | InterfaceError):
        return None
    said = str(error).strip()
    if said.startswith(DAMAGED):
        file = connection.settings_dict["NAME"]
        return (
            f"{file} is damaged: {said}. Put a backup in its place: manage.py restore FILE (docs/deploy.md)."
        )
    if isinstance(error, OperationalError | InterfaceError):
        return f"The database cannot be used: {said}."
    return None
