"""How a phone is shown the way to a table: the link, the picture of it, and the name of the site to type at."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from scorekeeper import home

from .models import Session
from .passes import token_of

INK, IVORY = "#1A2046", "#FFF9EA"  # in the dark too: cameras want dark on light
MARGIN = 4  # modules, as the standard asks for


@dataclass(frozen=True, slots=True)
class Invitation:
    """`link`: opens the table. `site`: where a code is typed. `reachable`: whether other phones can open either."""

    link: str
    site: str
    reachable: bool = True

    @property
    def picture(self) -> SafeString:
        """The link as a QR code, drawn without a style of its own."""
        code = segno.make(self.link, error="m", micro=False)
        svg = code.svg_inline(
            border=MARGIN, dark=INK, light=IVORY, omitsize=True, svgclass=None, lineclass=None
        )
        return mark_safe(svg)  # noqa: S308 - made of numbers


def invitation(request: HttpRequest, session: Session) -> Invitation:
    """The way to a table by the host that was asked; by one that phones can reach where that is this machine."""
    host, reachable = _host(request)
    site = f"{request.scheme}://{host}"
    link = site + reverse("come", args=[session.address, token_of(session)])
    return Invitation(link, host + reverse("join"), reachable)


def _host(request: HttpRequest) -> tuple[str, bool]:
    """The host for other phones, and whether it can be one: none of them can open localhost."""
    asked = request.get_host()
    name = urlsplit(f"//{asked}").hostname or ""
    if settings.PRODUCTION or not _is_loopback(name):
        return asked, True
    found = home.phone_addresses()
    if not found:
        return asked, False
    return found[0] + asked.removeprefix(f"[{name}]" if ":" in name else name), True


def _is_loopback(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"
