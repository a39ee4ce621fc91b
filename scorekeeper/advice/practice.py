"""A practice game against optimal play: its dice, its choices and what they cost.

A game is a value: it travels signed in the address of its page and is stored nowhere. The dice follow from the secret
key, the game's seed, the player, the turn and the throw, so that going back and choosing again brings the same dice.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.core import signing
from django.utils.crypto import salted_hmac

from scorekeeper.games.dice_sheet.advice import turn_of
from scorekeeper.rules import DICE_GAMES
from scorekeeper.rules.contract import Choice, MoveError, Options, Seats, SetupError
from scorekeeper.rules.dice_sheet.game import Column, SheetGame
from scorekeeper.rules.dice_sheet.state import State

YOU, COACH = "1", "2"
WIN = "win"  # sent instead of a box for dice that win at once
SALT = "scorekeeper.advice.practice"
SIGNER = signing.Signer(salt=SALT)  # without a time: the same choice leads to the same address
ROUNDING = 1e-6  # a smaller cost is none


class Line(NamedTuple):
    """A line of one of the two players: the box, "" for a win at once, the dice and the throws."""

    box: str
    dice: str
    throws: int


class Cost(NamedTuple):
    """Cost of a choice, in expected points."""

    cost: float
    kept: str | None  # None for a box
    box: str
    best_keep: str | None  # the better keep, None if there is none
    best_box: str  # the better box, "" if none is


@dataclass(frozen=True, slots=True)
class Practice:
    """A practice game of the visitor against the coach.

    `given_away`: the costs of all your choices. `last`: the cost of the latest one.
    """

    game: SheetGame
    rules: Mapping[str, Any]
    seed: str
    lines: tuple[Line, ...] = ()
    dice: str = ""
    made: int = 0
    given_away: float = 0.0
    last: Cost | None = None

    @property
    def options(self) -> Options:
        """The house rules, complete."""
        return self.game.resolve(self.rules)

    def state(self) -> State:
        """Return the state of the rules after all lines."""
        state = self.game.start(self.options, Seats((YOU, COACH)))
        for number, line in enumerate(self.lines):
            state = _with_line(self.game, state, (YOU, COACH)[number % 2], line)
        return state

    def thrown(self, player: str, turn: int, made: int, count: int) -> str:
        """Return the faces of a throw: the same whenever this throw of the game is made."""
        what = f"{self.game.slug}:{self.seed}:{player}:{turn}:{made}"
        digest = salted_hmac(SALT, what, algorithm="sha512").digest()
        # 252 is the largest multiple of six in a byte; 64 bytes hold five such for certain but for 1e-100
        return "".join(str(byte % 6 + 1) for byte in digest if byte < 252)[:count]

    def to_token(self) -> str:
        """Return the game as signed text."""
        data = [self.game.slug, dict(self.rules), self.seed, self.lines, self.dice, self.made]
        return SIGNER.sign_object([*data, round(self.given_away, 4), self.last], compress=True)


def from_token(game: SheetGame, token: str) -> Practice | None:
    """Return the game of a signed text; None if the text is invalid.

    Also None: a text of another game, or of former rules.
    """
    try:
        slug, rules, seed, lines, dice, made, given_away, last = SIGNER.unsign_object(token)
        game.resolve(rules)
    except (signing.BadSignature, SetupError, ValueError):
        return None
    if slug != game.slug:
        return None
    try:
        cost = None if last is None else Cost(*last)
        found = Practice(
            game, rules, seed, tuple(Line(*line) for line in lines), dice, made, given_away, cost
        )
        found.state()
    except (MoveError, TypeError, ValueError):
        return None
    return found


def start(slug: str, rules: Mapping[str, Any]) -> Practice:
    """Start a game with fresh dice."""
    return _first_throw(Practice(DICE_GAMES[slug], dict(rules), secrets.token_hex(8)))


def column_of(practice: Practice, state: State, player: str) -> Column:
    """Return the column of a player."""
    return state.columns[int(player) - 1]


def choices_now(practice: Practice, state: State) -> tuple[Choice, ...]:
    """Return what your dice may be written as."""
    partial = {"dice": [int(die) for die in practice.dice], "throws": practice.made}
    return practice.game.choices(state, player=YOU, partial=partial)


def may_throw(practice: Practice, state: State) -> bool:
    """Return whether you have a throw left, your own or a saved one."""
    column = column_of(practice, state, YOU)
    return practice.made < practice.game.throws + column.spared - column.spent


def throw(practice: Practice, table: Any, places: set[int]) -> Practice:
    """Keep the dice in these places and throw the others; unchanged if none is thrown or may be."""
    kept = "".join(die for place, die in enumerate(practice.dice) if place in places)
    state = practice.state()
    if practice.game.turn(state) != YOU or len(kept) == len(practice.dice) or not may_throw(practice, state):
        return practice
    turn = turn_of(table, column_of(practice, state, YOU))
    roll = _roll(practice.dice)
    keeps = {each.keep: each.value for each in turn.keeps(roll, practice.made)}
    best = turn.keeps(roll, practice.made)[0].keep
    cost = _cost(turn.roll_value(roll, practice.made) - keeps[_roll(kept)])
    made = practice.made + 1
    fresh = practice.thrown(YOU, len(practice.lines) // 2, made, len(practice.dice) - len(kept))
    better = Cost(
        cost,
        kept,
        "",
        "".join(map(str, best)) if cost else None,
        turn.boxes(roll, practice.made)[0].box if cost and best == roll else "",
    )
    return replace(practice, dice=kept + fresh, made=made, given_away=practice.given_away + cost, last=better)


def write(practice: Practice, table: Any, box: str) -> Practice:
    """Write your dice in a box, and let the coach take its turn.

    The game is unchanged for a box that is not offered.
    """
    state = practice.state()
    if practice.game.turn(state) != YOU:
        return practice
    offered = {each.box or WIN for each in choices_now(practice, state) if each.offers}
    if box not in offered:
        return practice
    line = Line("" if box == WIN else box, practice.dice, practice.made)
    cost = Cost(0.0, None, line.box, None, "")
    if line.box:
        turn, roll = turn_of(table, column_of(practice, state, YOU)), _roll(practice.dice)
        best = turn.roll_value(roll, practice.made)
        boxes = turn.boxes(roll, practice.made)
        lost = _cost(best - next(each.value for each in boxes if each.box == box))
        again = lost > 0 and boxes[0].value < best - ROUNDING
        keep = "".join(map(str, turn.keeps(roll, practice.made)[0].keep)) if again else None
        cost = Cost(lost, None, box, keep, boxes[0].box if lost and not again else "")
    written = replace(
        practice,
        lines=(*practice.lines, line),
        dice="",
        made=0,
        given_away=practice.given_away + cost.cost,
        last=cost,
    )
    state = _with_line(practice.game, state, YOU, line)
    if practice.game.turn(state) != COACH:
        return written
    return _first_throw(replace(written, lines=(*written.lines, _line_of_coach(written, table, state))))


def _line_of_coach(practice: Practice, table: Any, state: State) -> Line:
    """Return the coach's line: it keeps and writes what is best."""
    turn, number = turn_of(table, column_of(practice, state, COACH)), len(practice.lines) // 2
    count, made = practice.game.dice, 1
    dice = practice.thrown(COACH, number, made, count)
    while True:
        partial = {"dice": [int(die) for die in dice], "throws": made}
        choices = practice.game.choices(state, player=COACH, partial=partial)
        if choices and choices[0].kind == WIN:
            return Line("", dice, made)
        keeps = turn.keeps(_roll(dice), made)
        if not keeps or len(keeps[0].keep) == count:
            return Line(turn.boxes(_roll(dice), made)[0].box, dice, made)
        kept, made = "".join(map(str, keeps[0].keep)), made + 1
        dice = kept + practice.thrown(COACH, number, made, count - len(kept))


def _first_throw(practice: Practice) -> Practice:
    """Throw all dice of your next turn, if there is one."""
    if practice.game.turn(practice.state()) != YOU:
        return practice
    turn = len(practice.lines) // 2
    return replace(practice, dice=practice.thrown(YOU, turn, 1, practice.game.dice), made=1)


def _with_line(game: SheetGame, state: State, player: str, line: Line) -> State:
    data: dict[str, Any] = {"player": player, "dice": [int(die) for die in line.dice], "throws": line.throws}
    return game.apply(state, game.parse(data | ({"box": line.box} if line.box else {})))


def _roll(dice: str) -> tuple[int, ...]:
    return tuple(sorted(int(die) for die in dice))


def _cost(difference: float) -> float:
    return difference if difference > ROUNDING else 0.0
