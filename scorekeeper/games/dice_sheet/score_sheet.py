"""Sheet of boxes for its template: heads, rows, and the HTML of the cells.

Cells are most of a page, and the table page is requested most often. So they are joined as escaped strings, and
everything around them is a template.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from html import escape

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.games.entry_panel import Pencil
from scorekeeper.games.phrases import place_of
from scorekeeper.games.sides import in_partnerships
from scorekeeper.people.avatars import avatar_html, initials
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import Cell, Row

from .prospects import bonus_gap, players_gone, spares_left
from .score_reasons import spoken_reasons

EMPTY = mark_safe("<td></td>")


@dataclass(frozen=True, slots=True)
class Head:
    """Head of a column as HTML, with the player's avatar for other templates."""

    key: str
    name: str
    avatar: SafeString
    html: SafeString


@dataclass(frozen=True, slots=True)
class Grid:
    """The drawn sheet.

    `size`: the classes that give the style sheet the number of rows and columns.
    """

    heads: tuple[Head, ...]
    body: SafeString
    size: str


def draw(table: Table, pencil: Pencil) -> Grid:
    """Draw the sheet with its pencil marks."""
    heads = _heads(table, pencil)
    names = [head.name for head in heads]
    section = table.sheet.rows[0].section
    lines = []
    for row in table.sheet.rows:
        part = "</tbody><tbody>" if row.section != section else ""
        cells = "".join(_cells(table, row, names, pencil))
        lines.append(f'{part}<tr{_kind(row)}><th scope="row">{_label(row, pencil)}</th>{cells}</tr>\n')
        section = row.section
    body = mark_safe("".join(lines))  # noqa: S308 - every name and label is already escaped
    columns = f"cols-{len(names)}" if len(names) <= 10 else "cols-more"
    writing = _writing(table, pencil)
    turn = f" turn-{table.sheet.players.index(writing) + 1}" if writing else ""
    return Grid(heads, body, f"rows-{max(9, min(len(table.sheet.rows), 16))} {columns}{turn}")


def _heads(table: Table, pencil: Pencil) -> tuple[Head, ...]:
    sheet = table.sheet
    marks = initials([seat.player.name for seat in table.seats])
    winners = table.outcome.winners if table.outcome else ()
    writing = _writing(table, pencil)
    spares, gone = spares_left(table), players_gone(table)
    # in partnerships, only the totals of the sides above the sheet show the leader and the winner
    parts = in_partnerships(table)
    heads = []
    for seat, mark, total in zip(table.seats, marks, sheet.totals, strict=True):
        avatar = avatar_html(seat.player.colour, mark)
        left = seat.key in gone
        leads = seat.key in sheet.leaders and not winners and not parts and not left
        won = seat.key in winners and not parts and not sheet.shows_win
        states = (
            ("turn", seat.key == writing),
            ("lead", leads),
            ("won", won),
            ("part", parts),
            ("out", left),
        )
        state = " ".join(name for name, holds in states if holds)
        figures = _figures(
            total, pencil.totals.get(seat.key), spares.get(seat.key, 0), _("leads with") if leads else ""
        )
        style = f' class="{state}"' if state else ""
        name = escape(seat.player.name)
        if left:
            spoken = _("%(player)s has left") % {"player": name}
            name = f'<s aria-hidden="true">{name}</s><span class="vh">{spoken}</span>'
        # the name is escaped; the rest is numbers and constant markup
        html = mark_safe(  # noqa: S308
            f'<th scope="col"{style}><a href="?seat={seat.key}">{avatar}<b>{name}</b><em>{figures}</em></a></th>'
        )
        heads.append(Head(seat.key, seat.player.name, avatar, html))
    return tuple(heads)


@lru_cache(maxsize=512)
def _figures(total: int, change: int | None, spares: int, leads: str) -> str:
    """Draw the total of a head, the total after a change, and the spare throws left.

    `leads`: the words for the leader's head, "" for the others.
    """
    star = f'<span class="vh">{leads} </span>' if leads else ""
    shown = total if change in {None, total} else f"<s>{total}</s> <i>{change}</i>"
    if not spares:
        return f"{star}{shown}"
    # the winner's ring surrounds only the total
    return f'{star}<span>{shown}</span> <small>+{spares}<span class="vh"> Gut</span></small>'


def _writing(table: Table, pencil: Pencil) -> str | None:
    """Return the highlighted player: the writer, or the next player while a line is viewed."""
    return table.turn if pencil.marked else pencil.player


def _kind(row: Row) -> str:
    return {"bonus": ' class="bonus"', "spares": ' class="gut"'}.get(row.kind, "")


def _label(row: Row, pencil: Pencil) -> SafeString:
    """Draw the head of a row; tapping the label of an open box taps the box."""
    return _label_html(
        row.label, row.worth, row.die, row.key if row.key in pencil.open else "", get_language()
    )


@lru_cache(maxsize=1024)
def _label_html(label: str, worth: str, die: int, target: str, language: str) -> SafeString:
    face = format_html('<i class="d-{}"></i>', die) if die else ""
    beside = format_html(" <small>{}</small>", _(worth)) if worth else ""
    if target:
        return format_html('<label for="{}">{}{}{}</label>', target, face, _(label), beside)
    return format_html("<span>{}{}{}</span>", face, _(label), beside)


def _cells(table: Table, row: Row, names: list[str], pencil: Pencil) -> list[str]:
    if row.kind == "bonus":
        return [_bonus(cell, bonus_gap(table, row, place)) for place, cell in enumerate(row.cells)]
    if row.kind == "spares":
        return [_spares(cell) for cell in row.cells]
    newest = table.scored_line
    last = (newest.number, newest.scored.data.get("index", 0)) if newest else None
    found = []
    for key, name, cell in zip(table.sheet.players, names, row.cells, strict=True):
        if cell.line is not None and cell.points is not None:
            found.append(_written(table, cell, place_of(name, row.label, get_language()), pencil, last))
        elif "wins" in cell.marks:
            found.append(_winning(table, cell, place_of(name, row.label, get_language())))
        elif key == pencil.player and row.key in pencil.open:
            found.append(_open(row.key, _(row.label), pencil))
        else:
            found.append(EMPTY)
    return found


def _written(table: Table, cell: Cell, place: str, pencil: Pencil, last: tuple[int, int] | None) -> str:
    assert cell.line is not None
    number, index = table.replayed.places[cell.line]
    href = f"?line={number}" if index == 0 else f"?line={number}-{index}"
    marked = pencil.marked == (number, index)
    noted = "note" in table.replayed.by_number[number].moves[index]
    states = ("on" if marked else "new" if (number, index) == last else "", "noted" if noted else "")
    state = f' class="{" ".join(filter(None, states))}"' if any(states) else ""
    former = table.former_points.get((number, index))
    was = "" if former is None else _("was %(points)d") % {"points": former}
    said = (was, _("with a note") if noted else "")
    old = was and f'<s aria-hidden="true">{former}</s>'
    if marked and pencil.change:
        before, after = pencil.change
        now = _("now")
        inner = f'<s><span class="vh">{now} </span>{before}</s> <i>{after}</i>'
        return f'<td{state}><a href="{href}">{inner}</a></td>'
    if cell.points == 0:
        spoken = escape(listed(filter(None, [_("%(box)s, crossed out, 0") % {"box": place}, *said])))
        return f'<td{state}>{old}<a href="{href}" class="x">{spoken}</a></td>'
    spoken = escape(listed(filter(None, [f"{place} {cell.points}", *said])))
    opened = f'<td{state}><a href="{href}" aria-label="{spoken}">'
    return f"{opened}{old}{cell.points}</a></td>"


def _winning(table: Table, cell: Cell, place: str) -> str:
    """Draw the roll of an automatic win, ringed like a winner's total."""
    number, index = table.replayed.places[cell.line or 0]
    dice = table.replayed.by_number[number].moves[index]["dice"]
    said, face = escape(_("%(box)s: wins at once") % {"box": place}), f'<i class="d-{dice[0]}"></i>'
    opened = f'<td class="won new"><a href="?line={number}" aria-label="{said}">'
    return f"{opened}<em>{face}×{len(dice)}</em></a></td>"


def _open(box: str, label: str, pencil: Pencil) -> str:
    offer, named = pencil.offers.get(box), {"box": label}
    if box == pencil.chosen and not pencil.marked and (offer is None or offer.points == 0):
        # a second tap clears the choice: the same address without the box
        aria = escape(_("%(box)s, chosen") % named)
        return f'<td><button form="pad" id="{box}" class="on" aria-label="{aria}"></button></td>'
    if offer is None and box not in pencil.refused:
        aria = escape(_("%(box)s, open") % named)
        return (
            f'<td><button form="pad" name="box" value="{box}" id="{box}" aria-label="{aria}"></button></td>'
        )
    if offer is None or offer.points == 0:
        aria = escape((_("%(box)s, nothing") if offer else _("%(box)s, not with these dice")) % named)
        return f'<td><button form="pad" name="box" value="{box}" id="{box}" class="nil">{aria}</button></td>'
    form = "pad" if pencil.marked or pencil.unsure else "write"
    state = ' class="on"' if box == pencil.chosen else ""
    extra = f"<small>+{offer.extra}</small>" if offer.extra else ""
    spoken = f"{offer.points} + {offer.extra}" if offer.extra else str(offer.points)
    aria = escape(listed([f"{label} {spoken}", spoken_reasons(offer.reasons)]))
    return (
        f'<td><button form="{form}" name="box" value="{box}" id="{box}"{state} '
        f'aria-label="{aria}">{offer.points}{extra}</button></td>'
    )


def _bonus(cell: Cell, left: int | None) -> str:
    """Draw the upper bonus; until it is decided, the sum of the face boxes and what is missing."""
    if cell.points:
        return f"<td><b>+{cell.points}</b></td>"
    if cell.points is not None and cell.total is not None:
        return "<td>0</td>"  # missed: 0 lets the column add up to its total
    if left is None:
        return "<td></td>" if cell.total is None else f"<td>{cell.total}</td>"
    to_go = escape(_("%(to_go)s to go") % {"to_go": left})
    return f"<td><span>{cell.total} <small>{to_go}</small></span></td>"


def _spares(cell: Cell) -> str:
    earned, spent = cell.points or 0, cell.total or 0
    if not earned:
        return "<td></td>"
    marks = "<i></i>" * (earned - spent) + '<i class="spent"></i>' * spent
    spoken = _("%(left)d left, %(spent)d spent") % {"left": earned - spent, "spent": spent}
    return f'<td>{marks}<span class="vh">{spoken}</span></td>'
