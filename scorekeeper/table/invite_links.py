"""How a phone is shown the way to a table: the link, the picture of it, and the name of the site to type at."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString

from scorekeeper.core.web.qr import host_for_phones, picture
from scorekeeper.play.models import Session
from scorekeeper.play.passes import token_of


@dataclass(frozen=True, slots=True)
class Invitation:
    """`link`: opens the table. `site`: where a code is typed. `reachable`: whether other phones can open either."""

    link: str
    site: str
    reachable: bool = True

    @property
    def picture(self) -> SafeString:
        """The link as a QR code, drawn without a style of its own."""
        return picture(self.link)


def invitation(request: HttpRequest, session: Session) -> Invitation:
    """The way to a table by the host that was asked; by one that phones can reach where that is this machine."""
    host, reachable = host_for_phones(request)
    site = f"{request.scheme}://{host}"
    link = site + reverse("come", args=[session.address, token_of(session)])
    return Invitation(link, host + reverse("join"), reachable)
