"""Where a phone goes on after it has sent something."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect


def see_other(address: str) -> HttpResponse:
    """Go on to an address after something was done: the page there is fetched, nothing is sent twice."""
    response = redirect(address)
    response.status_code = 303
    return response
