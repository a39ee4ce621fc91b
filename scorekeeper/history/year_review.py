"""Year in review of a group or of one player: rows for the page and for the picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.core.i18n.dates import show_day
from scorekeeper.core.i18n.punctuation import clauses, labelled, listed
from scorekeeper.ledger.presentation import phrased
from scorekeeper.people.models import Group, Player

from .charts import percent, whole, with_the_same
from .evening_svg import PictureRow
from .extremes import pots
from .group_figures import ClosestGame, PlayedGame, closest_game, played_games
from .hall_of_fame import HighestTotal, highest_totals
from .period import Period
from .player_record_texts import record_figures
from .presentation import ShownPlayer, won_of
from .seasons import ranked
from .standings import tallies
from .variants import PlayedVariant, own_variants, played_variants

Known = Mapping[int, ShownPlayer]

PLAYERS, TOTALS = 8, 3  # most players of the table, and most highest totals of the notes


@dataclass(frozen=True, slots=True)
class YearReview:
    """A year in rows; no rows without counted games.

    `about`: short texts beside the title. `notes`: sentences below the rows.
    """

    about: Sequence[str]
    rows: Sequence[PictureRow]
    notes: Sequence[str]


def group_review(group: Group, year: int, known: Known) -> YearReview:
    """Return the year of a group: wins of each player, and what was special.

    Seven queries.
    """
    period = Period.of_key(str(year))
    games = played_games(group, period)
    days = {game.result.day for game in games}
    about = [_games(len(games)), _evenings(len(days))]
    rows = [
        PictureRow(
            known[player].name,
            listed([won_of(row.won, row.games), percent(row.won, row.games)]),
            ((whole(row.won), False),),
        )
        for player, row in ranked(tallies(group, period))
        if player in known
    ]
    every = [variant for variant in played_variants(group, period) if variant.games]
    notes = [*_most_played(every), *_highest(every, highest_totals(group, period), known)]
    notes += [*_closest(closest_game(games)), *_pots(group, games)]
    return YearReview(about, rows[:PLAYERS] if games else [], notes if games else [])


def player_review(group: Group, player: Player, year: int) -> YearReview:
    """Return the year of a player: the record over all games."""
    period = Period.of_key(str(year))
    every = own_variants(played_variants(group, period), player, period)
    found = record_figures(group, player, period, every)
    if not found:
        return YearReview([], [], [])
    won = _("won %(won)s, %(share)s") % {"won": found["won"], "share": found["share"]}
    about = [f"{found['evenings']} {found['evenings_label']}"] if found["evenings"] else []
    rows = [PictureRow(_("Games"), won, ((found["games"], False),))]
    rows += [
        PictureRow(capfirst(name), note, ((figure, figure.startswith("−")),))
        for name, note, figure in found["rows"]
    ]
    return YearReview(about, rows, [])


def _games(count: int) -> str:
    return ngettext("%(count)s game", "%(count)s games", count) % {"count": whole(count)}


def _evenings(count: int) -> str:
    return ngettext("%(count)s evening", "%(count)s evenings", count) % {"count": whole(count)}


def _most_played(every: Sequence[PlayedVariant]) -> Iterator[str]:
    if every:
        most = max(every, key=lambda variant: variant.games)
        yield labelled(_("Favourite game"), listed([most.called, _games(most.games)]))


def _highest(
    every: Sequence[PlayedVariant], found: Mapping[int, HighestTotal], known: Known
) -> Iterator[str]:
    """Yield the highest totals of the variants that were played most."""
    for variant in [variant for variant in every if variant.number in found][:TOTALS]:
        each = found[variant.number]
        who = next((known[score.player_id].name for score in each.scores if score.player_id in known), "")
        words = {"game": variant.called, "player": who, "points": whole(each.points)}
        yield _("%(game)s: highest total %(points)s, by %(player)s") % words


def _closest(found: ClosestGame | None) -> Iterator[str]:
    if found is not None:
        words = {"day": show_day(found.game.result.day), "points": whole(found.margin)}
        text = ngettext(
            "Closest game: %(points)s point apart, %(day)s",
            "Closest game: %(points)s points apart, %(day)s",
            found.margin,
        )
        yield listed([text % words, with_the_same(found.others)])


def _pots(group: Group, games: Sequence[PlayedGame]) -> Iterator[str]:
    """Yield one line with a pot of each unit; a pot of a single thing is no record."""
    found = [
        listed([phrased(each.amount, each.unit), show_day(each.game.result.day)])
        for each in pots(group, games)
        if each.amount > 1
    ]
    if found:
        yield labelled(_("Biggest pot"), clauses(found))
