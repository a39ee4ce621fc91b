"""Texts of the rounds of Forty-fives."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import labelled, listed
from scorekeeper.core.web.numbers import figure
from scorekeeper.games.base import Move
from scorekeeper.games.card_rounds.cards import SIGNS
from scorekeeper.games.card_rounds.lines import CardLines
from scorekeeper.games.sides import sides_of
from scorekeeper.play.table import Table
from scorekeeper.rules.cards import suit_of
from scorekeeper.rules.forty_fives.fields import WrittenBid, WrittenRow
from scorekeeper.rules.forty_fives.move import Bid


class FortyFivesLines(CardLines):
    """Texts of a line that is a round of the whole table."""

    def player(self, move: Move) -> None:
        """Return None, as a round belongs to the whole table."""

    def heading(self, table: Table, index: int) -> str:
        """Return the number of the round."""
        return _("Round %(number)d") % {"number": index + 1}

    def name(self, table: Table, index: int | None, move: Move) -> str:
        """Name a round by its number, or by its trumps after it was undone."""
        if index is None:
            return _("round in %(suit)s") % {"suit": SIGNS[_trump(move)]}
        return _("round %(number)d") % {"number": index + 1}

    def written(self, table: Table, index: int | None, move: Move) -> str:
        """Describe the points of each side; of an undone round, the winners of the tricks."""
        rows = table.sheet.rows
        if index is None or index >= len(rows):
            return _without_points(table, self.name(table, None, move), move)
        cells = zip(table.sheet.players, rows[index].cells, strict=True)
        sides = sides_of(table, {key: cell.points or 0 for key, cell in cells})
        totals = listed(f"{side.name} {figure(side.total)}" for side in sides if side.total)
        bid = WrittenRow.of(rows[index]).bid
        return labelled(
            self.name(table, index, move), listed([totals or "0", bid_result(table, bid) if bid else ""])
        )


def bid_text(table: Table, bid: Bid | WrittenBid, won: tuple[int, str] | None) -> str:
    """Describe a bid: "Bo bid 25", "Bo bid 25: 10 so far", "Bo bid 25, made 15: failed".

    `won`: the points of the bidder's side, and whether the bid is "made", "failed" or "open"; None if unknown.
    """
    values = {"player": table.name(bid.player), "points": bid.points, "won": won[0] if won else 0}
    if won is None:
        return _("%(player)s bid %(points)d") % values
    if won[1] == "open":
        return _("%(player)s bid %(points)d: %(won)d so far") % values
    if won[1] == "made":
        return _("%(player)s bid %(points)d, made %(won)d") % values
    return _("%(player)s bid %(points)d, made %(won)d: failed") % values


def bid_result(table: Table, bid: WrittenBid) -> str:
    """Describe the bid of a written round and its result."""
    return bid_text(table, bid, (bid.won, "made" if bid.made else "failed"))


def _trump(move: Move) -> str:
    if "trump" in move:
        return str(move["trump"])
    turned = move["turned"]
    return suit_of(turned if isinstance(turned, str) else turned[-1])


def _without_points(table: Table, short: str, move: Move) -> str:
    """Describe a round by its bid, and by the winners of its tricks and of the best trump if the entry has them."""
    if bid := move.get("bid"):
        short = listed([short, bid_text(table, Bid(**bid), None)])
    if not all(isinstance(each, str) for each in move["tricks"]):
        return listed([short, _("card by card")])
    best = [_("best trump: %(player)s") % {"player": table.name(move["best"])}] if move.get("best") else []
    return labelled(short, listed([*(table.name(key) for key in move["tricks"]), *best]))
