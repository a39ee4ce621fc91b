"""Page of a group's seasons, with the table of each; the owner names and closes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from scorekeeper.core.i18n.dates import today
from scorekeeper.core.web.http import see_other
from scorekeeper.core.web.numbers import number_of
from scorekeeper.history import seasons
from scorekeeper.history.charts import percent
from scorekeeper.history.models import Season
from scorekeeper.history.period_form import DayField
from scorekeeper.history.standings import Tally
from scorekeeper.ledger.presentation import LedgerPlayer, ledger_players
from scorekeeper.people.forms import TidiedField
from scorekeeper.people.groups import GroupError
from scorekeeper.people.identity import group_at, person_of
from scorekeeper.people.models import Group, Member, Person
from scorekeeper.people.names import name_error, tidy


class SeasonForm(forms.Form):
    """Form of a new or an open season."""

    name = TidiedField(tidy, name_error)
    first = DayField()
    last = DayField()

    def clean(self) -> dict[str, Any]:
        """Refuse a last day before the first."""
        first, last = self.cleaned_data.get("first"), self.cleaned_data.get("last")
        if first is not None and last is not None and last < first:
            self.add_error("last", gettext_lazy("The last day is before the first."))
        return self.cleaned_data


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, group: str) -> HttpResponse:
    """List the seasons of a group; a POST of the owner names, changes, closes, reopens or deletes one."""
    person = person_of(request)
    found = group_at(group, person)
    assert person is not None
    if request.method != "POST":
        return _page(request, found, person)
    try:
        form = _do(request, found, person)
    except GroupError as error:
        raise Http404 from error
    if form is not None:
        return _page(request, found, person, form)
    return see_other(reverse("seasons", args=[group]))


def _do(request: HttpRequest, group: Group, person: Person) -> SeasonForm | None:
    """Carry out the request; return the form of a season if it has errors."""
    do = request.POST.get("do", "")
    if do == "create":
        return _save(request, partial(seasons.create, group, person))
    season = Season.objects.filter(group=group, pk=number_of(request.POST.get("season", ""))).first()
    actions = {"close": seasons.close, "reopen": seasons.reopen, "delete": seasons.delete}
    if season is None or do not in {*actions, "change"}:
        raise Http404
    if do == "change":
        return _save(request, partial(seasons.change, season, person))
    actions[do](season, person)
    return None


def _save(request: HttpRequest, save: Callable[[str, date, date], None]) -> SeasonForm | None:
    """Save the fields of a season; return the form if it has errors."""
    form = SeasonForm(request.POST)
    if form.is_valid():
        try:
            save(*(form.cleaned_data[each] for each in ("name", "first", "last")))
        except seasons.TooManySeasonsError:
            form.add_error("name", _("The group has very many seasons. Delete one first."))
        except seasons.SeasonNameTakenError:
            form.add_error("name", _("The group already has a season of that name."))
    return None if form.is_valid() else form


def _page(request: HttpRequest, group: Group, person: Person, sent: SeasonForm | None = None) -> HttpResponse:
    """Show the seasons.

    `sent`: form with errors, of the season in the request or of a new one.
    """
    known, found = ledger_players(group), seasons.seasons_of(group)
    tables = seasons.tables_of(group, found)
    context = {
        "group": group,
        "seasons": [
            _season(each, tables.get(each.pk), known)
            | {"asked": _asked(request, each), "form": _change_form(request, each, sent)}
            for each in found
        ],
        "form": sent if sent and "season" not in request.POST else SeasonForm(),
        "owner": Member.objects.filter(group=group, person=person, owner=True).exists(),
    }
    return render(request, "history/seasons.html", context, status=422 if sent else 200)


def _asked(request: HttpRequest, season: Season) -> str:
    """Return the action to confirm: deleting an open season, reopening a closed one; empty for none."""
    action = "reopen" if season.closed_at else "delete"
    return action if number_of(request.GET.get(action, "")) == season.pk else ""


def _change_form(request: HttpRequest, season: Season, sent: SeasonForm | None) -> SeasonForm | None:
    """Return the form to change an open season, if the request asks for it; `sent` if it is of this season."""
    if season.closed_at:
        return None
    if number_of(request.POST.get("season", "")) == season.pk:
        return sent
    if number_of(request.GET.get("change", "")) != season.pk:
        return None
    days = {"first": season.first.isoformat(), "last": season.last.isoformat()}
    return SeasonForm(initial={"name": season.name, **days})


def _season(
    season: Season, table: Mapping[int, Tally] | None, known: Mapping[int, LedgerPlayer]
) -> dict[str, Any]:
    """Return a season, with the rows of its table if it has one."""
    rows: dict[int, Tally] = {}
    for player, row in (table or {}).items():
        if player in known:  # rows of players that were merged later are added up
            number = known[player].number
            before = rows.get(number, Tally(0, 0))
            rows[number] = Tally(before.won + row.won, before.games + row.games)
    return {
        "season": season,
        "query": seasons.period_of(season).query,
        "has_table": table is not None,
        "ahead": season.first > today(),
        "rows": [
            {"who": known[player], "won": row.won, "games": row.games, "share": percent(row.won, row.games)}
            for player, row in seasons.ranked(rows)
        ],
    }
