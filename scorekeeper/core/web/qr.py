"""Links for other phones: the host that they can reach, and QR codes."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from scorekeeper.core.conf import home_mode

INK, IVORY = "#1A2046", "#FFF9EA"  # also in the dark theme: cameras need a dark code on a light ground
MARGIN = 4  # modules; the QR standard requires four


def picture(link: str) -> SafeString:
    """A link as a QR code in SVG, without styles of its own."""
    code = segno.make(link, error="m", micro=False)
    svg = code.svg_inline(border=MARGIN, dark=INK, light=IVORY, omitsize=True, svgclass=None, lineclass=None)
    return mark_safe(svg)  # noqa: S308 - made of numbers


def host_for_phones(request: HttpRequest) -> tuple[str, bool]:
    """The host for other phones, and whether they can reach it.

    No other phone can reach localhost.
    """
    asked = request.get_host()
    name = urlsplit(f"//{asked}").hostname or ""
    if settings.PRODUCTION or not _is_loopback(name):
        return asked, True
    found = home_mode.phone_addresses()
    if not found:
        return asked, False
    return found[0] + asked.removeprefix(f"[{name}]" if ":" in name else name), True


def _is_loopback(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"
