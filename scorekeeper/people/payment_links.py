"""How a player may be paid: web addresses and handles, a line each. Only a web address is ever made a link.

It may be typed without its beginning, paypal.me/ana, where it is plainly an address: a name of a host in small letters
with a path behind it, or one that begins with "www.".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

MOST, LONGEST = 3, 200
_SCHEME = re.compile(r"\s*([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_WEB = frozenset({"http", "https"})
_LABEL = r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?"
_BARE = re.compile(rf"(?:www\.(?:{_LABEL}\.)+[a-z]{{2,}}(?:/\S*)?|(?:{_LABEL}\.)+[a-z]{{2,}}/[^\s/]\S*)")
# what a browser would run or read from the phone, in whatever place it stands
_NEVER = frozenset({"javascript", "data", "vbscript", "file", "blob", "about"})


@dataclass(frozen=True, slots=True)
class PayLink:
    """One way to pay somebody. `href`: empty where it is only a text to copy."""

    text: str
    href: str

    @property
    def short(self) -> str:
        """The text without what every web address begins with."""
        return self.href.partition("://")[2].rstrip("/") if self.href else self.text


def pay_links(kept: str) -> list[PayLink]:
    """The ways of a player, as they are kept."""
    return [PayLink(line, _href(line)) for line in kept.splitlines() if not _fault(line)]


def tidy_links(typed: str) -> str:
    """What was typed as it is kept: without empty lines and blanks at the ends."""
    lines = (line.strip() for line in typed.replace("\r", "\n").split("\n"))
    return "\n".join(dict.fromkeys(line for line in lines if line))


def links_fault(tidy: str) -> str:
    """The code of what is wrong with tidy lines: `links_many`, `link_long`, `link_odd`; empty if nothing."""
    lines = tidy.splitlines()
    if len(lines) > MOST:
        return "links_many"
    return next((fault for line in lines if (fault := _fault(line))), "")


# --- inside ----------------------------------------------------------------------------------------------


def _fault(line: str) -> str:
    if len(line) > LONGEST:
        return "link_long"
    scheme = _SCHEME.match(line)
    bad = scheme is not None and scheme[1].lower() in _NEVER
    return "link_odd" if bad or not line.isprintable() or "\x00" in line else ""


def _href(line: str) -> str:
    if _BARE.fullmatch(line):
        return f"https://{line}"
    return line if _is_web(line) else ""


def _is_web(line: str) -> bool:
    try:
        parts = urlsplit(line)
        return parts.scheme.lower() in _WEB and bool(parts.hostname) and " " not in line
    except ValueError:
        return False
