"""Year in review of a group, and its picture; query parameter `player`: of one player."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_safe

from scorekeeper.charts.frame import short
from scorekeeper.core.i18n.dates import YEARS, today
from scorekeeper.history.evening_svg import NAME, picture
from scorekeeper.history.period_form import days_of_games, years_of
from scorekeeper.history.presentation import ShownPlayer, by_name, player_at, shown_players
from scorekeeper.history.year_review import YearReview, group_review, player_review
from scorekeeper.ledger.presentation import ledger_players
from scorekeeper.people.identity import group_at, person_of
from scorekeeper.people.language import group_language
from scorekeeper.people.messages import group_title
from scorekeeper.people.models import Group, Player


@require_safe
def show(request: HttpRequest, group: str, year: int) -> HttpResponse:
    """Show the year in review."""
    found = group_at(group, person_of(request))
    known = shown_players(ledger_players(found))
    who = player_at(request.GET.get("player", ""), known)
    review = _review(found, known, who, _year_or_404(year))
    context = {
        "group": found,
        "called": who.name if who else group_title(found),
        "who": who,
        "year": year,
        "review": review,
        "years": [each for each in years_of(days_of_games(found)) if each != year and each <= today().year],
        "people": by_name(known),
        "query": f"?player={who.address}" if who else "",
    }
    return render(request, "history/year.html", context)


@require_safe
def svg(request: HttpRequest, group: str, year: int) -> HttpResponse:
    """Return the year in review as an SVG image, in the language of the group's shared texts."""
    found = group_at(group, person_of(request))
    known = shown_players(ledger_players(found))
    who = player_at(request.GET.get("player", ""), known)
    with override(group_language(found.language)):
        review = _review(found, known, who, _year_or_404(year))
        name = short(who.name if who else group_title(found), NAME - len(f" {year}"))
        notes = review.notes if review.rows else [_("No game that counts in this period")]
        drawn = picture(f"{name} {year}", review.about, review.rows, notes)
    return HttpResponse(drawn, content_type="image/svg+xml")


def _review(group: Group, known: dict[int, ShownPlayer], who: ShownPlayer | None, year: int) -> YearReview:
    if who is None:
        return group_review(group, year, known)
    return player_review(group, Player.objects.get(pk=who.number), year)


def _year_or_404(year: int) -> int:
    if year not in YEARS:
        raise Http404
    return year
