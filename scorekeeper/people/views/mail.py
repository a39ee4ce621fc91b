"""E-mail page: type an address, then the code sent to it.

It logs in, or makes an account of a guest. Only a right code shows which of the two. Without a mail server the page
does not exist.
"""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.core.db.write_lock import writing
from scorekeeper.core.web.http import see_other
from scorekeeper.people import mail, rate_limits
from scorekeeper.people.account import mark_as_account, recheck_account
from scorekeeper.people.identity import person_of
from scorekeeper.people.login import OtherAccountError, log_in_as
from scorekeeper.people.rate_limits import too_many_attempts

CODE_LIMIT = "mail code"


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest) -> HttpResponse:
    """Show the form for the address, or for the code where one was sent."""
    if not settings.MAIL:
        raise Http404
    if request.method != "POST":
        return _page(request)
    do = {"send": _send, "code": _check_code, "again": _start_over, "remove": _remove}.get(
        request.POST.get("do", "")
    )
    if do is None:
        raise Http404
    return do(request)


def _send(request: HttpRequest) -> HttpResponse:
    """Send a code to the typed address; the response is the same for known and unknown ones."""
    typed = request.POST.get("address", "")[: mail.LONGEST + 1]
    address = mail.normalize_address(typed)
    if address is None:
        wrong = _("An address looks like ana@example.org.")
        return _page(request, typed=typed, wrong=wrong, status=422)
    verdict = rate_limits.allow("mail from in a day", request) and rate_limits.allow("mail from", request)
    for purpose in ("mail to in a day", "mail to"):
        verdict = verdict and rate_limits.allow(purpose, f"mail {address}")
    if not verdict:
        return too_many_attempts(
            verdict.wait, lambda wrong: _page(request, typed=typed, wrong=wrong, status=429)
        )
    try:
        mail.send_code(request, address)
    except mail.MailError:
        wrong = _("The mail server does not answer, so no code was sent. Try again in a minute.")
        return _page(request, typed=typed, wrong=wrong, status=422)
    return see_other(reverse("mail"))


def _check_code(request: HttpRequest) -> HttpResponse:
    """Check the typed code, with limits per client and per code."""
    pending, typed = mail.pending_code(request), request.POST.get("code", "")[:40]
    if pending is None:
        return _page(request, wrong=_("The code is no longer valid. Ask for another one."), status=422)
    # per code, so that other browsers with the same address cannot use up the attempts
    verdict = rate_limits.allow(CODE_LIMIT, request)
    attempt = verdict and rate_limits.allow("mail code tries", f"code {pending.key}")
    if not attempt:
        return too_many_attempts(
            attempt.wait, lambda wrong: _page(request, code=typed, wrong=wrong, status=429)
        )
    address = mail.redeem_code(request, mail.CODES.normalize(typed) or "")
    if address is None:
        wrong = _("That is not the code. It has eight letters and digits, such as 7KQM 2XHD.")
        return _page(request, code=typed, wrong=wrong, status=422)
    rate_limits.uncount(verdict)
    return _use_address(request, address)


def _use_address(request: HttpRequest, address: str) -> HttpResponse:
    """Log in as the person of a proven address, or add an unknown address to the current person."""
    person, known = person_of(request), mail.person_at(address)
    try:
        if known is not None and known != person:
            log_in_as(request, known)
            return see_other(reverse("home"))
        if person is None:
            wrong = _(
                "No games are kept under this address. Play first: they can be kept after the first game."
            )
            return _page(request, typed=address, wrong=wrong, status=422)
        mail.set_address(person, address)
    except (OtherAccountError, mail.TakenError):
        wrong = _("This address opens another account. Log out here first, then log in with it.")
        return _page(request, typed=address, wrong=wrong, status=422)
    mark_as_account(request, person)
    return see_other(reverse("account"))


def _start_over(request: HttpRequest) -> HttpResponse:
    """Discard the code and show the form of the address."""
    mail.discard_code(request)
    return see_other(reverse("mail"))


def _remove(request: HttpRequest) -> HttpResponse:
    """Remove the address of the person."""
    person = person_of(request)
    if person is None:
        raise Http404
    with writing():
        mail.remove_address(person)
        recheck_account(person)
    return see_other(reverse("mail"))


def _page(
    request: HttpRequest, *, typed: str = "", code: str = "", wrong: str = "", status: int = 200
) -> HttpResponse:
    person = person_of(request)
    context = {
        "person": person,
        "address": mail.address_of(person) if person else "",
        "waits": "" if typed else mail.pending_address(request),
        "minutes": mail.LIVES.seconds // 60,
        "typed": typed,
        "code": code,
        "wrong": wrong,
    }
    return render(request, "people/mail.html", context, status=status)
