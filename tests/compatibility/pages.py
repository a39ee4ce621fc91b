"""Names and figures of a page, without its texts."""

from __future__ import annotations

import html
import re
from collections.abc import Collection

UNSEEN = re.compile(r"<(script|style|template|svg|head)\b.*?</\1>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
# the year is left out while it lasts
DATE = re.compile(
    r"\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*|\b\d{1,2}:\d\d\b|\b20\d\d\b"
)
FIGURE = r"[−-]?\d+(?:[.,]\d+)*"


def figures(page: str, names: Collection[str]) -> list[str]:
    """The names and figures on a page in order, without days and times."""
    text = html.unescape(TAG.sub(" ", UNSEEN.sub(" ", page)))
    return re.findall(rf"\b(?:{'|'.join(names)})\b|{FIGURE}", DATE.sub(" ", re.sub(r"\s+", " ", text)))
