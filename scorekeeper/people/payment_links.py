"""Payment links of players: web addresses and handles, one per line.

Only a web address becomes a link. The scheme may be left out (paypal.me/ana) where the line is plainly an address: a
host in lower case with a path, or one that starts with "www.".
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
# schemes that a browser would run or read from the device
_NEVER = frozenset({"javascript", "data", "vbscript", "file", "blob", "about"})

# paths of providers whose public links may end in an amount, and their currencies; None for all, named by their code
_AMOUNT_PATHS: dict[str, tuple[re.Pattern[str], frozenset[str] | None]] = {
    "paypal.me": (re.compile(r"/\w+/?"), None),
    "paypal.com": (re.compile(r"/paypalme/\w+/?"), None),
    "cash.app": (re.compile(r"/[$£]\w+/?"), frozenset({"USD", "GBP"})),
    "monzo.me": (re.compile(r"/[\w-]+/?"), frozenset({"GBP"})),
    "bunq.me": (re.compile(r"/[\w.-]+/?"), frozenset({"EUR"})),
}


@dataclass(frozen=True, slots=True)
class PaymentLink:
    """One payment link.

    `href`: empty for a text that can only be copied.
    """

    text: str
    href: str

    @property
    def short(self) -> str:
        """The web address without its scheme, or the text."""
        return self.href.partition("://")[2].rstrip("/") if self.href else self.text

    def for_amount(self, amount: str, currency: str) -> PaymentLink:
        """Return the link with an amount if its provider offers that: paypal.me/ana/7.30EUR.

        `amount`: decimal string. Other links stay as they are.
        """
        parts = urlsplit(self.href) if self.href else None
        if parts is None or parts.query or parts.fragment:
            return self
        path, currencies = _AMOUNT_PATHS.get((parts.hostname or "").removeprefix("www."), (None, None))
        if path is None or not path.fullmatch(parts.path) or (currencies and currency not in currencies):
            return self
        href = f"{self.href.rstrip('/')}/{amount}{'' if currencies else currency}"
        return PaymentLink(self.text, href)


def payment_links(stored: str) -> list[PaymentLink]:
    """Return the links in a stored text."""
    return [PaymentLink(line, _href(line)) for line in stored.splitlines() if not _line_error(line)]


def tidy_links(typed: str) -> str:
    """Return typed lines for storage: stripped, without empty and repeated ones."""
    lines = (line.strip() for line in typed.replace("\r", "\n").split("\n"))
    return "\n".join(dict.fromkeys(line for line in lines if line))


def links_error(tidy: str) -> str:
    """Return the error code of tidy lines; empty for valid ones.

    The codes are `links_many`, `link_long` and `link_odd`.
    """
    lines = tidy.splitlines()
    if len(lines) > MOST:
        return "links_many"
    return next((error for line in lines if (error := _line_error(line))), "")


def _line_error(line: str) -> str:
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
