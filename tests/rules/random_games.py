"""Random legal games: `random_game(game, seed)`.

A strategy per game turns a state into a legal next entry. `STRATEGIES` names them by slug; a test fails for a
registered game without one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

from scorekeeper.games.forty_fives import strategy as forty_fives
from scorekeeper.games.generala_cards import strategy as generala_cards
from scorekeeper.games.generals_and_majors import strategy as generals_and_majors
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Choice, Game, IllegalMoveError, Options, Seats
from scorekeeper.rules.dice_sheet.game import SheetGame, State

NAMES = ("Ana", "Benoît", "Chidi", "Dörte", "Émeline", "Fatoumata", "Gül", "Håkon", "Ida", "João")
Strategy = Callable[[Any, Any, Random], dict[str, Any]]


class RandomGame(NamedTuple):
    """`options` as they were given, in full; `entries` as a transcript holds them."""

    options: Options
    seats: Seats
    entries: list[dict[str, Any]]


def random_options(game: Game[Any, Any], chance: Random) -> Options:
    """Each house rule left out or given, at random."""
    given = {
        option.name: chance.choice(option.values).value for option in game.OPTIONS if chance.random() < 0.7
    }
    return game.resolve(given)


def random_game(
    game: Game[Any, Any],
    seed: int,
    *,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    entries: int = 10_000,
    strategy: Strategy | None = None,
) -> RandomGame:
    """A game played at random to its end, or for so many entries."""
    chance = Random(seed)
    resolved = random_options(game, chance) if options is None else game.resolve(options)
    seats = random_seats(game, chance, players)
    state = game.start(resolved, seats)
    written: list[dict[str, Any]] = []
    choose = strategy or STRATEGIES[game.slug]
    while len(written) < entries and game.outcome(state) is None:
        entry = choose(game, state, chance)
        state = game.apply(state, game.parse(entry))
        written.append(entry)
    return RandomGame(resolved, seats, written)


def random_seats(game: Game[Any, Any], chance: Random, players: int | None = None) -> Seats:
    fitting = [count for count in game.PLAYERS if 2 <= count <= 4] or list(game.PLAYERS)
    names = NAMES[: players or chance.choice(fitting)]
    sides = game.PARTNERSHIPS.get(len(names))
    if sides and chance.random() < 0.5:
        count = chance.choice(sides)
        return Seats(names, tuple(names[place::count] for place in range(count)))
    return Seats(names)


# --- games on a sheet of boxes ---


def sheet_entry(game: SheetGame, state: State, chance: Random) -> dict[str, Any]:
    """Dice most of the time, else points or a strike; sometimes out of turn or with a note."""
    entry: dict[str, Any] = {"player": _somebody(game, state, chance)}
    if entry["player"] != game.turn(state):
        entry["out_of_turn"] = True
    if chance.random() < 0.1:
        entry["note"] = chance.choice(("späte Zeile", "🎲", "he swears it was a six", " "))
    write = chance.choices((_by_dice, _by_points, _strike), (6, 3, 1))[0]
    return entry | write(game, state, entry["player"], chance)


def _somebody(game: SheetGame, state: State, chance: Random) -> str:
    turn = game.turn(state)
    assert turn is not None
    if chance.random() < 0.95:
        return turn
    return chance.choice([player for player in state.seats.players if game.choices(state, player=player)])


def random_dice(count: int, chance: Random) -> list[int]:
    """Dice with more combinations among them than real dice show."""
    face, other = chance.randint(1, 6), chance.randint(1, 6)
    kind = chance.random()
    if kind < 0.25:
        return [face] * count
    if kind < 0.4:
        return [face] * (count - 1) + [other]
    if kind < 0.55:
        return [face, other] * (count // 2) + [face]
    if kind < 0.7:
        start = chance.randint(1, 7 - count)
        dice = list(range(start, start + count))
        chance.shuffle(dice)
        return dice
    return [chance.randint(1, 6) for _ in range(count)]


def _throws(game: SheetGame, state: State, player: str, chance: Random) -> int:
    throws = chance.randint(1, game.throws + 2)
    try:
        game.choices(state, player=player, partial={"throws": throws})
    except IllegalMoveError:
        return chance.randint(1, game.throws)
    return throws


def _by_dice(game: SheetGame, state: State, player: str, chance: Random) -> dict[str, Any]:
    dice, throws = random_dice(game.dice, chance), _throws(game, state, player, chance)
    choices = game.choices(state, player=player, partial={"dice": dice, "throws": throws})
    if choices[0].kind == "win" and chance.random() < 0.8:  # or most games would be over at once
        throws = game.throws
        choices = game.choices(state, player=player, partial={"dice": dice, "throws": throws})
    entry: dict[str, Any] = {"dice": dice}
    if throws != game.throws or chance.random() < 0.5:
        entry["throws"] = throws
    choice = _likely([each for each in choices if each.offers], chance)
    if choice.kind == "win":
        boxes = [each.box for each in game.choices(state, player=player)]
        return entry | chance.choice(({}, {"box": chance.choice(boxes)}))
    entry["box"] = choice.box
    if chance.random() < 0.15:
        entry |= chance.choice(({"strike": True}, {"points": choice.offers[0].points}))
    return entry


def _likely(choices: list[Choice], chance: Random) -> Choice:
    """People take points where they see them."""
    best = max(choices, key=lambda choice: choice.offers[0].points + choice.offers[0].extra)
    return best if chance.random() < 0.6 else chance.choice(choices)


def _by_points(game: SheetGame, state: State, player: str, chance: Random) -> dict[str, Any]:
    choices = [choice for choice in game.choices(state, player=player) if choice.offers]
    if not choices:  # a double generala that is not ready takes nothing but 0
        return _strike(game, state, player, chance)
    choice = chance.choice(choices)
    offer = chance.choice(choice.offers)
    entry = {"box": choice.box, "points": offer.points}
    return entry if offer.throws == game.throws else entry | {"throws": offer.throws}


def _strike(game: SheetGame, state: State, player: str, chance: Random) -> dict[str, Any]:
    choice = chance.choice(game.choices(state, player=player))
    entry: dict[str, Any] = {"box": choice.box, "strike": True}
    if chance.random() < 0.3:
        entry["throws"] = _throws(game, state, player, chance)
    return entry


def random_round(game: Game[Any, Any], state: Any, chance: Random) -> dict[str, Any]:
    """Return a legal next round, sometimes with a note or with revokes."""
    entry = forty_fives.played_round(game, state, chance, wild=chance.choice((0, 0, 0.15, 1)))
    if chance.random() < 0.1:
        entry["note"] = chance.choice(("Ana swears", "späte Runde", "🂱", " "))
    return entry


def random_hand(_game: Game[Any, Any], state: Any, chance: Random) -> dict[str, Any]:
    """Return a random line: a hand by result, a trick, or the end if the table may agree to it."""
    entry = generala_cards.next_entry(state, chance)
    if chance.random() < 0.05:
        entry["note"] = chance.choice(("the joker stuck to the table", "🃏", " "))
    return entry


STRATEGIES: dict[str, Strategy] = {
    game.slug: sheet_entry for game in GAMES.values() if isinstance(game, SheetGame)
}
STRATEGIES["forty_fives"] = random_round
STRATEGIES["generals_and_majors"] = generals_and_majors.random_line
STRATEGIES["generala_cards"] = random_hand
