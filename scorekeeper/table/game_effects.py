"""Effects of a finished game: score of the evening, personal bests, wins in a row, ratings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import clauses, listed
from scorekeeper.core.web.numbers import figure
from scorekeeper.games.phrases import and_list
from scorekeeper.games.presentations import presented
from scorekeeper.games.sides import sides_of
from scorekeeper.play.past_games import PastGames
from scorekeeper.play.rematches import games_lost, games_of_evening, games_won
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import Outcome

from .reopening import is_tonight

LEAST_GAMES = 2  # fewest games among which one is a personal best
LEAST_WINS = 2  # fewest wins in a row


@dataclass(frozen=True, slots=True)
class Effect:
    """One change by a game: its label, and its values in words."""

    label: str
    text: str


Wins = Mapping[tuple[str, ...], int]  # games won, by the seats of a side


def evening_wins(table: Table) -> Wins:
    """Count the finished games of this evening that each side has won, the most first.

    Empty for the first game, and in the response to a write unless an evening is decided by wins.
    """
    if table.session.rematch_of_id is None or (table.wrote and not presented(table).counts_wins):
        return {}
    games = games_of_evening(table.session)
    if len(games) < (2 if table.outcome is not None else 1):
        return {}
    return by_side(table, games_won(table, games))


def by_side(table: Table, wins: Mapping[str, int]) -> Wins:
    """Group wins of players by side, most first; partners with unequal wins are counted alone."""
    counted, sides = dict[tuple[str, ...], int](), sides_of(table)
    if any(len({wins[key] for key in side.players}) > 1 for side in sides):
        counted = {(key,): count for key, count in wins.items()}
    else:
        counted = {side.players: wins[side.players[0]] for side in sides}
    return dict(sorted(counted.items(), key=lambda each: -each[1]))


def wins_to_show(wins: Wins) -> Wins:
    """Leave out sides without a win if there are more than two: a line of the header has room for two names."""
    return {side: count for side, count in wins.items() if count or len(wins) == 2}


def wins_text(table: Table, wins: Wins) -> str:
    """Return the score of an evening: "Dev 2, Ana 1"."""
    return listed(f"{and_list([table.name(key) for key in side])} {count}" for side, count in wins.items())


def _losses_text(table: Table) -> str:
    """Return how often each player was the lowest this evening, the most first: "Bo 2, Cleo 1"."""
    lost = games_lost(table, games_of_evening(table.session))
    counted = sorted(lost.items(), key=lambda each: -each[1])
    return listed(f"{table.name(key)} {count}" for key, count in counted if count)


def effects_of(table: Table, wins: Wins) -> list[Effect]:
    """Return what a finished game changed, as far as the visitor may know it.

    `wins`: of this evening.
    """
    found = list[Effect]()
    if wins and not presented(table).counts_wins:
        label = _("Tonight") if is_tonight(table.session) else _("That evening")
        found.append(Effect(label, wins_text(table, wins)))
    elif wins and (last := _losses_text(table)):
        found.append(Effect(_("Came last"), last))
    if table.past is not None and table.outcome is not None:
        found += _effects(table, table.past, table.outcome)
    return found


def _effects(table: Table, past: PastGames, outcome: Outcome) -> Iterator[Effect]:
    bests = [
        f"{table.name(key)} {figure(outcome.scores[key])}"
        for key, player in past.players.items()
        if player.reached == 1 and player.games >= LEAST_GAMES
    ]
    runs = [
        f"{table.name(key)} {player.won + 1}"
        for key, player in past.players.items()
        if key in outcome.winners and len(outcome.winners) == 1 and player.won + 1 >= LEAST_WINS
    ]
    for label, texts in ((_("Personal best"), bests), (_("Wins in a row"), runs)):
        if texts:
            yield Effect(label, listed(texts))
    if ratings := _ratings(table, past):
        provisional = any(player.provisional for player in past.players.values() if player.rating is not None)
        mark = _("“?” is provisional: fewer than five games") if provisional else ""
        yield Effect(_("Rating"), clauses([listed(ratings), mark]))


def _ratings(table: Table, past: PastGames) -> Sequence[str]:
    """Return each player's new rating with its change, highest first; "?": provisional."""
    rows = [
        (after, "?" if player.provisional else "", table.name(key), after - before)
        for key, player in past.players.items()
        if player.rating is not None
        for before, after in [player.rating]
    ]
    return [
        f"{name}\u00a0{figure(after)}{mark}\u00a0({_signed(change)})"
        for after, mark, name, change in sorted(rows, key=lambda row: -row[0])
    ]


def _signed(change: int) -> str:
    return f"+{change}" if change > 0 else "±0" if change == 0 else figure(change)
