"""The sheet of Générala for the pages and for `replay`: hands down, players across.

A row of kind "round" is a finished hand (`fields.HandRow`). A cell holds 1 for a player who survived the hand and 0
for the one who lost it, with the running total; it is empty for players who had dropped out. Its `marks`: "out",
"together" (with others on one trick), "lost", "dropped", "champion".

A row of kind "trick" is one of the running hand (`fields.TrickRow`). A cell holds the card played; its `marks`: "led",
"won", "out", and "took" for the player who picked up a card, with that card.

Marks of the columns: "dealer", "leads" (the next trick), "out" (of the running hand), "dropped", "champion".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.rules.contract import N_, Cell, Outcome, Row, Sheet, leaders

from .fields import HandRow, PlayedTrick, TrickRow
from .hand import places
from .state import Hand, State, Trick, deal


def sheet(state: State, scores: Mapping[str, int], outcome: Outcome | None) -> Sheet:
    """Return the sheet.

    With elimination no player leads before the end, since all remaining players have survived the same hands.
    """
    seats = state.seats
    in_front = () if state.eliminates else leaders(scores)
    return Sheet(
        seats.players,
        (*_hands(state), *_tricks(state)),
        tuple(scores.values()),
        None,
        outcome.winners if outcome else in_front,
        (len(state.hands) + (outcome is None), None),
        seats.teams,
        tuple(scores[player] for team in seats.teams for player in team),
        tuple(_marks(state, player) for player in seats.players),
    )


def report(state: State, outcome: Outcome | None) -> dict[str, Any]:
    """Return the finished hands, the players in the game, leader, current cards, and wins."""
    over = outcome is not None
    cards = {} if over else state.running.counts if state.running else deal(state)
    leader = state.running.leader if state.running else state.leader
    return {
        "hands": [_reported(state, hand) for hand in state.hands],
        "in": list(state.players),
        "leader": None if over else leader,
        "cards": cards,
        "wins": dict.fromkeys(outcome.winners, 1) if outcome else {},
    }


def _reported(state: State, hand: Hand) -> dict[str, Any]:
    found: dict[str, Any] = {
        "dealer": hand.dealer,
        "leader": hand.leader,
        "out": [list(group) for group in hand.out],
        "dropped": hand.lost if state.eliminates else None,
    }
    return found if state.eliminates else found | {"lost": hand.lost}


def _marks(state: State, player: str) -> tuple[str, ...]:
    """Return the marks beside a player's name."""
    if player in state.dropped:
        return ("dealer", "dropped") if player == state.dealer and not state.over else ("dropped",)
    if state.over:
        return ("champion",) if state.over == "champion" else ()
    leader = state.running.leader if state.running else state.leader
    out = state.running is not None and not state.running.counts[player]
    found = {"dealer": player == state.dealer, "leads": player == leader, "out": out}
    return tuple(mark for mark, there in found.items() if there)


# --- finished hands ---


def _hands(state: State) -> list[Row]:
    rows = []
    totals = dict.fromkeys(state.seats.players, 0)
    for number, hand in enumerate(state.hands, start=1):
        champion = state.players[0] if state.over == "champion" and number == len(state.hands) else None
        cells = []
        for player in state.seats.players:
            if player not in hand.players:
                cells.append(Cell(total=totals[player]))
                continue
            points = int(player != hand.lost)
            totals[player] += points
            marks = _cell_marks(state, hand, player, champion)
            cells.append(Cell(points, hand.line, totals[player], marks=marks))
        fields = _fields(state, number, hand, champion)
        rows.append(Row(f"hand{number}", N_("Hand %(number)s"), tuple(cells), "round", fields=fields))
    return rows


def _cell_marks(state: State, hand: Hand, player: str, champion: str | None) -> tuple[str, ...]:
    group: tuple[str, ...] = next((group for group in hand.out if player in group), ())
    found = {
        "out": bool(group),
        "together": len(group) > 1,
        "lost": player == hand.lost,
        "dropped": player == hand.lost and state.eliminates,
        "champion": player == champion,
    }
    return tuple(mark for mark, there in found.items() if there)


def _fields(state: State, number: int, hand: Hand, champion: str | None) -> HandRow:
    before = State(state.options, state.seats, hand.dealer, dropped=_absent(state, hand))
    return HandRow(
        number=number,
        dealer=hand.dealer,
        leader=hand.leader,
        cards=deal(before),
        out=[list(group) for group in hand.out],
        places=places(hand.out),
        lost=hand.lost,
        dropped=hand.lost if state.eliminates else None,
        all_out=sum(map(len, hand.out)) == len(hand.players),
        champion=champion,
        by_cards=bool(hand.tricks),
        tricks=[_played(trick) for trick in hand.tricks],
    )


def _absent(state: State, hand: Hand) -> tuple[str, ...]:
    return tuple(player for player in state.seats.players if player not in hand.players)


def _played(trick: Trick) -> PlayedTrick:
    return PlayedTrick(plays=list(trick.plays), took=trick.took, winner=trick.winner, line=trick.line)


# --- the running hand ---


def _tricks(state: State) -> list[Row]:
    if state.running is None:
        return []
    hand, rows = len(state.hands) + 1, []
    for number, trick in enumerate(state.running.tricks, start=1):
        fields = TrickRow(
            hand=hand, number=number, leader=trick.plays[0][0], winner=trick.winner, took=trick.took
        )
        cells = tuple(_trick_cell(trick, player) for player in state.seats.players)
        rows.append(Row(f"hand{hand}trick{number}", N_("Trick %(number)s"), cells, "trick", fields=fields))
    return rows


def _trick_cell(trick: Trick, player: str) -> Cell:
    if trick.took and trick.took[0] == player:
        return Cell(None, trick.line, cards=(trick.took[1],), marks=("took",))
    card = dict(trick.plays).get(player)
    if card is None:
        return Cell()
    found = {
        "led": player == trick.plays[0][0],
        "won": player == trick.winner,
        "out": player in trick.out,
    }
    return Cell(None, trick.line, cards=(card,), marks=tuple(mark for mark, there in found.items() if there))
