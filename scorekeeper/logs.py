"""One event, one line, in UTC."""

import copy
import logging
import re
import time

# A name with a line break or an escape code in it must not be able to forge a line of the log.
_VISIBLE = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160), 0x2028, 0x2029)}

# Whoever reads the log must not be able to sit down at a table, come into a group or be somebody else: what stands
# behind these is a secret.
_SECRET = re.compile(r"(/(?:join|live|in)/|/carry/\?)[^\s\"']+")


class LineFormatter(logging.Formatter):
    """Time, level, logger and message; control characters are shown, not obeyed, and links are cut off.

    A traceback is for failures of ours. Below an error the message says it all, and strangers can cause as many as
    they like.
    """

    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """Format a record; another handler still gets it whole."""
        if record.levelno < logging.ERROR and (record.exc_info or record.exc_text):
            record = copy.copy(record)
            record.exc_info = record.exc_text = None
        return super().format(record)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name is logging's
        """Format the line itself; a traceback below it keeps its line breaks."""
        return _SECRET.sub(r"\1...", super().formatMessage(record)).translate(_VISIBLE)


class ShortFilter(logging.Filter):
    """Leave the traceback out where the message says it all: strangers can cause as many as they like."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let the record pass without its traceback."""
        record.exc_info = None
        return True
