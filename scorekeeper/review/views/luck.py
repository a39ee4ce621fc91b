"""Page of luck and skill: means of each player over all games, by variant, month, evening."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper.core.i18n.dates import show_day, show_month
from scorekeeper.history.charts import tenths
from scorekeeper.history.period_form import read_period
from scorekeeper.history.presentation import ShownPlayer, shown_players
from scorekeeper.history.variants import played_variants
from scorekeeper.ledger.presentation import ledger_players
from scorekeeper.people.identity import group_at, person_of
from scorekeeper.review.luck import MOST, Mean, PlayerLuck, by_player, group_luck
from scorekeeper.review.player_texts import signed_tenths

MOST_BLOCKS = 24  # newest months or evenings on the page
Title = Callable[[PlayerLuck], str]


@require_safe
def show(request: HttpRequest, group: str) -> HttpResponse:
    """Show luck and choices of a group's dice games in a period."""
    found = group_at(group, person_of(request))
    control = read_period(request, found)
    luck = group_luck(found, control.period)
    known = shown_players(ledger_players(found))
    names = {variant.number: variant.called for variant in played_variants(found)}
    titles: dict[str, tuple[str, Title]] = {
        "": (_("variant"), lambda row: names.get(row.result.variant_id, "")),
        "month": (_("month"), lambda row: show_month(row.result.day)),
        "evening": (_("evening"), lambda row: show_day(row.result.day)),
    }
    by = request.GET.get("by", "")
    by = by if by in titles else ""
    context = {
        "group": found,
        "control": control,
        "luck": luck,
        "most": MOST if luck.games == MOST else 0,
        "by": by,
        "ways": [(key, name) for key, (name, _title) in titles.items()],
        "blocks": _blocks(luck.rows, titles[by][1], known),
    }
    return render(request, "review/luck.html", context)


def _blocks(
    rows: Sequence[PlayerLuck], title: Title, known: Mapping[int, ShownPlayer]
) -> list[dict[str, Any]]:
    """Return a table for each title, in the order of the rows, which is from the newest game."""
    parts: dict[str, list[PlayerLuck]] = {}
    for row in rows:
        if row.player in known:
            parts.setdefault(title(row), []).append(row)
    return [{"title": name, "rows": _rows(part, known)} for name, part in list(parts.items())[:MOST_BLOCKS]]


def _rows(rows: Sequence[PlayerLuck], known: Mapping[int, ShownPlayer]) -> list[dict[str, Any]]:
    """Return the rows of a table, the player who gave least away first."""
    sums = sorted(
        by_player(rows).items(), key=lambda each: (each[1][2].value, known[each[0]].name.casefold())
    )
    return [
        {
            "who": known[player],
            "games": games,
            "luck": signed_tenths(luck.value),
            "luck_error": _error(luck),
            "given_away": tenths(given_away.value),
            "given_away_error": _error(given_away),
        }
        for player, (games, luck, given_away) in sums
    ]


def _error(mean: Mean) -> str:
    return "" if mean.error is None else f"±\N{NO-BREAK SPACE}{tenths(mean.error)}"
