"""A player's part of a review as texts: sum, turns, costliest choices, extreme throws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from scorekeeper.advice.question import Question
from scorekeeper.core.i18n.rounding import Exact, half_up
from scorekeeper.games.house_rules import known_rules
from scorekeeper.games.phrases import box_name
from scorekeeper.history.charts import tenths
from scorekeeper.people.avatars import avatar_html, initials
from scorekeeper.play.table import Table
from scorekeeper.rules import DICE_GAMES
from scorekeeper.rules.naming import labels_of

from .game_review import GameReview, PlayerReview

if TYPE_CHECKING:
    from scorekeeper.coach.analysis import TurnReport

COSTLIEST = 3
LEAST_LOSS = 0.05  # smaller losses are 0.0 on the page


@dataclass(frozen=True, slots=True)
class TurnTexts:
    """A turn on the page: `what` was written, with which `dice`."""

    number: int
    dice: tuple[int, ...]
    what: str
    luck: str
    lost: str
    better: str = ""  # the better choice, "" for none
    instead: str = ""
    ask: str = ""  # the question to the coach about these dice on the sheet of that turn


def players_of(table: Table, review: GameReview) -> list[dict[str, Any]]:
    """Return the part of each player, in order of play."""
    labels = _labels(table)
    letters = initials(list(table.names.values()))
    return [
        {
            "key": seat.key,
            "name": seat.player.name,
            "avatar": avatar_html(seat.player.colour, letter),
            "without_dice": review.players[seat.key].without_dice,
            **_sum(review.players[seat.key]),
            **_turns(table, review.players[seat.key], labels),
        }
        for seat, letter in zip(table.seats, letters, strict=True)
    ]


def signed_tenths(value: Exact | Decimal) -> str:
    """Format a number with its sign and one decimal: "+3.4", "−2.0", "0.0"."""
    rounded = half_up(Fraction(value), 1)
    return ("+" if rounded > 0 else "") + tenths(Fraction(rounded))


def _sum(player: PlayerReview) -> dict[str, Any]:
    """Return the sum of a game, whose rounded numbers add up: luck takes what rounding leaves."""
    expected, given_away, unplayed = (
        half_up(each, 1) for each in (player.expected, player.given_away, player.unplayed)
    )
    luck = signed_tenths(player.total - expected + given_away + unplayed)
    rows = [
        (_("Expected at the start"), tenths(Fraction(expected))),
        (_("Luck"), luck),
        (_("Given away by choices"), signed_tenths(-given_away)),
    ]
    if not player.whole:
        rows.append((_("Not played to the end"), signed_tenths(-unplayed)))
    rows.append((_("Total"), str(player.total)))
    return {"rows": rows, "luck": luck, "given_away": signed_tenths(-given_away), "total": player.total}


def _turns(table: Table, player: PlayerReview, labels: Mapping[str, str]) -> dict[str, Any]:
    """Return the turns as texts, the costliest choices, the luckiest and unluckiest throw."""
    turns = {turn.number: _turn(table, turn, labels) for turn in player.turns}
    lossy = sorted(
        (turn for turn in player.turns if turn.loss >= LEAST_LOSS), key=lambda turn: (-turn.loss, turn.number)
    )
    thrown = sorted((turn for turn in player.turns if turn.dice is not None), key=lambda turn: -turn.luck)
    return {
        "turns": list(turns.values()),
        "costliest": [turns[turn.number] for turn in lossy[:COSTLIEST]],
        "throws": [turns[turn.number] for turn in (thrown[0], thrown[-1])] if len(thrown) > 1 else [],
    }


def _turn(table: Table, turn: TurnReport, labels: Mapping[str, str]) -> TurnTexts:
    lost = signed_tenths(-turn.loss) if turn.loss >= LEAST_LOSS else ""
    better = _better(turn, labels) if lost else ""
    instead = ask = ""
    if better:
        ask = _question_of(table, turn).address if turn.is_on_sheet else ""
        values = {"better": tenths(turn.outlook + turn.loss), "chosen": tenths(turn.outlook)}
        instead = _("expected total %(better)s instead of %(chosen)s") % values
    what, luck = _written(turn, labels), signed_tenths(turn.luck)
    return TurnTexts(turn.number, turn.dice or (), what, luck, lost, better, instead, ask)


def question_about(table: Table, **asked: Any) -> Question:
    """Return a question under the house rules of the table; empty except for what is `asked`."""
    game = DICE_GAMES[table.session.game]
    unasked: dict[str, Any] = {"written": {}, "dice": "", "left": "0", "spares": ""}
    return Question(game, known_rules(game, table.session.options), **(unasked | asked))


def _question_of(table: Table, turn: TurnReport) -> Question:
    """Return the question about a turn: its dice on the sheet as it was."""
    game, column = DICE_GAMES[table.session.game], turn.before
    spares = column.spared - column.spent if game.keeps_spares(table.options) else 0
    spares -= max(turn.made - game.throws, 0)
    return question_about(
        table,
        written={name: str(cell.points) for name, cell in column.cells.items()},
        dice="".join(map(str, sorted(turn.dice or ()))),
        left=str(max(game.throws - turn.made, 0)),
        spares=str(spares) if spares else "",
    )


def _written(turn: TurnReport, labels: Mapping[str, str]) -> str:
    if not turn.box:
        return _("five of a kind on the first roll")
    box = box_name(labels[turn.box])
    return f"{box} {turn.points}" if turn.points else _("%(box)s, crossed out") % {"box": box}


def _better(turn: TurnReport, labels: Mapping[str, str]) -> str:
    """Return the better choice: a box, or some dice to keep and the others to throw again."""
    if turn.keep is None:
        return _("better: %(box)s") % {"box": box_name(labels[turn.best or ""])}
    if not turn.keep:
        return _("better: roll all dice again")
    return _("better: roll again, keep %(dice)s") % {"dice": " ".join(map(str, turn.keep))}


def _labels(table: Table) -> dict[str, str]:
    """Return the printed labels of the boxes at this table, in English."""
    printed: dict[str, str] = {box.name: box.label for box in table.game.BOXES}
    return {**printed, **labels_of(table.game, table.session.options)}
