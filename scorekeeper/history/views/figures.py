"""Page of a group's figures over all games: by seat, players, stake; belt, closest game."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from scorekeeper.core.i18n.rounding import half_up
from scorekeeper.games.phrases import and_list
from scorekeeper.history.charts import of_games, percent, points_text, whole, with_the_same
from scorekeeper.history.group_figures import (
    ENOUGH,
    MOST,
    NONE,
    Belt,
    ClosestGame,
    GroupFigures,
    LostLead,
    PlayedGame,
    SeatShare,
    group_figures,
)
from scorekeeper.history.hall_of_fame import names_of
from scorekeeper.history.period_form import read_period
from scorekeeper.history.presentation import (
    ShownPlayer,
    by_name,
    player_at,
    shown_players,
)
from scorekeeper.history.seasons import ranked
from scorekeeper.history.standings import Tally
from scorekeeper.ledger.presentation import ledger_players
from scorekeeper.people.identity import group_at, person_of
from scorekeeper.play.game_names import game_name

Known = Mapping[int, ShownPlayer]


@require_safe
def show(request: HttpRequest, group: str) -> HttpResponse:
    """Show the figures of a group's games in a period."""
    found = group_at(group, person_of(request))
    control = read_period(request, found)
    known = shown_players(ledger_players(found))
    seated = player_at(request.GET.get("player", ""), known)
    figures = group_figures(found, control.period, seated.number if seated else 0)
    context = {
        "group": found,
        "control": control,
        "games": figures.games,
        "most": MOST if figures.games == MOST else 0,
        "enough": ENOUGH,
        "seats_of": _seats_of(figures, known, seated, control.period.query),
        "seats": [_seat(each) for each in figures.seats],
        "unordered": figures.unordered,
        "sizes": [
            {"players": size, "rows": _rows(sums, known)} for size, sums in sorted(figures.by_players.items())
        ],
        "stakes": _stakes(figures, known) if len(figures.by_stake) > 1 else [],
        "belt": _belt(figures.belt, figures.games, known),
        "closest": _closest(figures.closest, known),
        "lost": _lost_lead(figures.lost_lead, known),
    }
    return render(request, "history/figures.html", context)


def _seats_of(
    figures: GroupFigures, known: Known, seated: ShownPlayer | None, period: str
) -> list[tuple[str, str, bool]]:
    """Return (name, link, current) of everybody and of each player with a game."""
    played = {player for sums in figures.by_players.values() for player in sums}
    rest = f"&{period}" if period else ""
    return [
        (_("everybody"), f"?{period}#seats", seated is None),
        *(
            (each.name, f"?player={each.address}{rest}#seats", each == seated)
            for each in by_name(known)
            if each.number in played
        ),
    ]


def _share(tally: Tally) -> dict[str, Any]:
    """Return a share with its sample; `few`: whether there are fewer than `ENOUGH` games."""
    return {
        "won": whole(tally.won),
        "games": whole(tally.games),
        "share": percent(tally.won, tally.games) if tally.games else "–",
        "few": tally.games < ENOUGH,
    }


def _seat(each: SeatShare) -> dict[str, Any]:
    fair = half_up(Fraction(100) * each.fair / each.tally.games)
    return _share(each.tally) | {"seat": each.seat, "fair": percent(int(fair), 100)}


def _rows(sums: Mapping[int, Tally], known: Known) -> list[dict[str, Any]]:
    return [_share(tally) | {"who": known[player]} for player, tally in ranked(dict(sums)) if player in known]


def _stakes(figures: GroupFigures, known: Known) -> list[dict[str, Any]]:
    """Return each player's shares with and without a stake."""
    staked, free = (figures.by_stake.get(each, {}) for each in (True, False))
    players = [player for player in known if player in staked or player in free]
    return [
        {"who": known[player], "pair": [_share(staked.get(player, NONE)), _share(free.get(player, NONE))]}
        for player in sorted(players, key=lambda player: known[player].name.casefold())
    ]


def _belt(belt: Belt | None, games: int, known: Known) -> dict[str, Any] | None:
    if belt is None or belt.holder not in known:
        return None
    return {
        "who": known[belt.holder],
        "since": belt.since,
        "games": belt.games,
        "times": belt.times,
        "sample": of_games(games),
    }


def _closest(found: ClosestGame | None, known: Known) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        **_game(found.game),
        "margin": points_text(found.margin),
        "winners": [known[player].name for player in found.game.winners if player in known],
        "sample": _with_margin(found.games),
        "others": with_the_same(found.others),
    }


def _with_margin(count: int) -> str:
    """Return the number of games in which one side won by points."""
    return ngettext("of %(count)s game won by points", "of %(count)s games won by points", count) % {
        "count": whole(count)
    }


def _lost_lead(lead: LostLead | None, known: Known) -> dict[str, Any] | None:
    if lead is None:
        return None
    return {
        **_game(lead.game),
        "points": points_text(lead.points),
        "who": and_list(names_of(lead.players, known)),
        "games": lead.games,
        "others": with_the_same(lead.others),
    }


def _game(game: PlayedGame) -> dict[str, Any]:
    result = game.result
    return {
        "address": result.session.address,
        "name": game_name(result.game, result.variant.rules),
        "day": result.day,
    }
