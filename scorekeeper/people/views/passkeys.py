"""Passkeys of a person: list, add, remove, and the WebAuthn options for the browser."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scorekeeper.core.db.write_lock import writing
from scorekeeper.core.web.http import see_other
from scorekeeper.core.web.numbers import number_of
from scorekeeper.people import passkeys, rate_limits
from scorekeeper.people.account import mark_as_account, recheck_account
from scorekeeper.people.identity import person_of, person_required
from scorekeeper.people.models import Person
from scorekeeper.people.passkeys import PasskeyError


@person_required
def show(request: HttpRequest, person: Person) -> HttpResponse:
    """List the passkeys of a person; a POST adds or removes one."""
    if request.method != "POST":
        return _page(request, person)
    do = request.POST.get("do")
    if do == "remove":
        with writing():
            deleted = passkeys.remove(person, number_of(request.POST.get("passkey", "")))
            if deleted:
                recheck_account(person)
        if deleted:
            return see_other(reverse("passkeys") + "?notice=removed")
    if do != "add":
        raise Http404
    if len(passkeys.passkeys_of(person)) >= passkeys.MOST:
        return _page(request, person, wrong=_("You have the maximum number of passkeys. Remove one first."))
    try:
        with writing():
            name = passkeys.passkey_name(request.POST.get("name", ""), person)
            passkeys.add(request, person, request.POST.get("credential", ""), name)
    except PasskeyError:
        return _page(request, person, wrong=_("The phone’s answer did not fit or came too late. Try again."))
    mark_as_account(request, person)
    return see_other(reverse("passkeys") + "?notice=added")


@require_POST
def webauthn_options(request: HttpRequest) -> HttpResponse:
    """Return the WebAuthn options for a registration or a login as JSON."""
    rate_limits.must_allow("passkey challenge", request)
    person = person_of(request)
    if request.POST.get("do") == "who":
        return JsonResponse(passkeys.authentication_options(request))
    if person is None:
        raise Http404
    return JsonResponse(passkeys.registration_options(request, person))


def _page(request: HttpRequest, person: Person, *, wrong: str = "") -> HttpResponse:
    known = passkeys.passkeys_of(person)
    context = {
        "passkeys": known,
        "confirming": next((each for each in known if str(each.number) == request.GET.get("remove")), None),
        "alone": len(known) == 1,
        "unavailable": passkeys.unavailable_reason(request),
        "typed": request.POST.get("name", "")[: passkeys.LONGEST_NAME],
        "longest": passkeys.LONGEST_NAME,
        "notice": request.GET.get("notice", ""),
        "wrong": wrong,
    }
    return render(request, "people/passkeys.html", context, status=422 if wrong else 200)
