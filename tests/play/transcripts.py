"""Transcripts: one made by hand, and random legal games from a seed."""

from __future__ import annotations

from random import Random
from typing import Any

from scorekeeper.archive.replay_report import check
from scorekeeper.ledger.stake import StakeError
from scorekeeper.play.strict_json import TextError
from scorekeeper.play.transcript import read_transcript
from scorekeeper.play.transcript_metadata import TranscriptError
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Choice, Game, MoveError, Options, Seats, SetupError

Tree = dict[str, Any]

NAMES = (
    *(
        "A",
        "B",
        "C",
        "D",
        "Ana",
        "Bo",
        "José",
        "Zoë",
        "דוד",
        "عمر",
        "花子",
        "Οδυσσέας",
        "Юля",
        "👩‍👩‍👧",
        "H",
        "fours",
    ),
    *(
        "x" * 40,
        "O'Neill",
        "A & C",
        "<b>",
        "%s",
        "{0}",
        '"',
        "\\",
        "a\u200bb",
        "e\u0301",
        "١٢",
        "null",
        "-1",
        "NaN",
    ),
)
STAKES: tuple[Tree, ...] = (
    {"kind": "none"},
    {"kind": "per_point", "amount": "0.01", "unit": "USD"},
    {"kind": "per_point", "amount": "0.10", "unit": "EUR", "automatic_win": "5.00"},
    {"kind": "pairwise", "amount": "5", "unit": "JPY"},
    {"kind": "low_pays", "amount": "1", "unit": "drink"},
    {"kind": "ante", "amount": "2.50", "unit": "KWD"},
    {"kind": "fixed", "amount": "1000000", "unit": "COP"},
)
DICE_GAMES = tuple(slug for slug in GAMES if GAMES[slug].BOXES)


def general(**fields: Any) -> Tree:
    """A short game of General; fields are replaced, or left out where None."""
    tree: Tree = {
        "format": "scorekeeper/1",
        "game": "general",
        "players": ["A", "B"],
        "entries": [
            {"player": "A", "dice": [4, 4, 4, 2, 6], "throws": 2, "box": "fours"},
            {"player": "B", "box": "straight", "points": 25, "throws": 1},
            {"player": "A", "box": "twos", "strike": True},
        ],
    }
    tree.update(fields)
    return {field: value for field, value in tree.items() if value is not None}


def seats(tree: Tree) -> Seats:
    """The seats of a transcript's tree."""
    return Seats(
        tuple(tree["players"]), tuple(tuple(team) for team in tree.get("teams", ())), tree.get("dealer")
    )


def random_game(random: Random, turns: int | None = None) -> Tree:
    """Return a legal transcript: random dice game, house rules, players, teams, stake, turns."""
    game = GAMES[random.choice(DICE_GAMES)]
    players = random.sample(NAMES, random.choice((1, 2, 2, 3, 4, 4, 6)))
    options = {
        option.name: random.choice(option.values).value for option in game.OPTIONS if random.random() < 0.3
    }
    tree: Tree = {"format": "scorekeeper/1", "game": game.slug, "options": options, "players": players}
    if len(players) in (4, 6) and random.random() < 0.4:
        mixed = random.sample(players, len(players))
        tree["teams"] = [mixed[place::2] for place in (0, 1)]
    if random.random() < 0.2:
        tree["dealer"] = random.choice(players)
    if random.random() < 0.5:
        tree["stake"] = dict(random.choice(STAKES))
    resolved, seated = game.resolve(options), seats(tree)
    tree["entries"] = random_entries(
        random, game, resolved, seated, random.randrange(12) if turns is None else turns
    )
    return tree


def random_entries(
    random: Random, game: Game[Any, Any], options: Options, seated: Seats, turns: int
) -> list[Tree]:
    """Return legal entries, by dice, by points and by strike; fewer if the game ends before."""
    state = game.start(options, seated)
    entries: list[Tree] = []
    while len(entries) < turns and game.outcome(state) is None:
        choices = game.choices(state)
        if random.random() < 0.05:
            choices = game.choices(state, player=random.choice(seated.players)) or choices
        entry = random_entry(random, random.choice(choices), 3 if game.slug == "crag" else 5)
        if entry["player"] != game.turn(state):
            entry["out_of_turn"] = True
        try:
            state = game.apply(state, game.parse(entry))
        except MoveError:
            continue  # five alike in other boxes by the joker rule
        entries.append(entry)
    return entries


def random_entry(random: Random, choice: Choice, dice: int) -> Tree:
    """One way to write a choice."""
    entry: Tree = {"player": choice.player, "box": choice.box}
    way = random.choice(("dice", "dice", "points", "strike"))
    if way == "strike":
        entry["strike"] = True
    elif way == "points" and choice.offers:
        offer = random.choice(choice.offers)
        entry["points"] = offer.points
        entry["throws"] = offer.throws
    else:
        entry["dice"] = [random.randint(1, 6) for _ in range(dice)]
        if random.random() < 0.5:
            entry["throws"] = random.randint(1, 2)
    if random.random() < 0.1:
        entry["note"] = random.choice(("", "so sagt's Opa", "a\nb\t\x07", "\u202eoh", "n" * 500))
    return entry


def read_code(data: bytes) -> str | None:
    """Under which code the file is refused; None where it is read."""
    try:
        read_transcript(data)
    except (TextError, TranscriptError, SetupError, StakeError) as error:
        assert check(data).status == 2
        return error.code
    assert check(data).status < 2
    return None
