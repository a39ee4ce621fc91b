"""Sheets of Générala: the evening's games, the hands, the seating plan, the trick in play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.games.card_rounds.draft import heads
from scorekeeper.games.card_rounds.inputs import is_new_line, marked_line, table_shown
from scorekeeper.games.entry_panel import EntryPanel
from scorekeeper.play.rematches import games_of_evening, games_won
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import rank
from scorekeeper.rules.generala_cards.fields import HandRow, LineFields, TrickFields

from .inputs import (
    DealFromAbove,
    GameCell,
    GameShown,
    HandCell,
    HandsContext,
    HandShown,
    LineInputs,
    PlayerColumn,
    SeatFromAbove,
)
from .sheet_tricks import earlier_tricks, trick_in_play

STYLES, SCRIPT = "css/generala_cards.css", "js/cards.js"
SHOWN = 3  # number of earlier tricks that are drawn unfolded
PACK = 54
FEW = 5  # players up to whom the cards of each are listed


def sheet(table: Table, panel: EntryPanel) -> HandsContext:
    """Return the template context of the sheet."""
    shown = table_shown(table, panel)
    fields = panel.drawn.choice.fields if isinstance(panel.drawn, LineInputs) else None
    drafted = fields if isinstance(fields, LineFields) else None
    by_cards = fields if isinstance(fields, TrickFields) else None
    fresh = is_new_line(panel)
    now, games = _now(table), _earlier_games(table)
    hands, running = _hands(shown, panel), earlier_tricks(table, panel)
    context: HandsContext = {
        "sheet_template": "games/generala_cards/_sheet.html",
        "styles": STYLES,
        "script": SCRIPT,
        "heads": heads(table),
        "columns": _columns(table, games),
        "losses": not table.options["elimination"],
        "game_number": len(games) + 1,
        "games": _games(table, games),
        "hands": hands,
        "pencil": _pencil(table, drafted if fresh and drafted else now),
        "size": f"cols-{len(table.seats)}",
        "trick": trick_in_play(table, by_cards, panel) if by_cards else None,
        "tricks": running[-SHOWN:],
        "tricks_before": running[:-SHOWN],
        "seats": _seats(table, now) if now and not by_cards and not table.state.running else [],
        "from_above": _from_above(table, now) if now else None,
        "bounds": [],
    }
    if by_cards:
        context["subtitle"] = _("Hand %(number)d, referee") % {"number": by_cards.number}
    return context


def _earlier_games(table: Table) -> list[Table]:
    """Return the evening's finished games before this one."""
    return [game for game in games_of_evening(table.session) if game.session.pk != table.session.pk]


def _now(table: Table) -> LineFields | None:
    """Return the fields of the next line's choice; None for a finished or abandoned game."""
    if table.session.ended or table.outcome is not None:
        return None
    return LineFields.of(table.game.choices(table.state)[0])


# --- the evening's games and the hands of this one -------------------------------------------------------


def _columns(table: Table, games: list[Table]) -> list[PlayerColumn]:
    """Return the column heads with games won this evening.

    At tables where no player drops out, they show the hands lost instead.
    """
    winners = table.outcome.winners if table.outcome else ()
    if table.options["elimination"]:
        figures = games_won(table, [*games, table])
        most = max(figures.values())
        ahead = {key for key, wins in figures.items() if wins == most > 0}
    else:
        figures, ahead = _lost(table), set(table.sheet.leaders)
    marks = dict(zip(table.sheet.players, table.sheet.marks, strict=True))
    return [
        PlayerColumn(
            head=head,
            figure=figures[head.key],
            leads=head.key in ahead and not winners,
            won=head.key in winners,
            dropped="dropped" in marks[head.key],
        )
        for head in heads(table)
    ]


def _lost(table: Table) -> dict[str, int]:
    """Return the number of hands that each player lost in this game."""
    lost = dict.fromkeys(table.names, 0)
    for row in table.sheet.rows:
        if row.round and row.round.lost:
            lost[row.round.lost] += 1
    return lost


def _games(table: Table, games: list[Table]) -> list[GameShown]:
    """Return the finished games of the evening, with the place of every player."""
    found = []
    for number, game in enumerate(games, start=1):
        outcome = game.outcome
        assert outcome is not None
        places = {key: row.rank for row in rank(dict(outcome.scores)) for key in row.players}
        by_player = {seat.player_id: seat.key for seat in game.seats}
        keys = [by_player[seat.player_id] for seat in table.seats]
        cells = [GameCell(places[key], key in outcome.winners) for key in keys]
        found.append(GameShown(number, game.session.address, cells))
    return found


def _hands(table: Table, panel: EntryPanel) -> list[HandShown]:
    """Return the finished hands: the place of each player out, and the player who dropped."""
    last = table.scored_line
    found = []
    for row in table.sheet.rows:
        fields = row.fields
        if not isinstance(fields, HandRow):
            continue
        written = next(cell.line for cell in row.cells if cell.line is not None)
        line = table.replayed.places[written][0]
        state = "on" if marked_line(panel) == line else "new" if last and line == last.number else ""
        found.append(
            HandShown(
                number=fields.number,
                dealer=table.name(fields.dealer),
                line=line,
                state=state,
                cells=[
                    hand_cell(
                        player,
                        fields.places,
                        drops=fields.dropped,
                        lost=None if cell.line is None else fields.lost,
                        champion=fields.champion,
                    )
                    for player, cell in zip(table.sheet.players, row.cells, strict=True)
                ],
            )
        )
    return found


def hand_cell(
    player: str,
    places: Mapping[str, int],
    *,
    drops: str | None,
    lost: str | None,
    champion: str | None,
    is_open: bool = False,
) -> HandCell:
    """Return a cell: the place, or "drops" or "loses"; empty for players who were out before."""
    place = places.get(player)
    mark = place or (_("drops") if player == drops else _("loses") if player == lost else "")
    return HandCell(mark, place is not None, player == champion, is_open)


def _pencil(table: Table, fields: LineFields | None) -> HandShown | None:
    """Return the drafted hand: empty boxes for the players who are in, or their places."""
    if fields is None:
        return None
    cells = [
        hand_cell(
            player,
            fields.places,
            drops=fields.drops,
            lost=fields.lost,
            champion=fields.champion,
            is_open=player in fields.players,
        )
        for player in table.sheet.players
    ]
    return HandShown(fields.number, table.name(fields.dealer), cells)


# --- the seating plan ------------------------------------------------------------------------------------


def _seats(table: Table, now: LineFields) -> list[SeatFromAbove]:
    """Return all players counter-clockwise from the first seat: dealer, leader, cards dealt."""
    found = []
    for head in heads(table):
        cards = now.cards.get(head.key)
        parts = []
        if head.key == now.dealer:
            parts.append(_("deals"))
        if head.key == now.leader:
            parts.append(_("leads"))
        count = ngettext("%(count)d card", "%(count)d cards", cards or 0) % {"count": cards or 0}
        parts.append(count if cards else _("no cards"))
        found.append(SeatFromAbove(head, head.key in now.dropped, listed(parts)))
    return found


def _from_above(table: Table, now: LineFields) -> DealFromAbove:
    """Return the same for one line: "Eva deals, Ana leads, 14 14 13 13 cards"."""
    return DealFromAbove(
        dealer=table.name(now.dealer),
        leader=table.name(now.leader),
        pack=PACK,
        cards=_dealt_text([now.cards[key] for key in now.order]),
    )


def _dealt_text(counts: Sequence[int]) -> str:
    """Return the cards dealt to each player, from the leader on: "18 cards each", "14 14 13 13 cards".

    Of many players, only how many cards each may have: "5 or 6 cards each".
    """
    if len(set(counts)) == 1:
        return _("%(count)d cards each") % {"count": counts[0]}
    if len(counts) > FEW:
        return _("%(fewer)d or %(more)d cards each") % {"fewer": min(counts), "more": max(counts)}
    return _("%(counts)s cards") % {"counts": " ".join(map(str, counts))}
