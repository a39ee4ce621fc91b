"""Log formatting: one event per line, in UTC."""

import copy
import logging
import re
import time

from scorekeeper.core.web.networks import networks_of
from scorekeeper.core.web.rate_counters import RateCounter

# A name with a line break or an escape code in it must not be able to forge a line of the log.
_VISIBLE = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160), 0x2028, 0x2029)}

# A reader of the log must not gain access to a table, a group or an account: what follows these prefixes in an address
# is a secret.
_SECRET = re.compile(r"(/(?:join|live|in)/|/(?:move|carry)/\?)[^\s\"']+")


# loggers that report requests of strangers
STRANGERS = (
    "django.request",
    "django.security",
    "scorekeeper.core.web.middleware",
    "scorekeeper.server.responses",
    "scorekeeper.people.throttle",
    "scorekeeper.people.rate_limits",
    "uvicorn.error",
)
OF_NETWORK, IN_ALL = 30, 300  # most lines of one kind per minute, of a network and in all

logger = logging.getLogger(__name__)


class LineFormatter(logging.Formatter):
    """Formats time, level, logger and message on one line.

    Control characters are escaped, and secrets in links are cut off. Tracebacks are printed for errors only: below that
    level the message is enough, and strangers can cause any number of them.
    """

    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """Format a record without changing it for other handlers."""
        if record.levelno < logging.ERROR and (record.exc_info or record.exc_text):
            record = copy.copy(record)
            record.exc_info = record.exc_text = None
        return super().format(record)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name is logging's
        """Format the line itself; a traceback below it keeps its line breaks."""
        return _SECRET.sub(r"\1...", super().formatMessage(record)).translate(_VISIBLE)


class CalmFilter(logging.Filter):
    """Limits the log lines that strangers can cause.

    A few lines a minute of each kind and network show what happens. Without a limit strangers could fill the disk,
    which the entries of games need.
    """

    def __init__(self) -> None:
        super().__init__()
        self.of_network, self.in_all = RateCounter(OF_NETWORK), RateCounter(IN_ALL)
        self.notices = RateCounter(1)

    def filter(self, record: logging.LogRecord) -> bool:
        """Pass the first records of each kind and minute; log the first one that is dropped."""
        ours = record.name == "django.request" and record.levelno >= logging.ERROR
        if ours or not record.name.startswith(STRANGERS):
            return True
        kind = f"{record.name} {record.msg}"
        seen = getattr(getattr(record, "request", None), "META", {})
        network = networks_of(seen.get("REMOTE_ADDR", ""))[-1]
        if not (self.of_network.wait(f"{kind} {network}") or self.in_all.wait(kind)):
            return True
        if not self.notices.wait(kind):
            logger.warning(
                "There are too many lines of %s: those like the last are left out for a minute", record.name
            )
        return False


class ShortFilter(logging.Filter):
    """Drop tracebacks of failures that strangers can cause."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Pass the record without its traceback."""
        record.exc_info = None
        return True
