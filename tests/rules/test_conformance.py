"""The contract, for every registered game and for one with rounds instead of boxes."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given

from scorekeeper.rules import GAMES, contract, dice
from scorekeeper.rules.contract import Game, IllegalMoveError, InvalidMoveError, Seats, SetupError, rank
from scorekeeper.rules.dice_sheet import state as sheet_state
from scorekeeper.rules.replay import replay

from .dice_sheet.table import worth
from .random_games import STRATEGIES
from .small_card_game import RoundFields
from .subjects import SUBJECTS, Subject, anything, few, many, seeds

every_game = pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: str(subject.game.slug))


def test_every_registered_game_has_strategy() -> None:
    assert set(STRATEGIES) == set(GAMES)


def test_games_are_registered_under_their_own_names() -> None:
    for slug, game in GAMES.items():
        assert slug == game.slug == type(game).__module__.split(".")[2]
        assert game.version >= 1
        assert game.name
        assert game.summary


@every_game
def test_options_are_complete_table(subject: Subject) -> None:
    names = [option.name for option in subject.game.OPTIONS]
    assert len(names) == len(set(names))
    for option in subject.game.OPTIONS:
        assert option.label
        assert option.explanation
        assert option.accepts(option.default)
        assert all(option.accepts(value.value) and value.label for value in option.values)
        assert len({(type(value.value), value.value) for value in option.values}) == len(option.values) > 1
    for before, option in pairwise(subject.game.OPTIONS):
        assert not option.needs_previous or isinstance(before.default, bool)
    for preset in subject.game.PRESETS.values():
        assert subject.game.resolve(preset.options)


@every_game
def test_player_counts_are_enforced(subject: Subject) -> None:
    options = subject.game.resolve({})
    for count in range(1, 45):
        players = tuple(f"P{number}" for number in range(count))
        if count in subject.game.PLAYERS:
            assert subject.game.choices(subject.game.start(options, Seats(players)))
        else:
            with pytest.raises(SetupError):
                subject.game.start(options, Seats(players))


@pytest.mark.slow
@every_game
@given(seed=seeds)
@few
def test_states_never_change(subject: Subject, seed: int) -> None:
    game = subject.game
    played = subject.play(seed)
    state = game.start(played.options, played.seats)
    for entry in played.entries:
        before, twin, data = repr(state), copy.deepcopy(state), copy.deepcopy(entry)
        move = game.parse(entry)
        after = game.apply(state, move)
        for ask in (game.sheet, game.report, game.bounds, game.scores, game.outcome, game.choices):
            ask(state)
        assert (repr(state), state, entry) == (before, twin, data)
        assert state != after
        assert game.apply(twin, move) == after  # the same question has the same answer
        state = after


@every_game
@given(seed=seeds)
@few
def test_moves_are_values_and_can_be_written(subject: Subject, seed: int) -> None:
    game = subject.game
    for entry in subject.play(seed).entries:
        move = game.parse(entry)
        dumped = game.dump(move)
        assert game.parse(json.loads(json.dumps(dumped))) == move
        assert hash(game.parse(dumped)) == hash(move)
        assert dumped.keys() <= entry.keys()


@every_game
@given(seed=seeds)
@few
def test_state_equals_replay_of_moves(subject: Subject, seed: int) -> None:
    game, played = subject.game, subject.play(seed)
    states = subject.states(played)
    dumped = [game.dump(game.parse(entry)) for entry in played.entries]
    for kept in {0, 1, len(dumped) // 2, len(dumped) - 1, len(dumped)} - {-1}:
        result = replay(game, played.options, played.seats, dumped[:kept])
        assert result.error is None
        assert result.state == states[kept]
        assert result.taken == kept


@every_game
@given(seed=seeds)
@few
def test_states_can_be_stored(subject: Subject, seed: int) -> None:
    states = subject.states(subject.play(seed))
    assert pickle.loads(pickle.dumps(states[-1])) == states[-1]


@every_game
@given(seed=seeds)
@few
def test_choices_are_empty_only_after_end(subject: Subject, seed: int) -> None:
    game, played = subject.game, subject.play(seed)
    states = subject.states(played)
    for state in states:
        over = game.outcome(state) is not None
        assert (game.choices(state) == ()) == over
        assert not (over and game.turn(state))
        asked = [game.choices(state, player=player) for player in played.seats.players]
        assert any(asked) != over
    for entry in played.entries:
        with pytest.raises(IllegalMoveError, match="game_over"):
            game.apply(states[-1], game.parse(entry))


@every_game
@given(seed=seeds)
@few
def test_bounds_hold_and_shrink(subject: Subject, seed: int) -> None:
    game = subject.game
    states = subject.states(subject.play(seed))
    final = game.scores(states[-1])
    before = None
    for state in states:
        bounds = game.bounds(state)
        if bounds is None:
            return
        for player, (least, most) in bounds.items():
            assert least <= final[player] <= most
            if before is not None:
                assert before[player][0] <= least
                assert most <= before[player][1]
        before = bounds
    assert before == {player: (total, total) for player, total in final.items()}


@every_game
@given(seed=seeds)
@few
def test_sheet_fits_seats(subject: Subject, seed: int) -> None:
    game, played = subject.game, subject.play(seed)
    players = played.seats.players
    for number, state in enumerate(subject.states(played)):
        sheet = game.sheet(state)
        assert sheet.players == tuple(game.scores(state)) == players
        assert sheet.totals == tuple(game.scores(state).values())
        assert sheet.turn == game.turn(state)
        assert sheet.sides == played.seats.teams
        assert len(sheet.side_totals) == len(sheet.sides)
        assert all(len(row.cells) == len(players) and row.label for row in sheet.rows)
        assert len({row.key for row in sheet.rows}) == len(sheet.rows)
        assert len(sheet.marks) in (0, len(players))
        lines = {cell.line for row in sheet.rows for cell in row.cells if cell.line is not None}
        assert lines <= set(range(number))
        written = {game.parse(entry) for entry in played.entries[:number]}
        assert bool(lines) == bool(written) or game.outcome(state) is not None
        for place in range(len(players)):
            counted = [row for row in sheet.rows if row.kind in ("box", "bonus", "round")]
            assert sum(row.cells[place].points or 0 for row in counted) == sheet.totals[place]


@pytest.mark.slow
@every_game
@given(seed=seeds)
@few
def test_outcome_follows_from_scores(subject: Subject, seed: int) -> None:
    game, played = subject.game, subject.play(seed)
    *running, last = subject.states(played)
    assert all(game.outcome(state) is None for state in running)
    outcome = game.outcome(last)
    assert outcome is not None
    assert outcome.scores == game.scores(last)
    assert outcome.sides == played.seats.sides
    totals = {side: outcome.side_score(side) for side in outcome.sides}
    if outcome.reason == "draw":
        assert outcome.winners == ()
        assert len(set(totals.values())) == 1
    elif not outcome.is_decided:
        best = max(totals.values())
        assert set(outcome.winners) == {
            player for side, total in totals.items() if total == best for player in side
        }
    standings = rank(outcome.scores, outcome.winners)
    assert sorted(player for row in standings for player in row.players) == sorted(played.seats.players)
    place = 1
    for row in standings:
        assert row.rank == place
        place += len(row.players)
    assert game.sheet(last).leaders == outcome.winners


@every_game
@given(data=anything)
@many
def test_other_values_are_malformed(subject: Subject, data: object) -> None:
    with pytest.raises(InvalidMoveError):
        subject.game.parse(data)


@every_game
@given(seed=seeds, value=anything)
@many
def test_spoilt_entry_is_refused_in_order(subject: Subject, seed: int, value: Any) -> None:
    """With any value in a field the game accepts it, or refuses it with one of the two errors."""
    game = subject.game
    played = subject.play(seed, entries=seed % 7)
    state = subject.states(played)[-1]
    if game.outcome(state) is not None:
        return
    entry = subject.next_entry(state, seed)
    field = sorted(entry)[seed % len(entry)]
    entry[field] = value
    result = replay(game, played.options, played.seats, [*played.entries, entry])
    if result.error is None:
        assert game.dump(game.parse(entry))
    else:
        assert json.dumps(result.error.fields)
        assert (result.taken, result.state) == (len(played.entries), state)
        well_formed = isinstance(result.error, IllegalMoveError)
        assert well_formed == is_well_formed(game, entry)


def is_well_formed(game: Game[Any, Any], entry: object) -> bool:
    try:
        move = game.parse(entry)
    except InvalidMoveError:
        return False
    return bool(game.parse(game.dump(move)) == move)


@every_game
@given(seed=seeds)
@few
def test_options_are_part_of_state_only(subject: Subject, seed: int) -> None:
    """Two tables side by side do not disturb each other."""
    one, other = subject.play(seed), subject.play(seed + 1)
    expected = repr(subject.states(one)[-1])
    subject.states(other)
    assert repr(subject.states(one)[-1]) == expected


def test_small_card_game_has_rounds() -> None:
    small = SUBJECTS[-1]
    played = small.play(3, players=3)
    *_, before, last = small.states(played)
    assert [choice.kind for choice in small.game.choices(before)] == ["round"]
    assert RoundFields.of(small.game.choices(before)[0]).dealer in played.seats.players
    sheet = small.game.sheet(last)
    assert [row.kind for row in sheet.rows] == ["round"] * len(played.entries)
    assert [cell.total for cell in sheet.rows[-1].cells] == list(sheet.totals)
    assert any(cell.cards for row in sheet.rows for cell in row.cells)
    dealers = [row.round.dealer for row in sheet.rows if row.round]
    order = played.seats.players
    assert dealers == [order[(place - 1) % len(order)] for place in range(len(dealers))]


def test_values_of_contract_are_frozen() -> None:
    found = [*vars(contract).values(), *vars(dice).values(), *vars(sheet_state).values()]
    values = [each for each in found if isinstance(each, type) and dataclasses.is_dataclass(each)]
    assert len(values) >= 10
    for each in values:
        assert each.__dataclass_params__.frozen, each  # type: ignore[attr-defined]


def test_dice_shown_beside_house_rule_are_what_it_says() -> None:
    """The straight that an option shows counts under that value, and not on the plain sheet."""
    shown = 0
    for slug in ("generala", "general"):
        for value in next(option for option in GAMES[slug].OPTIONS if option.name == "straights").values:
            if value.shown:
                shown += 1
                assert worth(slug, "straight", "".join(map(str, value.shown)), 3, straights=value.value) == 20
                assert worth(slug, "straight", "".join(map(str, value.shown)), 3, straights="basic") == 0
    assert shown == 4
