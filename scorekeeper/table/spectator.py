"""Read-only entry panels for spectators and for players who may not write now.

A written line and a player's total stay visible, without keys that the server would refuse. In place of any other
panel, a spectator sees the free seats, and a seated player the name of the next player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID, uuid4

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.games.entry_panel import EntryPanel, Notice, PanelInputs, Pencil, PlayerSeat, WrittenLine
from scorekeeper.games.messages import explain
from scorekeeper.games.panel_request import PanelRequest
from scorekeeper.games.phrases import and_list
from scorekeeper.games.presentations import presented
from scorekeeper.people.avatars import avatar_html, initials
from scorekeeper.people.names import isolated
from scorekeeper.play.models import Seat, Session
from scorekeeper.play.permissions import Role
from scorekeeper.play.players import taken_seats
from scorekeeper.play.rematches import rematch_after
from scorekeeper.play.replay import Line
from scorekeeper.play.seats import next_player
from scorekeeper.play.table import Table

from .status import next_text

MOST_NAMED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOver(PanelInputs):
    """Inputs of `_game_over`. `after`: the rematch, if one was started."""

    after: Session | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOnly(PanelInputs):
    """Inputs of `_read_only`: the reason why nothing may be written."""

    reason: str
    removed: bool = False  # the game was deleted


@dataclass(frozen=True, slots=True, kw_only=True)
class Watching(PanelInputs):
    """Inputs of `_spectator`: the seats without and with a phone, each with its avatar.

    `asks`: the host is asked first. `after`: the rematch, if one was started. `key`: the key of the form.
    """

    free: Sequence[tuple[Seat, SafeString]]
    taken: Sequence[tuple[Seat, SafeString]]
    have_phones: str
    asks: bool
    after: Session | None
    key: UUID


READING_MODES = frozenset({"line", "seat", "card_line", "card_seat"})


def permitted(table: Table, wanted: PanelRequest) -> PanelRequest:
    """Return `wanted` without what the visitor may not do: correct a line, write for a player."""
    permissions = table.permissions
    line = table.replayed.line(wanted.line[0]) if wanted.line else None
    if wanted.correcting and line is not None and not writes_line(table, line):
        wanted = replace(wanted, correcting="")
    if wanted.writer is not None and not permissions.may_write_for(wanted.writer):
        wanted = replace(wanted, writer=None, sure=False)
    return wanted


def panel_for(table: Table, wanted: PanelRequest, panel: EntryPanel) -> EntryPanel:
    """Return the entry panel for this visitor.

    `panel`: the one of a writer who asked for `wanted`.
    """
    return _deleted_panel(table, panel) if table.session.removed else _panel_for(table, wanted, panel)


def read_only_panel(table: Table, panel: EntryPanel) -> EntryPanel:
    """Return an entry panel without keys, for the big screen, with the draft on the sheet."""
    return _read_only(panel, "spectator", "", table, PanelInputs())


def writes_line(table: Table, line: Line) -> bool:
    """Return whether the visitor may correct a line and take it back."""
    return all(table.permissions.may_write_for(move.get("player")) for move in line.moves)


def next_game(table: Table) -> Session | None:
    """Return the rematch of a finished game, or None.

    None also for a spectator if the link of the rematch has changed since, because theirs is the old one
    (`host_decisions.change_link`).
    """
    if (table.outcome is None and not table.session.ended) or table.wrote is not None:
        return None  # only a game that was over before this request
    after = rematch_after(table.session)
    shut = (
        after is not None
        and after.link_generation > table.session.link_generation
        and not table.permissions.is_player
    )
    return None if shut else after


def _deleted_panel(table: Table, panel: EntryPanel) -> EntryPanel:
    reason = _("It does not count, and nothing is owed for it.")
    values = _reason(panel, reason, removed=True)
    return replace(_read_only(panel, "read_only", _("This game was deleted"), table, values), writer=None)


def _panel_for(table: Table, wanted: PanelRequest, panel: EntryPanel) -> EntryPanel:
    if wanted.correcting or panel.mode in READING_MODES:
        return panel if wanted.correcting else _without_refused_keys(table, panel)
    if table.permissions.role is Role.SPECTATOR:
        return _read_only(panel, "spectator", _("You are watching, live"), table, _seats_to_take(table))
    if panel.mode == "game_over":
        late = Notice("", _refusal_text(table)) if table.permissions.late else panel.notice
        return replace(panel, values=GameOver(after=next_game(table)), notice=late)
    writer = next_player(table) if presented(table).has_drafts else panel.writer
    if not table.permissions.may_write_for(writer):
        values = _reason(panel, _refusal_text(table))
        return _read_only(panel, "read_only", _turn_title(table) or next_text(table), table, values)
    return _own_turn(table, panel)


def _own_turn(table: Table, panel: EntryPanel) -> EntryPanel:
    """Return the panel with "Your turn" where it asks the visitor's own player.

    It is the title, or below the title of a card game.
    """
    if panel.writer is None or panel.writer != table.permissions.seat:
        return panel
    if presented(table).has_drafts:
        why = listed([_("Your turn"), panel.values.why])
        return replace(panel, values=replace(panel.values, why=why))
    if panel.mode == "dice" and panel.writer == table.turn:
        return replace(panel, title=_("Your turn"), values=replace(panel.values, short=""))
    return panel


def _without_refused_keys(table: Table, panel: EntryPanel) -> EntryPanel:
    """Return the panel of a line or player without the keys that would be refused."""
    values = panel.values
    if isinstance(values, WrittenLine):
        mine = writes_line(table, values.line)
        values = replace(values, mine=mine, may_change=values.may_change and mine)
    elif isinstance(values, PlayerSeat) and not table.permissions.may_write_for(panel.writer):
        values = replace(values, write="")
    writer = table.turn if table.turn is not None and table.permissions.may_write_for(table.turn) else None
    pencil = panel.pencil if writer else replace(panel.pencil, offers={})
    return replace(panel, values=values, pencil=pencil)


def _read_only(panel: EntryPanel, mode: str, title: str, table: Table, values: PanelInputs) -> EntryPanel:
    """Return a panel without keys over the same sheet, without offers for dice."""
    over = panel.mode == "game_over"
    return EntryPanel(
        mode,
        None if over else table.turn,
        title,
        Pencil(table.turn),
        values=values,
        replaced=panel.values,
        over=over,
        locked=presented(table).has_drafts and not over,
    )


def _reason(panel: EntryPanel, reason: str, *, removed: bool = False) -> ReadOnly:
    """Return the inputs of a panel that states why nothing may be written."""
    shown = panel.values
    return ReadOnly(short=shown.short, why=shown.why, back=shown.back, reason=reason, removed=removed)


def _turn_title(table: Table) -> str:
    return _("Your turn") if table.turn is not None and table.turn == table.permissions.seat else ""


def _refusal_text(table: Table) -> str:
    return explain(table.permissions.write_refusal(), names=table.names)


def _seats_to_take(table: Table) -> Watching:
    """Return the players that a spectator may be: first seats without a phone, then the others."""
    taken = taken_seats(table.session, members=table.permissions.must_ask_host)
    letters = initials(list(table.names.values()))
    seats = [
        (seat, avatar_html(seat.player.colour, letter))
        for seat, letter in zip(table.seats, letters, strict=True)
    ]
    here = [isolated(seat.player.name) for seat, _avatar in seats if seat.pk in taken]
    return Watching(
        free=[each for each in seats if each[0].pk not in taken],
        taken=[each for each in seats if each[0].pk in taken],
        have_phones=_phones_text(here),
        asks=table.permissions.must_ask_host,
        after=next_game(table),
        key=uuid4(),
    )


def _phones_text(names: list[str]) -> str:
    """Name the players that have phones here, or count them if they are many."""
    if not names:
        return ""
    if len(names) > MOST_NAMED:
        return ngettext(
            "%(count)d player has a phone here.", "%(count)d players have phones here.", len(names)
        ) % {"count": len(names)}
    text = ngettext("%(names)s has a phone here.", "%(names)s have phones here.", len(names))
    return text % {"names": and_list(names)}
