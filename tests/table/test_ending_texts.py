"""Texts of random ends of all games, read back and compared with the totals on the sheet.

The texts are title, distance and standings.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from scorekeeper.people.models import Player
from scorekeeper.play.models import Seat, Session
from scorekeeper.play.replay import Line, StoredEntry, replay_lines
from scorekeeper.play.table import Table
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Game, Seats
from scorekeeper.table.result import result_context, share_text
from tests.rules.random_games import STRATEGIES, random_options, random_seats
from tests.sampling import ALL_EXAMPLES

GAMES_OF_EACH = 100 if ALL_EXAMPLES else 25
SHARED = {"tie": "tie for the win", "side": "win", "one": "wins"}
Lines = list[list[dict[str, Any]]]


def random_end(game: Game[Any, Any], options: Any, seats: Seats, chance: Random) -> Lines:
    """Return lines of a game that ends by itself, as it stands, or by a possible concession."""
    state, lines = game.start(options, seats), Lines()
    most = 10_000 if chance.random() < 0.5 else chance.randint(1, 30)
    while game.outcome(state) is None and len(lines) < most:
        lines.append([STRATEGIES[game.slug](game, state, chance)])
        state = game.apply(state, game.parse(lines[-1][0]))
        if len(lines) >= most and game.slug == "generala_cards" and not state.hands:
            most += 1  # a game without a hand has nothing to settle
    if game.outcome(state) is not None:
        return lines
    if game.slug == "generals_and_majors" and chance.random() < 0.5:
        return [*lines, [{"player": chance.choice(seats.players), "concede": True}]]
    if not game.BOXES:
        return [*lines, [{"end": "as_it_stands"}]]
    struck = [
        {"player": player, "box": choice.box, "strike": True}
        for player in seats.players
        for choice in game.choices(state, player=player)
    ]
    return [*lines, struck]


def ended(slug: str, seed: int) -> Table:
    """A table at the end of a random game, which no database holds."""
    game, chance = GAMES[slug], Random(seed)
    options, drawn = random_options(game, chance), random_seats(game, chance)
    keys = {name: str(number) for number, name in enumerate(drawn.players, 1)}
    seats = Seats(tuple(keys.values()), tuple(tuple(keys[name] for name in team) for team in drawn.teams))
    lines = []
    for number, moves in enumerate(random_end(game, options, seats, chance), 1):
        entry = StoredEntry(number, "append", None, {"moves": moves}, 0, 0, timezone.now())
        lines.append(Line(number, tuple(moves), entry, entry))
    session = Session(pk=1, game=slug, rules_version=game.version, options=dict(options))
    session.finished = timezone.now()
    players = {key: Player(pk=int(key), name=name, colour=1) for name, key in keys.items()}
    team_of = {key: number for number, team in enumerate(seats.teams) for key in team}
    rows = tuple(
        Seat(number=int(key), position=int(key) - 1, player=player, team=team_of.get(key))
        for key, player in players.items()
    )
    return Table(session, rows, len(lines), replay_lines(game, options, seats, lines), wrote=len(lines))


def expected_winners(table: Table, sums: Mapping[tuple[str, ...], int]) -> set[str] | None:
    """Return the winners by totals, or by the deciding last entry; None if neither can tell."""
    last = table.replayed.lines[-1].moves[-1]
    outcome = table.outcome
    assert outcome is not None
    if "concede" in last:
        return set(table.names) - {last["player"]}
    if outcome.reason == "champion":
        return set(table.game.report(table.state)["in"])
    if outcome.reason == "draw":
        return set()
    if outcome.is_decided:
        return None
    return {key for side, total in sums.items() if total == max(sums.values()) for key in side}


@pytest.mark.parametrize("slug", GAMES)
def test_texts_of_random_ends_are_true(slug: str) -> None:
    seen = set[str]()
    for seed in range(GAMES_OF_EACH):
        table = ended(slug, seed)
        outcome = table.outcome
        assert outcome is not None
        seen.add(outcome.reason)
        totals = dict(zip(table.sheet.players, table.sheet.totals, strict=True)) if table.game.POINTS else {}
        totals = totals or table.game.scores(table.state)
        sums = {side: sum(totals[key] for key in side) for side in table.state.seats.sides}
        winners = expected_winners(table, sums)
        shown = result_context(table)
        named = {key for key, name in table.names.items() if re.search(rf"\b{name}\b", shown["title"])}
        if winners is not None:
            assert named == winners, (seed, shown["title"], sums)
        won = [side for side in sums if set(side) & named]
        ending = "" if not won else SHARED["tie" if len(won) > 1 else "side" if len(won[0]) > 1 else "one"]
        assert shown["title"].endswith(f" {ending}" if ending else "Nobody wins"), (seed, shown["title"])
        ahead = re.search(r"(\d+) ahead", str(shown["ahead"]))
        if ahead:
            others = [total for side, total in sums.items() if side not in won]
            assert int(ahead[1]) == sums[won[0]] - max(others), (seed, shown["ahead"], sums)
        shared = share_text(table, shown["rows"], shown["nets"], {})
        assert shown["title"] in shared or not (outcome.is_decided or not table.game.POINTS)
        assert [row.total for row in shown["rows"] if row.won] == [sums[side] for side in won], seed
    assert len(seen) > 1 or slug in ("crag", "yacht", "yahtzee", "goldene_fuenfzig"), seen
