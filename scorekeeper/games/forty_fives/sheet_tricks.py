"""Sheet of a round of Forty-fives that is entered by its cards: the five tricks by player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from scorekeeper.core.web.numbers import signed
from scorekeeper.games.card_rounds.cards import card_text, suit_html
from scorekeeper.games.card_rounds.draft import Head, heads
from scorekeeper.games.entry_panel import EntryPanel
from scorekeeper.play.table import Table
from scorekeeper.rules.forty_fives.fields import RoundFields
from scorekeeper.rules.forty_fives.play import Trick

from .inputs import CardsInputs, RoundInputs
from .sheet import SCRIPT, STYLES, chances_text, choice_on, trump_order
from .sheet_inputs import PlayerColumn, TrickCell, TricksContext, TrickShown


def tricks_sheet(table: Table, panel: EntryPanel) -> TricksContext:
    """Draw the five tricks by player: leader, cards, winner, best trump so far."""
    choice = choice_on(panel)
    assert choice is not None
    fields, players, every = RoundFields.of(choice), table.sheet.players, heads(table)
    assert fields.trump is not None
    best = fields.best_trump
    return {
        "sheet_template": "games/forty_fives/_round_sheet.html",
        "styles": STYLES,
        "script": SCRIPT,
        "heads": every,
        "columns": list(_columns(fields, every, panel.writer)),
        "rows": list(_tricks(table, fields, panel)),
        "number": fields.number,
        "subtitle": _("Round %(number)d, %(dealer)s deals")
        % {"number": fields.number, "dealer": table.name(fields.dealer)},
        "trump": suit_html(fields.trump),
        "best": (table.name(best.player), card_text(best.card)) if best else None,
        "order": trump_order(fields),
        "size": f"cols-{len(players)}",
        "turn": next((place for place, player in enumerate(players, 1) if player == panel.writer), 0),
        "chances": chances_text(table, choice),
        "bounds": [],
    }


def _columns(fields: RoundFields, every: Iterable[Head], turn: str | None) -> Iterator[PlayerColumn]:
    """Yield the heads; once the round is over, a gain is what will be written.

    One struck for a revoke is that of the tricks.
    """
    for head in every:
        zeroed = head.key in fields.zeroed and fields.points[head.key] > 0
        gain = (fields.points if zeroed else fields.gains)[head.key]
        yield PlayerColumn(
            head=head,
            total=fields.totals[head.key] - fields.gains[head.key],
            gain=signed(gain) if gain else "",
            turn=head.key == turn,
            zeroed=zeroed,
        )


def _tricks(table: Table, fields: RoundFields, panel: EntryPanel) -> Iterator[TrickShown]:
    """Yield the five tricks; revokes and their proofs are marked."""
    fix = panel.drawn.fix if isinstance(panel.drawn, CardsInputs) else None
    marked = {(each.player, each.proof_trick): "proof" for each in fields.revokes}
    marked |= {(each.player, each.trick): "bad" for each in fields.revokes}
    tricks = {trick.number: trick for trick in fields.tricks}
    won = dict(enumerate(panel.drawn.won, 1)) if isinstance(panel.drawn, RoundInputs) else {}
    for number in range(1, 6):
        trick = tricks.get(number, Trick(number, "", (), None, full=False))
        winner = trick.winner if trick.full else won.get(number)
        places = {player: place for place, (player, _card) in enumerate(trick.plays)}
        cells = []
        for player in table.sheet.players:
            place = places.get(player)
            cells.append(
                TrickCell(
                    card="" if place is None else card_text(trick.plays[place][1]),
                    press="" if place is None else f"fix-{number - 1}-{place}",
                    spoken=_played_by(table, player, trick.leader, winner),
                    leads=player == trick.leader,
                    takes=player == winner,
                    next=place is None and player == fields.next and not trick.full and bool(trick.leader),
                    state=marked.get((player, number), ""),
                    fixing=place is not None and fix == [number - 1, place],
                )
            )
        yield TrickShown(number, cells)


def _played_by(table: Table, player: str, leader: str, winner: str | None) -> list[str]:
    """Return the parts of the text for screen readers: player, lead, trick won."""
    leads, takes = player == leader, player == winner
    return [table.name(player), _("leads") if leads else "", _("takes the trick") if takes else ""]
