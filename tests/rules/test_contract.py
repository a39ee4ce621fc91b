"""Parts of the contract: house rules, seats, ranking, leaders."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import (
    IllegalMoveError,
    InvalidMoveError,
    Options,
    Outcome,
    Seats,
    SetupError,
    leaders,
    rank,
)
from scorekeeper.rules.replay import replay


def refused(code: str, given: dict[str, Any], slug: str = "generala") -> dict[str, Any]:
    with pytest.raises(SetupError) as caught:
        GAMES[slug].resolve(given)
    assert caught.value.code == code
    return caught.value.fields


# --- house rules ---


def test_missing_option_takes_default() -> None:
    assert dict(GAMES["generala"].resolve({})) == {
        "straights": "basic",
        "generala_points": 50,
        "first_throw_bonus": 5,
        "double_generala": False,
        "double_requires": "generala_scored",
        "automatic_win": "open_box",
        "five_as_four_of_a_kind": True,
        "five_as_full_house": False,
    }
    assert dict(GAMES["general"].resolve({})) == {
        "four_of_a_kind_later": 40,
        "straights": "ones_wild",
        "big_general_wins": "always",
        "five_as_four_of_a_kind": True,
        "five_as_full_house": False,
    }
    assert dict(GAMES["goldene_fuenfzig"].resolve({})) == {
        "gut": True,
        "gut_on": "scored_box",
        "five_as_full_house": False,
    }
    assert dict(GAMES["yacht"].resolve({})) == {
        "four_of_a_kind": "all_five",
        "five_as_four_of_a_kind": False,
        "five_as_full_house": False,
    }
    assert dict(GAMES["crag"].resolve({})) == {"crag_as_thirteen": True}
    assert dict(GAMES["yahtzee"].resolve({})) == {
        "preset": "yahtzee",
        "yahtzee_bonus": 100,
        "joker": "forced",
        "five_as_full_house": False,
    }


@pytest.mark.parametrize(
    "given",
    [
        {"straights": "Basic"},
        {"straights": ["basic"]},
        {"straights": None},
        {"generala_points": 70},
        {"generala_points": "50"},
        {"generala_points": 50.0},
        {"double_generala": 1},
        {"double_generala": 0},
        {"double_generala": "true"},
        {"five_as_full_house": {}},
    ],
    ids=repr,
)
def test_malformed_values_are_refused(given: dict[str, Any]) -> None:
    name = next(iter(given))
    option = next(option for option in GAMES["generala"].OPTIONS if option.name == name)
    fields = refused("bad_option", given)
    assert fields == {"option": name, "values": [each.value for each in option.values]}


def test_true_is_not_one_and_no_is_not_nought() -> None:
    refused("bad_option", {"yahtzee_bonus": False}, "yahtzee")
    refused("bad_option", {"crag_as_thirteen": 1}, "crag")


@pytest.mark.parametrize("name", ["", "Straights", "joker", "gut", "\ud800"])
def test_options_that_game_does_not_have(name: str) -> None:
    assert refused("unknown_option", {name: True}) == {"option": name.replace("\ud800", "\\ud800")}


def test_options_are_values() -> None:
    options = GAMES["yahtzee"].resolve({"joker": "free"})
    same = GAMES["yahtzee"].resolve({"joker": "free", "preset": "yahtzee"})
    assert options == same
    assert hash(options) == hash(same)
    assert options != GAMES["yahtzee"].resolve({})
    assert options.number("yahtzee_bonus") == 100
    with pytest.raises(TypeError):
        options.number("joker")
    for twin in (pickle.loads(pickle.dumps(options)), copy.deepcopy(options)):
        assert twin == options
        assert hash(twin) == hash(options)


def test_options_cannot_be_changed() -> None:
    given = {"joker": "free"}
    options = Options({"joker": "free"})
    given["joker"] = "none"
    assert options["joker"] == "free"
    with pytest.raises(TypeError):
        options["joker"] = "none"  # type: ignore[index]


# --- seats ---


@pytest.mark.parametrize(
    ("players", "teams", "dealer", "code"),
    [
        ((), (), None, "bad_players"),
        (("A", "A"), (), None, "bad_players"),
        (("A", "B"), (("A",),), None, "bad_teams"),
        (("A", "B"), (("A",), ("B", "C")), None, "bad_teams"),
        (("A", "B", "C"), (("A", "B"), ("C",)), None, "bad_teams"),
        (("A", "B"), (("A", "B"), ("A", "B")), None, "bad_teams"),
        (("A", "B"), (("A",), ("B",), ()), None, "bad_teams"),
        (("A", "B"), (), "C", "bad_dealer"),
    ],
)
def test_seats_that_cannot_be(
    players: tuple[str, ...], teams: tuple[tuple[str, ...], ...], dealer: str | None, code: str
) -> None:
    with pytest.raises(SetupError) as caught:
        Seats(players, teams, dealer)
    assert (caught.value.code, caught.value.fields) == (code, {})


def test_sides_are_teams_or_everybody_alone() -> None:
    assert Seats(("A", "B")).sides == (("A",), ("B",))
    assert Seats(("A", "B", "C", "D"), (("A", "C"), ("B", "D"))).sides == (("A", "C"), ("B", "D"))


def test_dice_sheet_ignores_dealer() -> None:
    game = GAMES["crag"]
    state = game.start(game.resolve({}), Seats(("A", "B", "C"), dealer="A"))
    assert game.turn(state) == "A"


# --- ranking ---


@pytest.mark.parametrize(
    ("scores", "first", "ranks"),
    [
        ({"A": 5}, (), [(1, "A")]),
        ({"A": 5, "B": 7}, (), [(1, "B"), (2, "A")]),
        ({"A": 5, "B": 7, "C": 7}, (), [(1, "BC"), (3, "A")]),
        ({"A": 5, "B": 5, "C": 7}, (), [(1, "C"), (2, "AB")]),
        ({"A": 0, "B": 0, "C": 0}, (), [(1, "ABC")]),
        ({"A": -5, "B": 0, "C": -10}, (), [(1, "B"), (2, "A"), (3, "C")]),
        ({"A": 5, "B": 7, "C": 7}, ("A",), [(1, "A"), (2, "BC")]),
        ({"A": 5, "B": 9, "C": 7, "D": 7}, ("B",), [(1, "B"), (2, "CD"), (4, "A")]),
    ],
)
def test_rank_shares_places_of_ties(
    scores: dict[str, int], first: tuple[str, ...], ranks: list[tuple[int, str]]
) -> None:
    rows = rank(scores, first)
    assert [(row.rank, "".join(row.players)) for row in rows] == ranks
    assert all(row.score == scores[player] for row in rows for player in row.players)


def test_leaders_have_highest_total() -> None:
    assert leaders({"A": 0, "B": 0}) == ()
    assert leaders({"A": 0}) == ("A",)
    assert leaders({"A": 3, "B": 1, "C": 3}) == ("A", "C")
    sides = (("A", "C"), ("B", "D"))
    assert leaders({"A": 9, "B": 5, "C": 0, "D": 5}, sides) == ("B", "D")
    assert leaders({"A": 9, "B": 5, "C": 1, "D": 5}, sides) == ()


def test_outcome_adds_up_side() -> None:
    outcome = Outcome("sheets_full", {"A": 3, "B": 4, "C": 5}, (("A", "C"), ("B",)), ("A", "C"))
    assert [outcome.side_score(side) for side in outcome.sides] == [8, 4]


# --- errors and replay ---


def test_malformed_and_illegal_errors_differ() -> None:
    assert not issubclass(InvalidMoveError, IllegalMoveError)
    error = IllegalMoveError("box_filled", box="ones", points=3)
    assert (error.code, error.fields, str(error)) == (
        "box_filled",
        {"box": "ones", "points": 3},
        "box_filled",
    )


def test_replay_keeps_prefix_and_names_failure() -> None:
    game, seats = GAMES["crag"], Seats(("A",))
    good = [{"player": "A", "box": "ones", "points": 2}, {"player": "A", "box": "twos", "points": 4}]
    for bad, code in ((good[0], "box_filled"), (None, "not_an_object"), ({}, "missing_field")):
        result = replay(game, game.resolve({}), seats, [*good, bad, *good])
        assert (result.taken, result.error and result.error.code) == (2, code)
        assert game.report(result.state) == {"A": {"ones": 2, "twos": 4}}
    assert replay(game, game.resolve({}), seats, good).error is None
    with pytest.raises(SetupError):
        replay(game, game.resolve({}), Seats(tuple(str(n) for n in range(50))), [])
