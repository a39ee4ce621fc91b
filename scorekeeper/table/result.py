"""The result of a game: winners, standings, payments, and the text to share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from scorekeeper.core.i18n.dates import show_day
from scorekeeper.core.i18n.punctuation import listed, sentence
from scorekeeper.core.web.numbers import figure
from scorekeeper.games import lines
from scorekeeper.games.phrases import and_list
from scorekeeper.games.presentations import presented
from scorekeeper.games.sides import sides_of
from scorekeeper.ledger.game_payments import GamePayment, state_of
from scorekeeper.people.avatars import initials
from scorekeeper.people.language import group_language
from scorekeeper.play.early_end import is_early_end
from scorekeeper.play.matches import Match, match_of
from scorekeeper.play.session_notes import note_of
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import CONCEDED, Outcome, rank

from .first_player import first_player_choices
from .game_effects import Wins, by_side, effects_of, evening_wins, wins_text
from .highlight_text import highlight_of, highlight_text
from .highlights import Highlight
from .match_texts import length_choices, match_text, rematch_text
from .payments import Net, SeatAvatar, ledger_text, nets_of, settlement_of
from .reopening import corrections_text


@dataclass(frozen=True, slots=True)
class TeamMember:
    """A player's own total within a team."""

    seat: SeatAvatar
    total: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of the standings: a player or a team. `games`: won this evening, where counted."""

    rank: int
    name: str
    seats: tuple[SeatAvatar, ...]
    total: int
    distance: int
    won: bool
    members: tuple[TeamMember, ...] = ()
    games: int | None = None

    @property
    def tally(self) -> str:
        """The games won in words."""
        if self.games is None:
            return ""
        return ngettext("%(count)d game won", "%(count)d games won", self.games) % {"count": self.games}

    @property
    def parts(self) -> str:
        """Each partner's part of the total: "Ana 75, Cleo 45"; empty for a single player."""
        return listed(f"{member.seat.player.name} {figure(member.total)}" for member in self.members)

    @property
    def behind(self) -> str:
        """The distance to the winner with a true minus sign."""
        return f"−{-self.distance}" if self.distance < 0 else f"+{self.distance}"


def result_context(table: Table) -> dict[str, Any]:
    """Build the context of the result; for a game that was given up only its standings."""
    outcome = table.outcome
    if outcome is None:
        return {"title": _("Ended without a result"), "ahead": "", "rows": _standings_now(table), "share": ""}
    rows, wins = _standings(table, outcome), evening_wins(table)
    if presented(table).counts_wins:
        won = {table.seat(side[0]).player_id: count for side, count in wins.items()}
        rows = [replace(row, games=won.get(row.seats[0].player.pk, int(row.won))) for row in rows]
    # the page that is loaded after a write shows these
    highlight, match = (None, None) if table.wrote else (highlight_of(table, table.past), match_of(table))
    pays = settlement_of(table, outcome, _seat_avatars(table))
    shown, dice = [row for row in rows if row.won], _winning_dice(table, outcome)
    return {
        "title": lines.winners_line(table),
        "winners": shown,
        "figure": None if dice or not shown else shown[0].total if table.game.POINTS else shown[0].games,
        "points": table.game.POINTS,
        "ahead": _how_won(table, rows, outcome),
        "dice": dice,
        "highlight": highlight_text(table, highlight),
        "match": match_text(table, match),
        "lengths": length_choices(table),
        "rematch": rematch_text(table, match),
        "rows": rows,
        "effects": effects_of(table, {} if match and by_side(table, match.wins) == wins else wins),
        "starters": first_player_choices(table),
        "corrected": corrections_text(table),
        "note": note_of(table.session),
        "share": "" if table.wrote else _shared(table, rows, outcome, wins, highlight, match),
        **pays.fields(),
    }


def settled_result(table: Table) -> dict[str, Any]:
    """Build the part of the result that needs no query: winners, distance, payments."""
    outcome = table.outcome
    if outcome is None:
        return {"title": _("Ended without a result"), "ahead": ""}
    pays = settlement_of(table, outcome, _seat_avatars(table))
    ahead = _how_won(table, _standings(table, outcome), outcome)
    return {"title": lines.winners_line(table), "ahead": ahead, **pays.fields()}


def payments_due(table: Table) -> Sequence[GamePayment]:
    """Return the payments of a finished game for the ledger; empty without a result."""
    return settlement_of(table, table.outcome, _seat_avatars(table)).due if table.outcome else ()


def payments_state(table: Table) -> dict[str, Any] | None:
    """Return whether the payments of the result are made, and what the ledger has of them.

    None for visitors from outside the group, and in the response to a write, which the page follows up.
    """
    if table.outcome is None or table.wrote is not None or not table.permissions.of_group:
        return None
    payments = payments_due(table)
    if not payments:
        return None
    state = state_of(table.session.group_id, payments)
    return {"due": state.due, "paid": state.paid, "note": ledger_text(table, state)}


def _shared(
    table: Table,
    rows: list[Standing],
    outcome: Outcome,
    wins: Wins,
    highlight: Highlight | None,
    match: Match | None,
) -> str:
    """Return the text to share, in the group's language if it has one, as read by `load`."""
    with override(group_language(getattr(table.session, "group_language", ""))):
        nets = nets_of(table, outcome, _seat_avatars(table))
        return share_text(table, rows, nets, wins, highlight, match)


def _seat_avatars(table: Table) -> dict[str, SeatAvatar]:
    """Return the avatar of each player by seat key."""
    letters = initials(list(table.names.values()))
    return {
        seat.key: SeatAvatar(seat.player, letter) for seat, letter in zip(table.seats, letters, strict=True)
    }


def _standings(table: Table, outcome: Outcome) -> list[Standing]:
    marked = _seat_avatars(table)
    totals = {str(place): outcome.side_score(side) for place, side in enumerate(outcome.sides)}
    winning = [str(place) for place, side in enumerate(outcome.sides) if set(side) & set(outcome.winners)]
    best = max(totals[place] for place in winning or totals)
    rows = []
    for each in rank(totals, winning if outcome.is_decided else ()):
        for place in each.players:
            side = outcome.sides[int(place)]
            seats = tuple(marked[key] for key in side)
            members = (
                tuple(TeamMember(marked[key], outcome.scores[key]) for key in side) if len(side) > 1 else ()
            )
            name = and_list([table.name(key) for key in side])
            won = place in winning
            rows.append(Standing(each.rank, name, seats, each.score, each.score - best, won, members))
    return rows


def _standings_now(table: Table) -> list[Standing]:
    """Return the standings of a game that was given up."""
    marked, sides = _seat_avatars(table), sides_of(table)
    best = max(side.total for side in sides)
    found = []
    for each in rank({str(place): side.total for place, side in enumerate(sides)}):
        for side in (sides[int(place)] for place in each.players):
            seats = tuple(marked[key] for key in side.players)
            parts = zip(seats, side.parts, strict=True)
            members = () if side.alone else tuple(TeamMember(seat, part) for seat, part in parts)
            row = Standing(
                each.rank, side.name, seats, side.total, side.total - best, won=False, members=members
            )
            found.append(row)
    return found


def _winning_dice(table: Table, outcome: Outcome) -> list[int]:
    """Return the throw that won the game at once, else []."""
    last = table.replayed.lines[-1] if table.replayed.lines else None
    return last.moves[-1].get("dice", []) if outcome.automatic and last else []


def _how_won(table: Table, rows: list[Standing], outcome: Outcome) -> str:
    """Describe how the game was won: its reason, or the distance to the next side; and an early end."""
    dice = _winning_dice(table, outcome)
    if dice:
        return _("at once: five %(face)ds on the first roll") % {"face": dice[0]}
    text = presented(table).outcome_texts.get(outcome.reason)
    losers = [row for row in rows if not row.won]
    distance = {"distance": -losers[0].distance if losers else 0}
    if text is not None:
        return str(text) % distance
    ahead = _("%(distance)d ahead") % distance if losers and any(row.won for row in rows) else ""
    early = any(is_early_end(line.first) for line in table.replayed.lines[-1:])
    return listed(filter(None, [ahead, _("ended as it stood") if early else ""]))


def share_text(
    table: Table,
    rows: list[Standing],
    nets: Sequence[Net],
    wins: Wins,
    highlight: Highlight | None = None,
    match: Match | None = None,
) -> str:
    """Return the result as a text for a chat; totals do not explain an automatic win, which comes before them.

    Example: "General, 13 Nov: Cleo 231, Ana 204. The closest finish this year. Cleo gets 6,50 €."
    """
    day, points = show_day(table.session.day), table.game.POINTS
    totals = listed(
        f"{row.name} {figure(row.total)}" if points else f"{row.rank}. {row.name}" for row in rows
    )
    parts = [totals]
    if table.outcome is not None and (table.outcome.is_decided or not points):
        parts.append(lines.winners_line(table))
        if table.outcome.automatic and table.outcome.reason != CONCEDED:
            how = _how_won(table, rows, table.outcome)
            parts = [_("%(won)s %(how)s") % {"won": parts[1], "how": how}, totals]
    named = {"game": table.game_name, "day": day, "totals": parts[0]}
    text = " ".join([_("%(game)s, %(day)s: %(totals)s.") % named, *map(sentence, parts[1:])])
    if highlight is not None:
        text += " " + sentence(highlight_text(table, highlight))
    if match is not None:
        text += " " + sentence(match_text(table, match))
    elif wins:
        some = {side: count for side, count in wins.items() if count}
        text += " " + _("Games won: %(games)s.") % {"games": wins_text(table, some)}
    return " ".join([text, *(sentence(net.text) for net in nets)])
