"""A match in words: its score, its winner, the next game, and the choices of its length."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.games.phrases import and_list
from scorekeeper.play.matches import Length, Match
from scorekeeper.play.table import Table

from .game_effects import by_side, wins_to_show


@dataclass(frozen=True, slots=True)
class LengthChoice:
    """One length of a match: its value, its label, and whether it is selected."""

    value: int
    label: str
    chosen: bool


def match_text(table: Table, match: Match | None) -> str:
    """Return the winner or the score: "Match: Ana 1, Bo 0, first to 2"; empty for a single game."""
    if match is None:
        return ""
    wins = wins_to_show(by_side(table, match.wins)).items()
    score = listed(f"{and_list([table.name(key) for key in side])}\u00a0{count}" for side, count in wins)
    if match.winners:
        names = [table.name(key) for key in table.names if key in match.winners]
        text = ngettext(
            "%(names)s wins the match: %(score)s", "%(names)s win the match: %(score)s", len(names)
        )
        return text % {"names": and_list(names), "score": score}
    if not any(match.wins.values()):
        return _("Match: first to %(wins)d") % {"wins": match.to_win}
    return _("Match: %(score)s, first to %(wins)d") % {"score": score, "wins": match.to_win}


def rematch_text(table: Table, match: Match | None) -> str:
    """Return the label of the key that goes on with a match: "Game 2 of 3"; empty without one."""
    if match is None or match.winners:
        return ""
    number = match.game + (table.outcome is not None)
    if match.most_games is None or number > match.most_games:
        return _("Game %(number)d") % {"number": number}
    return _("Game %(number)d of %(games)d") % {"number": number, "games": match.most_games}


def length_text(length: int) -> str:
    """Return the name of a length."""
    return {
        Length.SINGLE: _("Single games"),
        Length.BEST_OF_THREE: _("Best of three"),
        Length.BEST_OF_FIVE: _("Best of five"),
    }[Length(length)]


def new_match_choices(chosen: int) -> list[LengthChoice]:
    """Return the lengths for a new game."""
    return [LengthChoice(value, length_text(value), value == chosen) for value in Length.values]


def length_choices(table: Table) -> list[LengthChoice]:
    """Return the lengths for the rematch of a game; none for a player alone."""
    return new_match_choices(table.session.match_wins) if len(table.seats) > 1 else []
