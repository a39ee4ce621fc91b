"""Links for other phones: by a host that they can reach, and as a picture that their cameras read."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from scorekeeper.core.conf import home_mode

INK, IVORY = "#1A2046", "#FFF9EA"  # in the dark too: cameras want dark on light
MARGIN = 4  # modules, as the standard asks for


def picture(link: str) -> SafeString:
    """A link as a QR code, drawn without a style of its own."""
    code = segno.make(link, error="m", micro=False)
    svg = code.svg_inline(border=MARGIN, dark=INK, light=IVORY, omitsize=True, svgclass=None, lineclass=None)
    return mark_safe(svg)  # noqa: S308 - made of numbers


def host_for_phones(request: HttpRequest) -> tuple[str, bool]:
    """The host for other phones, and whether it can be one: none of them can open localhost."""
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
