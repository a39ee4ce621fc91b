"""Highlights among the other games of a group: records, streaks, the closest finish.

Pure: no database, no texts. Of n games that could hold a record each does so with the same chance, 1 / n.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.play.past_games import AutomaticWins, PastGames, PlayerPast
from scorekeeper.rules.contract import Outcome

from .highlights import Highlight

LEAST_GAMES = 5  # fewest games, this one included, among which one is the best or the closest
LEAST_WINS = 3  # fewest wins in a row
LEAST_LOST = 4  # fewest games before a first win
LEAST_BEFORE = 10  # fewest games before the first automatic win
LONG_AGO = 20  # games since the last automatic win


def past_highlights(past: PastGames, outcome: Outcome) -> Iterator[Highlight]:
    """Yield the highlights of a game among the others."""
    if past.automatic_wins is not None:
        yield from _automatic_wins(past.automatic_wins)
    for key, player in past.players.items():
        if key in outcome.winners and len(outcome.winners) == 1:
            yield from _runs(key, player, len(outcome.sides))
    if outcome.has_points:
        yield from _bests(past, outcome)
        yield from _closest(past, outcome)


def margin(outcome: Outcome) -> int | None:
    """Return the distance of the first two sides; None if the totals did not decide."""
    totals = sorted((outcome.side_score(side) for side in outcome.sides), reverse=True)
    if len(totals) < 2 or outcome.is_decided or not outcome.winners:
        return None
    return totals[0] - totals[1]


def _automatic_wins(wins: AutomaticWins) -> Iterator[Highlight]:
    if wins.last is None and wins.since >= LEAST_BEFORE:
        yield Highlight("first_automatic_win", 0.001)
    if wins.last is not None and wins.since >= LONG_AGO:
        yield Highlight("automatic_win_since", 0.002, (), {"last": wins.last})


def _runs(key: str, player: PlayerPast, sides: int) -> Iterator[Highlight]:
    """Yield a winner's run of wins, or the end of a run without one."""
    if player.won + 1 >= LEAST_WINS:
        yield Highlight("wins_in_a_row", (1 / sides) ** player.won, (key,), {"count": player.won + 1})
    if player.lost >= LEAST_LOST:
        rarity = (1 - 1 / sides) ** player.lost / sides
        yield Highlight(
            "first_win" if player.ever else "first_win_in", rarity, (key,), {"count": player.lost + 1}
        )


def _bests(past: PastGames, outcome: Outcome) -> Iterator[Highlight]:
    """Yield the best total of the group, or the best one of each player."""
    best = max(outcome.scores.values())
    holders = [key for key, points in outcome.scores.items() if points == best]
    if past.scores >= LEAST_GAMES * len(outcome.scores) and past.reached == 1:
        yield Highlight("record", len(outcome.scores) / past.scores, tuple(holders), {"points": best})
    for key, player in past.players.items():
        if player.games >= LEAST_GAMES and player.reached == 1:
            yield Highlight("best_yet", 1 / player.games, (key,), {"points": outcome.scores[key]})


def _closest(past: PastGames, outcome: Outcome) -> Iterator[Highlight]:
    distance, others = margin(outcome), past.margins
    if distance is not None and len(others) + 1 >= LEAST_GAMES and distance < min(others):
        yield Highlight("closest", 1 / (len(others) + 1), (), {"year": past.year})
