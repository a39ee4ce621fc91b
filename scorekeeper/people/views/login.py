"""Log in by a passkey or a recovery code, and log out, here or everywhere."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.core.db.write_lock import writing
from scorekeeper.core.web.http import see_other
from scorekeeper.people import passkeys, rate_limits, recovery_codes
from scorekeeper.people.account import recheck_account
from scorekeeper.people.identity import person_of, person_required
from scorekeeper.people.login import log_in_and_redirect
from scorekeeper.people.logout import delete_device_cookies, log_out, log_out_everywhere
from scorekeeper.people.models import Person
from scorekeeper.people.passkeys import PasskeyError, unavailable_reason
from scorekeeper.people.rate_limits import too_many_attempts

LOGIN_LIMIT = "log in"


@require_http_methods(["GET", "HEAD", "POST"])
def login_page(request: HttpRequest) -> HttpResponse:
    """Show the login methods; a POST logs in and merges the guest of this browser."""
    person = person_of(request)
    if person is not None and person.has_account:
        return see_other(reverse("account"))
    if request.method != "POST":
        return _page(request)
    if "credential" not in request.POST and "code" not in request.POST:
        raise Http404
    if "code" in request.POST and recovery_codes.CODES.normalize(request.POST["code"][:80]) is None:
        wrong = _("A recovery code has sixteen letters and digits, in groups of four, as on your paper.")
        return _page(request, wrong=wrong, status=422)
    verdict = rate_limits.allow(LOGIN_LIMIT, request)
    if not verdict:
        return too_many_attempts(verdict.wait, lambda wrong: _page(request, wrong=wrong, status=429))
    found, wrong = _by_passkey(request) if "credential" in request.POST else _by_code(request)
    if found is None:
        return _page(request, wrong=wrong, status=422)
    rate_limits.uncount(verdict)
    return log_in_and_redirect(request, found)


@person_required
def logout_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Ask before logging out.

    The script of the page warns about unsent entries in the outbox.
    """
    if request.method != "POST":
        return render(request, "people/logout.html", {"person": person})
    do = request.POST.get("do")
    if do not in ("here", "everywhere"):
        raise Http404
    if do == "here":
        log_out(request, person)
    else:
        with writing():
            log_out_everywhere(person)
        logout(request)
    return delete_device_cookies(
        render(request, "people/logged_out.html", {"everywhere": do == "everywhere"})
    )


def _by_passkey(request: HttpRequest) -> tuple[Person | None, str]:
    try:
        with writing():
            person = passkeys.authenticate(request, request.POST["credential"])
    except PasskeyError:
        return None, _("This passkey is not known here, or the answer came too late. Try again.")
    _count_login(person)
    return person, ""


def _by_code(request: HttpRequest) -> tuple[Person | None, str]:
    code = recovery_codes.CODES.normalize(request.POST["code"][:80]) or ""
    person = recovery_codes.person_of_code(code)
    if person is not None:
        # counted before the code is used: a refused attempt must not cost a code
        _count_login(person)
        with writing():
            used = recovery_codes.use_code(code)
            if used:
                recheck_account(person)
        if used:
            return person, ""
    return None, _("This code does not work, or was used before. Take the next one.")


def _count_login(person: Person) -> None:
    """Count the logins of a person, because a copied key could be used without end.

    Raises RateLimitError.
    """
    rate_limits.must_allow("login of a person", f"person {person.pk}")


def _page(request: HttpRequest, *, wrong: str = "", status: int = 200) -> HttpResponse:
    by_code = "code" in request.POST
    context = {
        "guest": person_of(request) is not None,
        "unavailable": unavailable_reason(request),
        "mail": settings.MAIL,
        "typed": request.POST.get("code", "")[:40],
        "wrong_code": wrong if by_code else "",
        "wrong": "" if by_code else wrong,
    }
    return render(request, "people/login.html", context, status=status)
