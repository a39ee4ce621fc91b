"""Error codes of all games and of dice sheets: kind, fields, and entries of which the last raises it."""

from __future__ import annotations

from typing import Any

from scorekeeper.rules.contract import IllegalMoveError, InvalidMoveError, RuleError, SetupError

SETUP, INVALID, ILLEGAL = SetupError, InvalidMoveError, IllegalMoveError
CODES: dict[str, tuple[type[RuleError], set[str]]] = {
    # the game cannot be set up like this
    "bad_dealer": (SETUP, set()),
    "bad_option": (SETUP, {"option", "values"}),
    "bad_player_count": (SETUP, {"least", "most"}),
    "bad_players": (SETUP, set()),
    "bad_teams": (SETUP, set()),
    "unknown_option": (SETUP, {"option"}),
    # malformed in itself
    "bad_dice": (INVALID, {"count"}),
    "bad_note": (INVALID, {"most"}),
    "missing_field": (INVALID, {"field"}),
    "not_a_flag": (INVALID, {"field"}),
    "not_a_number": (INVALID, {"field", "least"}),
    "not_a_text": (INVALID, {"field"}),
    "not_an_object": (INVALID, set()),
    "nothing_written": (INVALID, set()),
    "strike_with_points": (INVALID, set()),
    "unknown_box": (INVALID, set()),
    "unknown_field": (INVALID, {"field"}),
    # refused here and now
    "box_filled": (ILLEGAL, {"box", "points"}),
    "box_needed": (ILLEGAL, set()),
    "box_not_played": (ILLEGAL, {"box"}),
    "enter_the_dice": (ILLEGAL, {"box"}),
    "game_over": (ILLEGAL, set()),
    "impossible_points": (ILLEGAL, {"box", "points", "values", "why"}),
    "joker_lower_box": (ILLEGAL, {"box", "own"}),
    "joker_own_box": (ILLEGAL, {"box", "own"}),
    "not_your_turn": (ILLEGAL, {"player", "turn"}),
    "sheet_full": (ILLEGAL, set()),
    "too_many_throws": (ILLEGAL, {"most"}),
    "unknown_player": (ILLEGAL, set()),
    "wrong_points": (ILLEGAL, {"box", "points"}),
}

Case = tuple[str, str, dict[str, Any], list[Any]]
STRUCK_YAHTZEE = {"player": "A", "box": "yahtzee", "strike": True}
STRUCK_FOURS = {"player": "A", "box": "fours", "strike": True}
FOURS = {"player": "A", "dice": [4, 4, 4, 4, 4]}
FULL = [
    {"player": "A", "box": box, "strike": True}
    for box in ("ones", "twos", "threes", "fours", "fives", "sixes")
]
FULL += [
    {"player": "A", "box": box, "strike": True}
    for box in ("straight", "full_house", "four_of_a_kind", "generala")
]

# The last entry is refused. One player; "+B" after the game's name: two.
CASES: list[Case] = [
    ("bad_dice", "yacht", {}, [FOURS | {"dice": [1, 2, 3], "box": "ones"}]),
    ("bad_note", "yacht", {}, [FOURS | {"note": 3, "box": "ones"}]),
    ("missing_field", "yacht", {}, [{"box": "ones", "strike": True}]),
    ("not_a_flag", "yacht", {}, [{"player": "A", "box": "ones", "strike": 1}]),
    ("not_a_number", "yacht", {}, [{"player": "A", "box": "ones", "points": "1"}]),
    ("not_a_text", "yacht", {}, [{"player": 1, "box": "ones", "points": 1}]),
    ("not_an_object", "yacht", {}, [["A", "ones", 1]]),
    ("nothing_written", "yacht", {}, [{"player": "A", "box": "ones"}]),
    ("strike_with_points", "yacht", {}, [{"player": "A", "box": "ones", "points": 0, "strike": True}]),
    ("unknown_box", "yacht", {}, [{"player": "A", "box": "none", "points": 1}]),
    ("unknown_field", "yacht", {}, [{"player": "A", "box": "ones", "point": 1}]),
    ("box_filled", "yacht", {}, [STRUCK_FOURS, STRUCK_FOURS]),
    ("box_needed", "yacht", {}, [FOURS]),
    ("box_not_played", "generala", {}, [{"player": "A", "box": "double_generala", "strike": True}]),
    ("enter_the_dice", "generala", {}, [{"player": "A", "box": "generala", "points": 50, "throws": 1}]),
    ("game_over", "generala", {}, [FOURS | {"throws": 1}, STRUCK_FOURS]),
    ("impossible_points", "yacht", {}, [{"player": "A", "box": "choice", "points": 0}]),
    ("joker_own_box", "yahtzee", {}, [STRUCK_YAHTZEE, FOURS | {"box": "chance"}]),
    ("joker_lower_box", "yahtzee", {}, [STRUCK_YAHTZEE, STRUCK_FOURS, FOURS | {"box": "ones"}]),
    ("not_your_turn", "yacht+B", {}, [{"player": "B", "box": "ones", "strike": True}]),
    (
        "sheet_full",
        "generala+B",
        {"automatic_win": "always"},
        [*({**line, "out_of_turn": True} for line in FULL), FOURS | {"throws": 1}],
    ),
    ("too_many_throws", "yacht", {}, [{"player": "A", "box": "ones", "strike": True, "throws": 4}]),
    ("unknown_player", "yacht", {}, [{"player": "B", "box": "ones", "strike": True}]),
    ("wrong_points", "yacht", {}, [FOURS | {"box": "fours", "points": 16}]),
]
