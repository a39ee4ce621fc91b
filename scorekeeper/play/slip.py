"""The end of a game on one slip of paper: who won, standings, who pays whom and why, the text to share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils import formats
from django.utils.translation import get_language, gettext_noop, ngettext, override
from django.utils.translation import gettext as _

from scorekeeper.ledger import money, settle
from scorekeeper.ledger.wording import reason_text
from scorekeeper.people.language import shared_in
from scorekeeper.people.models import Player
from scorekeeper.people.names import initials
from scorekeeper.punctuation import listed, sentence
from scorekeeper.rules.core import Outcome, rank

from . import telling
from .phrases import and_list
from .rematch import evening, games_won
from .table import Table

TALLIED = frozenset({"generala_cards"})  # a game is one of an evening's: what counts is games won


@dataclass(frozen=True, slots=True)
class Marked:
    """A seat with what stands on its counter."""

    player: Player
    initial: str


@dataclass(frozen=True, slots=True)
class Member:
    """One player's own total within a team."""

    seat: Marked
    total: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of the standings: a player or a team. `tally`: the games won over the evening, where they are counted."""

    rank: int
    name: str
    seats: tuple[Marked, ...]
    total: int
    distance: int
    won: bool
    members: tuple[Member, ...] = ()
    tally: str = ""

    @property
    def behind(self) -> str:
        """The distance to the winner as it is written, with a true minus."""
        return f"−{-self.distance}" if self.distance < 0 else f"+{self.distance}"


@dataclass(frozen=True, slots=True)
class Payment:
    """Who pays whom how much, and the reason in words."""

    payer: Marked
    payee: Marked
    amount: str
    reason: str


def slip(table: Table) -> dict[str, Any]:
    """What the slip shows; for a game given up only where it stood."""
    outcome = table.outcome
    if outcome is None:
        scores = dict(zip(table.sheet.players, table.sheet.totals, strict=True))
        return {"title": _("Ended without a result"), "ahead": "", "rows": _rows(table, scores), "share": ""}
    rows, wins = _standings(table, outcome), _tally(table)
    if wins:
        rows = [replace(row, tally=_won(wins[row.name])) for row in rows]
    payments, sums, stake = _payments(table, outcome)
    share, day = _shared(table, rows, outcome, wins)
    shown = [row for row in rows if row.won]
    return {
        "title": telling.winners_line(table),
        "winners": shown,
        "figure": shown[0].total if shown and table.game.POINTS else None,
        "points": table.game.POINTS,
        "ahead": _ahead(rows, outcome),
        "dice": _winning_dice(table, outcome),
        "rows": rows,
        "payments": payments,
        "sums": sums,
        "stake": stake,
        "share": share,
        "day": day,
    }


def _shared(table: Table, rows: list[Standing], outcome: Outcome, wins: Mapping[str, int]) -> tuple[str, str]:
    """The text to share, in the group's own language where it has one, and the day in it that a phone may put in its
    own way; empty where that would be another language."""
    language = shared_in(getattr(table.session, "group_language", ""))  # as `load` has read it
    same = language == get_language()
    with override(language):
        sums = _payments(table, outcome)[1]
        return share_text(table, rows, sums, wins), share_day(table) if same else ""


def _tally(table: Table) -> dict[str, int]:
    """Who won how many games this evening, by name; empty where nobody counts them, or this is the first."""
    games = evening(table.session) if table.game.slug in TALLIED else []
    if len(games) < 2:
        return {}
    return {table.name(key): wins for key, wins in games_won(table, games).items()}


def _won(games: int) -> str:
    return ngettext("%(count)d game won", "%(count)d games won", games) % {"count": games}


def _marked(table: Table) -> dict[str, Marked]:
    """Every seat by what the rules call it."""
    letters = initials(list(table.names.values()))
    return {seat.key: Marked(seat.player, letter) for seat, letter in zip(table.seats, letters, strict=True)}


def _standings(table: Table, outcome: Outcome) -> list[Standing]:
    marked = _marked(table)
    totals = {str(place): outcome.side_score(side) for place, side in enumerate(outcome.sides)}
    winning = [str(place) for place, side in enumerate(outcome.sides) if set(side) & set(outcome.winners)]
    best = max(totals[place] for place in winning or totals)
    rows = []
    for each in rank(totals, winning if outcome.automatic else ()):
        for place in each.players:
            side = outcome.sides[int(place)]
            seats = tuple(marked[key] for key in side)
            members = tuple(Member(marked[key], outcome.scores[key]) for key in side) if len(side) > 1 else ()
            name = and_list([table.name(key) for key in side])
            won = place in winning
            rows.append(Standing(each.rank, name, seats, each.score, each.score - best, won, members))
    return rows


def _rows(table: Table, scores: dict[str, int]) -> list[Standing]:
    """Where it stood when it was given up."""
    marked, best = _marked(table), max(scores.values())
    return [
        Standing(each.rank, table.name(key), (marked[key],), each.score, each.score - best, won=False)
        for each in rank(scores)
        for key in each.players
    ]


def _winning_dice(table: Table, outcome: Outcome) -> list[int]:
    """The throw that ended the game at once."""
    last = next((line for line in reversed(table.folded.lines) if line.taken_back is None), None)
    return last.moves[-1].get("dice", []) if outcome.automatic and last else []


HOW = {
    "automatic_win": gettext_noop("at once, by five alike on the first throw"),
    "sweep": gettext_noop("at once, with all five tricks"),
    "conceded": gettext_noop("the other side gave up"),
    "draw": gettext_noop("equal strengths"),
    "champion": gettext_noop("the last one in, champion of this game"),
    "agreed": gettext_noop("ended by agreement"),
}

# how far, and after what
AHEAD = {
    "lead": gettext_noop("%(distance)d ahead after the turn of grace"),
    "no_cards": gettext_noop("no cards left, %(distance)d ahead"),
}
SIMPLY_AHEAD = gettext_noop("%(distance)d ahead")


def _ahead(rows: list[Standing], outcome: Outcome) -> str:
    """How the game was won, in a line."""
    if outcome.reason in HOW:
        return _(HOW[outcome.reason])
    losers = [row for row in rows if not row.won]
    if not losers or not any(row.won for row in rows):
        return ""
    return _(AHEAD.get(outcome.reason, SIMPLY_AHEAD)) % {"distance": -losers[0].distance}


def _payments(table: Table, outcome: Outcome) -> tuple[list[Payment], list[tuple[str, str]], str]:
    """The transfers in words, what each receiver gets in all, and the stake in words."""
    if not table.session.stake or table.session.stake.get("kind", "none") == "none":
        return [], [], ""
    locale = get_language() or "en"
    stake = money.parse_stake(table.session.stake)
    transfers = settle.settle(stake, outcome)
    marked = _marked(table)
    payments = [
        Payment(
            marked[each.payer],
            marked[each.payee],
            money.show(each.amount, stake.unit, locale),
            reason_text(each.reason, stake.unit, locale, table.names),
        )
        for each in transfers
    ]
    gets: dict[str, int] = {}
    for each in transfers:
        gets[each.payee] = gets.get(each.payee, 0) + each.amount
    sums = [(table.name(key), money.show(amount, stake.unit, locale)) for key, amount in gets.items()]
    return payments, sums, stake_text(stake, locale)


STAKES = {
    "per_point": gettext_noop("%(amount)s a point"),
    "pairwise": gettext_noop("%(amount)s a point, each with each"),
    "low_pays": gettext_noop("low pays %(amount)s"),
    "ante": gettext_noop("%(amount)s each into the pot"),
    "fixed": gettext_noop("%(amount)s from each loser"),
}


def stake_text(stake: money.Stake, locale: str) -> str:
    """A stake in words: "$0.01 a point"; empty for none."""
    if stake.kind == "none":
        return ""
    return _(STAKES[stake.kind]) % {"amount": money.show(stake.amount, stake.unit, locale)}


def share_day(table: Table) -> str:
    """The day of the game as the text to share has it; a phone puts its own in the place of it."""
    return formats.date_format(table.session.started, "MONTH_DAY_FORMAT")


def share_text(
    table: Table, rows: list[Standing], sums: list[tuple[str, str]], wins: Mapping[str, int]
) -> str:
    """What goes into the group chat: "General, 13 Nov: Cleo 231, Ana 204. Cleo gets 6,50 €." """
    day = share_day(table)
    points = table.game.POINTS
    totals = listed(f"{row.name} {row.total}" if points else f"{row.rank}. {row.name}" for row in rows)
    text = _("%(game)s, %(day)s: %(totals)s.") % {"game": _(table.game.name), "day": day, "totals": totals}
    if table.outcome is not None and (table.outcome.automatic or not points):
        text += " " + sentence(telling.winners_line(table))
    if wins:
        most = sorted(wins, key=lambda name: -wins[name])
        told = listed(f"{name} {wins[name]}" for name in most if wins[name])
        text += " " + _("Games won: %(games)s.") % {"games": told}
    for name, amount in sums:
        text += " " + _("%(player)s gets %(amount)s.") % {"player": name, "amount": amount}
    return text
