"""The page to move to another phone, or to the app on the home screen, with a code."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.core.i18n.punctuation import clauses, listed
from scorekeeper.core.web.middleware import holds_a_secret
from scorekeeper.core.web.qr import host_for_phones, picture
from scorekeeper.people import rate_limits
from scorekeeper.people.device_transfer import LIVES, make_code, person_of_code, redeem_code
from scorekeeper.people.groups import groups_of
from scorekeeper.people.identity import group_of, person_of
from scorekeeper.people.login import log_in_and_redirect
from scorekeeper.people.models import Person
from scorekeeper.people.names import isolated
from scorekeeper.people.one_time_codes import in_fours, normalize
from scorekeeper.people.rate_limits import too_many_attempts
from scorekeeper.play.models import Participation

CODES = "device transfer code"
NAMED = 3  # most groups shown, and most players shown of an unnamed group


@holds_a_secret
@require_http_methods(["GET", "HEAD", "POST"])
def transfer(request: HttpRequest) -> HttpResponse:
    """Make a code on the old phone, or enter it on the new one.

    The code may come in a link that a camera reads. Opening the link does not use the code up.
    """
    person = person_of(request)
    if request.method != "POST":
        typed = request.GET.get("code", "").strip()[:40]
        guest = person is not None and not person.has_account and _has_games(request)
        code = normalize(typed) if guest else None
        return _page(request, typed=typed) if code is None else _ask_to_join(request, typed, code)
    if "code" in request.POST:
        return _use_code(request)
    if person is None or not (person.has_account or _has_games(request)):
        return _page(request, wrong=_("There is nothing to move yet: start a game first."), status=422)
    verdict = rate_limits.allow("device transfer code made", f"person {person.pk}")
    if not verdict:
        return too_many_attempts(verdict.wait, lambda wrong: _page(request, wrong=wrong, status=429))
    return _page(request, code=in_fours(make_code(person)))


def _use_code(request: HttpRequest) -> HttpResponse:
    """Log this browser in as the person who made the code."""
    typed = request.POST["code"].strip()[:40]
    code = normalize(typed)
    if code is None:
        wrong = _("A code has eight letters and digits, such as 7KQM 2XHD.")
        return _page(request, typed=typed, wrong=wrong, status=422)
    person = person_of(request)
    if person is not None and person.has_account:
        wrong = _("This phone is already logged in. Log out first, then use the code.")
        return _page(request, typed=typed, wrong=wrong, status=422)
    if _has_games(request) and "both" not in request.POST:
        return _ask_to_join(request, typed, code)
    verdict = rate_limits.allow(CODES, request)
    if not verdict:
        return too_many_attempts(
            verdict.wait, lambda wrong: _page(request, typed=typed, wrong=wrong, status=429)
        )
    behind = redeem_code(code)
    if behind is None:
        return _page(request, typed=typed, wrong=_gone(), status=422)
    rate_limits.uncount(verdict)
    return log_in_and_redirect(request, behind)


def _ask_to_join(request: HttpRequest, typed: str, code: str) -> HttpResponse:
    """Ask whether to merge the games of both phones, naming the code's groups: it is final."""
    sent = request.method == "POST"
    verdict = rate_limits.allow(CODES, request)
    if not verdict:
        return too_many_attempts(verdict.wait, lambda wrong: _page(request, wrong=wrong, status=429))
    behind = person_of_code(code)
    if behind is None:
        return _page(request, wrong=_gone(), status=422 if sent else 200)
    rate_limits.uncount(verdict)
    return _page(request, typed=typed, code_groups=_group_names(behind), status=422 if sent else 200)


def _group_names(person: Person) -> str:
    """Return a person's groups by name, else by some of their players; empty without groups."""
    texts = []
    for group in groups_of(person)[:NAMED]:
        players = group.players.filter(merged_into=None).order_by("pk")[:NAMED]
        names = [group.name] if group.name else [player.name for player in players]
        texts += [isolated(listed(names))] if names else []
    return clauses(texts)


def _gone() -> str:
    return _("This code no longer works. Make a new one in the browser where your games are.")


def _page(
    request: HttpRequest,
    *,
    code: tuple[str, ...] | None = None,
    typed: str = "",
    code_groups: str = "",
    wrong: str = "",
    status: int = 200,
) -> HttpResponse:
    person = person_of(request)
    has_account = person is not None and person.has_account
    known = has_account or _has_games(request)
    context: dict[str, Any] = {
        "known": known,
        "both": known and not has_account and normalize(typed) is not None,
        "link": _link(request, code) if code else None,
        "secure": request.is_secure() or request.get_host().partition(":")[0] in ("localhost", "127.0.0.1"),
        "code": code,
        "minutes": LIVES.seconds // 60,
        "typed": typed,
        "code_groups": code_groups,
        "wrong": wrong,
    }
    return render(request, "table/device_transfer.html", context, status=status)


def _link(request: HttpRequest, code: tuple[str, ...]) -> dict[str, Any]:
    """Return the QR code of this page with the code, and whether another phone can open it."""
    host, reachable = host_for_phones(request)
    address = f"{request.scheme}://{host}{reverse('device_transfer', query={'code': ''.join(code)})}"
    return {"picture": picture(address), "reachable": reachable}


def _has_games(request: HttpRequest) -> bool:
    """Return whether the visitor has games that could be moved or lost."""
    person = person_of(request)
    if person is None:
        return False
    return group_of(person) is not None or Participation.objects.filter(person=person, removed=None).exists()
