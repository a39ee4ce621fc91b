"""Command: print the coach's figures of a dice game as JSON.

It answers for its value, for a position, or for a played game.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, no_translations

from scorekeeper.archive.management.commands.replay import read_bytes
from scorekeeper.archive.replay_report import MALFORMED, REFUSED, TAKEN, Checked
from scorekeeper.games.messages import MESSAGES, explain
from scorekeeper.ledger.stake import StakeError
from scorekeeper.play import strict_json
from scorekeeper.play.transcript import Transcript, read_transcript
from scorekeeper.rules import DICE_GAMES, GAMES
from scorekeeper.rules.contract import RuleError
from scorekeeper.rules.dice_sheet.game import SheetGame
from scorekeeper.rules.replay import replay

if TYPE_CHECKING:
    from scorekeeper.coach.analysis import PlayerReport
    from scorekeeper.coach.solver import Table

# Refusals of this command only; the others have the messages of `replay`.
OWN_MESSAGES = {
    "no_coach": "The coach knows the dice games: %(known)s.",
    "no_game": "Name a game, or a transcript with --transcript.",
    "no_lines": "The transcript has totals only, no lines to analyse.",
    "other_game": "The transcript is of %(game)s.",
    "own_options": "The transcript has the house rules: leave --options out.",
    "one_question": "Ask either about a --position or about a --transcript.",
    "bad_throws_left": "“throws_left” must be at most %(most)s once dice are thrown.",
    "bad_spares": "This sheet can have banked %(most)s spare throws at most.",
}


class Command(BaseCommand):
    """Print the expected total of optimal play, and what is asked beside it."""

    help = (
        "Print what optimal solitaire play of a dice game expects, as one line of JSON; with --position the value of"
        " a position, with --transcript the luck and the losses of each player. Exit status: 0 answered, 1 an entry"
        " of the transcript was refused, 2 the input is malformed."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments: the game, its house rules, and the question."""
        parser.add_argument("game", nargs="?", metavar="GAME", help="generala, general, yahtzee, ...")
        parser.add_argument("--options", metavar="JSON", help="house rules; the others take their defaults")
        parser.add_argument(
            "--position",
            metavar="JSON",
            help='{"written": {...}, "dice": [...], "throws_left": n, "spares": n}',
        )
        parser.add_argument("--transcript", metavar="FILE", help="a transcript; - reads standard input")
        parser.add_argument(
            "--values", action="store_true", help="print the table of docs/coach.md, of GAME or of every game"
        )
        parser.add_argument("--delete", action="store_true", help="delete all stored tables first")

    @no_translations
    def handle(self, *_: Any, **asked: Any) -> None:
        """Print the answer, or the refusal."""
        if asked["values"] and asked["game"] in (None, *DICE_GAMES):
            self.print_values(asked["game"])
            return
        status, document = answer(asked)
        if document:
            self.stdout.write(strict_json.dumps(document))
        if status:
            sys.exit(status)

    def print_values(self, slug: str | None) -> None:
        """Print a row for each set of house rules: two minutes for Yahtzee, 10 s for all the others."""
        from scorekeeper.coach import store, values  # noqa: PLC0415 - numpy is imported where it is used

        for row in values.rows(DICE_GAMES.values() if slug is None else [DICE_GAMES[slug]]):
            self.stdout.write(values.text(row, store.solved(row.game, row.options)))
            self.stdout.flush()


def answer(asked: dict[str, Any]) -> Checked:
    """Return the status and the document of a question; any input gives one."""
    try:
        if asked["delete"]:
            from scorekeeper.coach import store  # noqa: PLC0415 - numpy is imported where it is used

            deleted = store.delete_all()
            if not asked["game"] and not asked["transcript"]:
                return Checked(TAKEN, {"deleted": deleted})
        return _played(asked) if asked["transcript"] else _position(asked)
    except (RuleError, StakeError) as error:
        return Checked(MALFORMED, {"error": _fault(None, error)})


def _position(asked: dict[str, Any]) -> Checked:
    """Answer for a game, and a position of it."""
    if not asked["game"]:
        raise RuleError("no_game")
    game = _dice_game(asked["game"])
    given = strict_json.loads_text(asked["options"] or "{}")
    if not isinstance(given, dict):
        raise RuleError("not_an_object")
    options = game.resolve(given)
    question = None if asked["position"] is None else strict_json.loads_text(asked["position"])
    from scorekeeper.coach import position, store  # noqa: PLC0415 - numpy is imported where it is used

    found = None if question is None else position.parse_position(store.model_of(game, options), question)
    table = store.solved(game, options)
    document = _about(table)
    return Checked(TAKEN, document if found is None else document | position.describe(table, found))


def _played(asked: dict[str, Any]) -> Checked:
    """Answer for a transcript: analysis of its legal entries, and the error of the next one."""
    if asked["position"] is not None:
        raise RuleError("one_question")
    if asked["options"] is not None:
        raise RuleError("own_options")
    transcript = read_transcript(_read(asked["transcript"]))
    game = _dice_game(transcript.game.slug)
    if asked["game"] not in (None, game.slug):
        raise RuleError("other_game", game=game.slug)
    if transcript.given is not None:
        raise RuleError("no_lines")
    played = replay(game, transcript.options, transcript.seats, transcript.entries)
    document = _analysis(game, transcript, played.taken)
    if played.error is None:
        return Checked(TAKEN, document)
    return Checked(REFUSED, document | {"error": _fault(played.taken + 1, played.error)})


def _read(name: str) -> bytes:
    try:
        return read_bytes(name)
    except (OSError, ValueError, AttributeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not a file"
        raise RuleError("unreadable", reason=reason) from error


def _analysis(game: SheetGame, transcript: Transcript, taken: int) -> dict[str, Any]:
    from scorekeeper.coach import analysis, store  # noqa: PLC0415 - numpy is imported where it is used

    table = store.solved(game, transcript.options)
    moves = [game.parse(entry) for entry in transcript.entries[:taken]]
    reports = analysis.analyse(table, transcript.seats, moves)
    return _about(table) | {"players": {player: _player(report) for player, report in reports.items()}}


def _about(table: Table) -> dict[str, Any]:
    game, options = table.model.game, table.model.options
    about = {"game": game.slug, "options": dict(options)}
    return about | {"expected": table.expected, "deviation": table.deviation}


def _player(report: PlayerReport) -> dict[str, Any]:
    found = {
        "expected": report.expected,
        "total": report.total,
        "luck": report.luck,
        "given_away": report.given_away,
        "turns": [
            {
                "turn": turn.number,
                "dice": None if turn.dice is None else list(turn.dice),
                "box": turn.box,
                "points": turn.points,
                "best": turn.best,
                "loss": turn.loss,
                "luck": turn.luck,
            }
            | ({} if turn.keep is None else {"keep": list(turn.keep)})
            for turn in report.turns
        ],
    }
    # only a game that ended early leaves points to expect
    return found | ({"unplayed": report.unplayed} if abs(report.unplayed) > 1e-9 else {})


def _dice_game(slug: str) -> SheetGame:
    """Return a dice game; refuse any other name."""
    if slug not in GAMES:
        raise RuleError("unknown_game")
    if slug not in DICE_GAMES:
        raise RuleError("no_coach", known=", ".join(DICE_GAMES))
    return DICE_GAMES[slug]


def _fault(entry: int | None, error: RuleError | StakeError) -> dict[str, Any]:
    """Return an error as `replay` prints it."""
    if isinstance(error, RuleError) and error.code in OWN_MESSAGES and error.code not in MESSAGES:
        message = OWN_MESSAGES[error.code] % error.fields
    else:
        message = explain(error)
    return {"entry": entry, "code": error.code, "message": message}
