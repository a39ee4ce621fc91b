"""View models of the history pages: players with their chart styles, rows of finished games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.core.web.numbers import figure
from scorekeeper.games.presentations import presentations
from scorekeeper.ledger.presentation import LedgerPlayer, distinct
from scorekeeper.play.game_names import game_name
from scorekeeper.rules.contract import CONCEDED

from .game_search import FinishedGame, note_text
from .models import Result, Score

STYLES = 10


@dataclass(frozen=True, slots=True)
class ShownPlayer:
    """A player on the history pages.

    `style`: of the player's line in charts, from 1 to `STYLES`.
    """

    number: int
    address: str
    name: str
    avatar: SafeString
    style: int


def shown_players(ledger_players: Mapping[int, LedgerPlayer]) -> dict[int, ShownPlayer]:
    """Return the players of a group by id, without merged players."""
    return {
        each.number: ShownPlayer(
            each.number, each.address, each.name, each.avatar, (each.colour - 1) % STYLES + 1
        )
        for each in distinct(ledger_players)
    }


def won_of(won: int, played: int) -> str:
    """Return wins of the games played: "won 3 of 5"."""
    words = ngettext("won %(won)d of %(played)d", "won %(won)d of %(played)d", won)
    return words % {"won": won, "played": played}


def player_at(address: str, known: Mapping[int, ShownPlayer]) -> ShownPlayer | None:
    """Return the player with this address; None for an unknown one, which stands for all players."""
    return next((each for each in known.values() if each.address == address), None)


def by_name(known: Mapping[int, ShownPlayer]) -> list[ShownPlayer]:
    """Return the players in the order of their names."""
    return sorted(known.values(), key=lambda each: each.name.casefold())


def game_row(
    game: FinishedGame, known: Mapping[int, LedgerPlayer], called: Mapping[int, str], player: int = 0
) -> dict[str, Any]:
    """Return a finished game as a row of a list, for `history/_game_row.html`.

    `called`: names of variants. `player`: id of the player whose rank the row names.
    """
    result = game.result
    there = [score for score in game.scores if score.player_id in known]
    own = next((score for score in there if known[score.player_id].number == player), None)
    name = called.get(result.variant_id) or game_name(result.game, result.session.options)
    return {
        "address": result.session.address,
        "name": name,
        "day": game.day,
        "winners": [known[score.player_id] for score in there if score.won],
        "totals": listed(_total(score, known, has_points=result.has_points) for score in there),
        "best": game.best,
        "rank": own.rank if own else 0,
        "note": game.note,
        "remarks": _remarks(result),
    }


def evening_game_row(
    result: Result, scores: Sequence[Score], known: Mapping[int, ShownPlayer], called: str
) -> dict[str, Any]:
    """Return a game of an evening as a row: its winners, the totals of all players, place and tags.

    `scores`: the best rank first. `called`: name of the variant, empty for the name of the game.
    """
    there = [score for score in scores if score.player_id in known]
    return {
        "address": result.session.address,
        "name": called or game_name(result.game, result.session.options),
        "at": None if result.session.dated else result.finished,
        "winners": [known[score.player_id] for score in there if score.won],
        "totals": listed(_total(score, known, has_points=result.has_points) for score in there),
        "remarks": _remarks(result),
        "note": note_text(result),
    }


def _remarks(result: Result) -> list[str]:
    """Return what a list says of a game whose totals do not explain its winner or its place in the figures."""
    remarks, texts = [], presentations()[result.game].outcome_texts
    if result.reason == CONCEDED and CONCEDED in texts:
        remarks.append(str(texts[CONCEDED]))
    elif result.automatic:
        remarks.append(_("won at once"))
    if not result.counted:
        remarks.append(_("does not count"))
    return remarks


def _total(score: Score, known: Mapping[int, ShownPlayer | LedgerPlayer], *, has_points: bool) -> str:
    """Return a player's total, or the rank in a game without points: "Marta 182", "2. Rosa", on one line."""
    name = known[score.player_id].name
    return f"{name}\u00a0{figure(score.side_points or 0)}" if has_points else f"{score.rank}.\u00a0{name}"
