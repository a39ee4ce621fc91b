"""Order of play, entries out of turn, filled boxes, numbers of players, ties, the end."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Seats, SetupError, rank

from . import reference
from .table import Table


def line(player: str, box: str = "ones", **more: Any) -> dict[str, Any]:
    return {"player": player, "box": box, "strike": True, **more}


def refuses(table: Table, code: str, entry: dict[str, Any]) -> dict[str, Any]:
    return table.refuses(code, **entry)


def test_play_goes_round_in_seat_order() -> None:
    table = Table("yacht", "ABC")
    seen = []
    for box in ("ones", "twos"):
        for _ in range(3):
            seen.append(table.turn)
            table.strike(box)
    assert seen == ["A", "B", "C", "A", "B", "C"]


def test_move_out_of_turn_is_refused() -> None:
    table = Table("yacht", "ABC")
    assert refuses(table, "not_your_turn", line("B")) == {"player": "B", "turn": "A"}
    table.take(line("A"))
    assert refuses(table, "not_your_turn", line("A", "twos")) == {"player": "A", "turn": "B"}


def test_unknown_player_is_refused() -> None:
    refuses(Table("yacht", "ABC"), "unknown_player", line("D"))
    refuses(Table("yacht", "ABC"), "unknown_player", line("a", out_of_turn=True))
    refuses(Table("yacht", "ABC"), "unknown_player", line("\ud800"))


def test_out_of_turn_is_written_anyway_and_ends_order() -> None:
    table = Table("yacht", "ABC")
    table.take(line("C", out_of_turn=True))
    assert table.turn == "A"
    table.take(line("C", "twos"))  # the order of play no longer refuses any player
    assert table.turn == "A"
    table.take(line("A"))
    assert table.turn == "B"
    table.take(line("B"))
    table.take(line("A", "twos"))
    assert table.turn == "B"
    table.take(line("B", "twos"))
    assert table.turn == "A"


def test_out_of_turn_by_next_player_ends_order() -> None:
    table = Table("yacht", "AB")
    table.take(line("A", out_of_turn=True))
    table.take(line("A", "twos"))


def test_box_is_filled_once_in_or_out_of_turn() -> None:
    table = Table("yacht", "AB")
    table.write("fours", points=8)
    table.strike("fours")
    fields = refuses(table, "box_filled", line("A", "fours"))
    assert fields == {"box": "fours", "points": 8}
    fields = refuses(table, "box_filled", line("B", "fours", out_of_turn=True))
    assert fields == {"box": "fours", "points": 0}


def test_line_accepted_before_is_not_refused_by_order() -> None:
    game = GAMES["yacht"]
    state = game.start(game.resolve({}), Seats(("A", "B")))
    state = game.apply(state, game.parse(line("B")), check_order=False)
    assert game.turn(state) == "A"
    with pytest.raises(ValueError, match="not_your_turn"):
        game.apply(state, game.parse(line("B", "twos")))  # new lines keep the order


def test_check_order_affects_order_only() -> None:
    game = GAMES["yacht"]
    state = game.start(game.resolve({}), Seats(("A", "B")))
    for entry, code in ((line("C"), "unknown_player"), (line("A", "choice", throws=4), "too_many_throws")):
        with pytest.raises(ValueError, match=code):
            game.apply(state, game.parse(entry), check_order=False)


@pytest.mark.parametrize("slug", reference.BOXES)
def test_line_after_end_is_refused(slug: str) -> None:
    table = Table(slug, "AB")
    table.strike_the_rest()
    assert (table.turn, table.reason) == (None, "sheets_full")
    for entry in (line("A"), line("Z"), line("B", out_of_turn=True)):
        refuses(table, "game_over", entry)
    assert table.game.choices(table.state) == ()
    assert table.game.choices(table.state, player="A", partial={"dice": table.a_roll, "throws": 1}) == ()


def test_line_after_automatic_win_is_refused() -> None:
    table = Table("general", "AB")
    table.write(None, "11111", 1)
    refuses(table, "game_over", line("B"))
    assert table.game.choices(table.state, player="B") == ()
    sheet = table.game.sheet(table.state)
    assert not any(cell.open for row in sheet.rows for cell in row.cells)


# --- one and forty players ---


@pytest.mark.parametrize("slug", reference.BOXES)
def test_game_of_one_player_ends(slug: str) -> None:
    table = Table(slug, "A")
    table.strike_the_rest()
    assert table.winners == ("A",)


@pytest.mark.parametrize("slug", reference.BOXES)
def test_forty_players_take_turns(slug: str) -> None:
    players = tuple(f"player {number}" for number in range(1, 41))
    game = GAMES[slug]
    state = game.start(game.resolve({}), Seats(players))
    boxes = [choice.box for choice in game.choices(state)]
    for box in boxes:
        for player in players:
            assert game.turn(state) == player
            state = game.apply(state, game.parse(line(player, str(box))))
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.winners == players  # forty times nothing


@pytest.mark.parametrize("slug", reference.BOXES)
def test_forty_one_players_are_refused(slug: str) -> None:
    game = GAMES[slug]
    with pytest.raises(SetupError) as caught:
        game.start(game.resolve({}), Seats(tuple(str(number) for number in range(41))))
    assert (caught.value.code, caught.value.fields) == ("bad_player_count", {"least": 1, "most": 40})


# --- winners ---


def test_equal_totals_share_win() -> None:
    table = Table("yacht", "ABC")
    points = {"A": 30, "B": 10, "C": 30}
    for player in "ABC":
        table.take(line(player, "choice") | {"strike": False, "points": points[player]})
    assert table.game.sheet(table.state).leaders == ("A", "C")
    table.strike_the_rest()
    outcome = table.game.outcome(table.state)
    assert outcome is not None
    assert (outcome.winners, outcome.automatic, outcome.has_points) == (("A", "C"), False, True)
    standings = rank(outcome.scores, outcome.winners)
    assert [(row.rank, row.players) for row in standings] == [(1, ("A", "C")), (3, ("B",))]


def test_automatic_winner_ranks_first_others_by_total() -> None:
    table = Table("general", "ABC")
    table.write("sixes", points=12)
    table.write("sixes", points=18)
    table.strike("sixes")
    table.strike("ones")
    table.strike("ones")
    table.write(None, "44444", 1)
    outcome = table.game.outcome(table.state)
    assert outcome is not None
    standings = rank(outcome.scores, outcome.winners)
    assert [(row.rank, row.players, row.score) for row in standings] == [
        (1, ("C",), 0),
        (2, ("B",), 18),
        (3, ("A",), 12),
    ]


def test_tied_players_have_no_leader() -> None:
    table = Table("yacht", "AB")
    assert table.game.sheet(table.state).leaders == ()
    table.write("choice", points=20)
    assert table.game.sheet(table.state).leaders == ("A",)


def test_choices_of_any_player() -> None:
    table = Table("yacht", "AB")
    table.strike("ones")
    mine = {choice.box for choice in table.game.choices(table.state, player="A")}
    theirs = {choice.box for choice in table.game.choices(table.state, player="B")}
    assert theirs - mine == {"ones"}
    assert table.game.choices(table.state) == table.game.choices(table.state, player="B")


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"player": "Z"}, "unknown_player"),
        ({"dice": [1, 2, 3, 4, 7]}, "bad_dice"),
        ({"dice": [1, 2, 3, 4, 5, 6]}, "bad_dice"),
        ({"throws": 0}, "not_a_number"),
        ({"throws": 4}, "too_many_throws"),
        ({"dice": [1, 2, 3, 4, 5], "throws": 4}, "too_many_throws"),
    ],
)
def test_choices_refuse_impossible_dice(asked: dict[str, Any], code: str) -> None:
    table = Table("yacht", "AB")
    with pytest.raises(ValueError, match=code):
        table.game.choices(table.state, player=asked.get("player"), partial=asked)
