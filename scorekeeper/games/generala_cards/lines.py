"""Texts of the hands and tricks of Générala."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import clauses, labelled, listed
from scorekeeper.games.base import Move
from scorekeeper.games.card_rounds.cards import written
from scorekeeper.games.card_rounds.lines import CardLines, index_of
from scorekeeper.games.phrases import and_list
from scorekeeper.play.replay import Line
from scorekeeper.play.table import Table
from scorekeeper.rules.generala_cards.fields import HandRow, TrickRow

Place = tuple[int, int]


class GeneralaCardsLines(CardLines):
    """Texts of a line that is a hand, one trick, or the end; always of the whole table."""

    def player(self, move: Move) -> None:
        """Return None, as a line belongs to the whole table."""

    def heading(self, table: Table, index: int) -> str:
        """Return the number of the hand, and of the trick in it."""
        place = places(table).get(index)
        if place is None:
            return _("Hand %(number)d") % {"number": next_hand(table)}
        hand, trick = place
        numbers = {"number": hand, "trick": trick}
        return _("Hand %(number)d, trick %(trick)d") % numbers if trick else _("Hand %(number)d") % numbers

    def name(self, table: Table, index: int | None, move: Move) -> str:
        """Name a line by its number, or by its kind after it was undone."""
        if "end" in move:
            return _("the end by agreement")
        place = places(table).get(index) if index is not None else None
        if place is None:
            return _("trick") if "trick" in move else _("hand")
        hand, trick = place
        return _("trick %(number)d") % {"number": trick} if trick else _("hand %(number)d") % {"number": hand}

    def short(self, table: Table, line: Line) -> str:
        """Return the name; a trick's with that of its hand, as tricks of every hand have the same numbers."""
        index = index_of(table, line)
        hand, trick = (0, 0) if index is None else places(table).get(index, (0, 0))
        if not trick:
            return super().short(table, line)
        return _("hand %(number)d, trick %(trick)d") % {"number": hand, "trick": trick}

    def written(self, table: Table, index: int | None, move: Move) -> str:
        """Describe the order of players out and left, or the cards of a trick and its winner."""
        short = self.name(table, index, move)
        if "end" in move:
            return short
        content = _trick(table, move) if "trick" in move else _hand(table, move)
        return labelled(short, clauses([content, *_came(table, index)]))


def places(table: Table) -> dict[int, Place]:
    """Return the hand and trick of every line on the sheet, by index; trick 0 is a whole hand."""
    found: dict[int, Place] = {}
    for row in table.sheet.rows:
        line = next((cell.line for cell in row.cells if cell.line is not None), None)
        if isinstance(row.fields, TrickRow) and line is not None:
            found[line] = row.fields.hand, row.fields.number
        elif isinstance(row.fields, HandRow) and line is not None:
            found[line] = row.fields.number, 0
            for trick, each in enumerate(row.fields.tricks, start=1):
                found[each.line] = row.fields.number, trick
    return found


def next_hand(table: Table) -> int:
    """Return the number of the next or unfinished hand."""
    return sum(row.kind == "round" for row in table.sheet.rows) + 1


def _hand(table: Table, move: Move) -> str:
    """Describe the order in which players ran out: "Cleo, then Ana and Dev"."""
    groups = [and_list([table.name(key) for key in group]) for group in move["out"]]
    text = _(", then ").join(groups)
    return _("the rest by result, %(players)s") % {"players": text} if move.get("rest") else text


def _trick(table: Table, move: Move) -> str:
    """Describe the cards of a trick: "Cleo 9♥, Dev K♥, Ana picked up K♥"."""
    plays = [f"{table.name(key)} {written(card)}" for key, card in move["trick"]]
    took = move.get("took")
    if took:
        name = {"player": table.name(took["player"]), "card": written(took["card"])}
        plays.append(_("%(player)s picked up %(card)s") % name)
    return listed(plays)


def _came(table: Table, index: int | None) -> list[str]:
    """Describe the result of the hand that a line ended."""
    for row in table.sheet.rows:
        fields = row.fields
        if not isinstance(fields, HandRow) or index is None or all(cell.line != index for cell in row.cells):
            continue
        if fields.champion:
            return [_("%(player)s is champion") % {"player": table.name(fields.champion)}]
        if fields.dropped:
            return [_("%(player)s drops") % {"player": table.name(fields.dropped)}]
        if fields.lost:
            return [_("%(player)s loses") % {"player": table.name(fields.lost)}]
        return [_("all out on the same trick") if len(fields.out) == 1 else _("nobody drops")]
    return []
