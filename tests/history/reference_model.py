"""Reference implementation: statistics of a group, computed from every log in turn."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from openskill.models import PlackettLuce

from scorekeeper.play.loading import load_from_log
from scorekeeper.play.models import Session
from scorekeeper.play.table import Table
from scorekeeper.rules.dice_sheet.game import SheetGame

Key = tuple[str, str]


@dataclass
class PlayerFacts:
    """One player in one variant."""

    totals: list[int] = field(default_factory=list)
    parts: list[int] = field(default_factory=list)
    wins: list[bool] = field(default_factory=list)
    drawn: list[bool] = field(default_factory=list)
    boxes: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    first_throw: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    met: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    rating: Any = None


def facts_of(group: int) -> dict[Key, dict[int, PlayerFacts]]:
    """By game and its house rules, by player."""
    model = PlackettLuce()
    found: dict[Key, dict[int, PlayerFacts]] = defaultdict(lambda: defaultdict(PlayerFacts))
    sessions = Session.objects.filter(group=group, finished__isnull=False, ended=None, removed=None)
    for session in sessions.filter(counted=True).order_by("finished", "pk"):
        table = load_from_log(session)
        assert table.outcome is not None
        on_a_side = len(table.outcome.sides[0])
        partners = {"partners": on_a_side} if on_a_side > 1 else {}
        kind = found[session.game, repr(sorted((dict(table.options) | partners).items()))]
        _add(table, kind, model)
    return found


def streaks(facts: PlayerFacts) -> tuple[int, int, int]:
    """Now, the longest won, the longest not won."""
    now = longest = worst = 0
    for won, drawn in zip(facts.wins, facts.drawn, strict=True):
        if drawn:
            now = 0
        elif won:
            now = now + 1 if now > 0 else 1
        else:
            now = now - 1 if now < 0 else -1
        longest, worst = max(longest, now), min(worst, now)
    return now, longest, -worst


def _add(table: Table, kind: dict[int, PlayerFacts], model: PlackettLuce) -> None:
    outcome = table.outcome
    assert outcome is not None
    players = {seat.key: seat.player_id for seat in table.seats}
    ranks = _ranks(table)
    for key, player in players.items():
        facts = kind[player]
        facts.wins.append(key in outcome.winners)
        facts.drawn.append(not outcome.winners)
        side = next(each for each in outcome.sides if key in each)
        if outcome.has_points:
            facts.totals.append(sum(outcome.scores[each] for each in side))
            if len(side) > 1:
                facts.parts.append(outcome.scores[key])
        for other in players:
            if other not in side:
                facts.met[players[other]].append((ranks[key] > ranks[other]) - (ranks[key] < ranks[other]))
    _cells(table, kind, players)
    ordered = sorted(table.seats, key=lambda seat: seat.number)
    sides = []
    for seat in ordered:
        side = next(each for each in outcome.sides if seat.key in each)
        if side not in sides:
            sides.append(side)
    members = [[each.key for each in ordered if each.key in side] for side in sides]
    teams = [[kind[players[key]].rating or model.rating() for key in side] for side in members]
    rated = model.rate(teams, ranks=[float(ranks[side[0]]) for side in members])
    for names, ratings in zip(members, rated, strict=True):
        for key, rating in zip(names, ratings, strict=True):
            kind[players[key]].rating = rating


def _cells(table: Table, kind: dict[int, PlayerFacts], players: dict[str, int]) -> None:
    assert isinstance(table.game, SheetGame)
    lines = {line.number: line for line in table.replayed.lines}
    for row in table.sheet.rows:
        for key, cell in zip(table.sheet.players, row.cells, strict=True):
            if row.kind == "box" and cell.points is not None and cell.line is not None:
                kind[players[key]].boxes[row.key].append(cell.points)
                number, move = table.replayed.places[cell.line]
                if cell.points and lines[number].moves[move].get("throws") == 1:
                    kind[players[key]].first_throw[row.key] += 1


def _ranks(table: Table) -> dict[str, int]:
    """A side's rank: one more than there are sides before it."""
    outcome = table.outcome
    assert outcome is not None

    def worth(side: tuple[str, ...]) -> tuple[bool, int]:
        return bool(set(side) & set(outcome.winners)), sum(outcome.scores[key] for key in side)

    return {
        key: 1 + sum(worth(other) > worth(side) for other in outcome.sides)
        for side in outcome.sides
        for key in side
    }
