"""The groups of a person: which one he plays in, and a new one."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scorekeeper.people import groups
from scorekeeper.people.groups import GroupError
from scorekeeper.people.guests import ensure_person, group_at, person_of, remember
from scorekeeper.people.names import fault, tidy
from scorekeeper.people.wording import called, explain
from scorekeeper.redirects import see_other
from scorekeeper.writers import writing


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest) -> HttpResponse:
    """All groups of whoever asks: a tap on one and he plays in it; a name and there is another."""
    if request.method != "POST":
        return _page(request)
    if request.POST.get("do") == "choose":
        return _choose(request)
    if request.POST.get("do") != "begin":
        raise Http404
    name = tidy(request.POST.get("name", ""))
    code = fault(name)
    if code:
        return _page(request, wrong=explain(code))
    try:
        groups.found(ensure_person(request), name)
    except GroupError as error:
        return _page(request, wrong=explain(error.code))
    remember(request)
    return see_other(reverse("home"))


def _choose(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    group = group_at(request.POST.get("group", ""), person)
    assert person is not None
    with writing():
        groups.choose(person, group)
    return see_other(reverse("home"))


def _page(request: HttpRequest, *, wrong: str = "") -> HttpResponse:
    person = person_of(request)
    mine = groups.groups_of(person) if person else []
    current = groups.current_of(person, mine) if person else None
    context = {
        "rows": [(group, called(group), group == current) for group in mine],
        "typed": request.POST.get("name", ""),
        "wrong": wrong,
    }
    return render(request, "people/groups.html", context, status=422 if wrong else 200)
