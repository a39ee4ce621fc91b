"""Entry panels of a written cell: view it, correct it, undo it."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from django.http import Http404, QueryDict
from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.games.entry_panel import EntryPanel, Pencil
from scorekeeper.games.lines import standing
from scorekeeper.games.panel_request import PanelRequest
from scorekeeper.games.phrases import box_name
from scorekeeper.games.refusals import refusal, state_without
from scorekeeper.play.amendments import preview_correction
from scorekeeper.play.exceptions import RefusedError
from scorekeeper.play.replay import Line, ReplayedGame
from scorekeeper.play.table import Place, Table
from scorekeeper.rules.contract import InvalidMoveError, Offer
from scorekeeper.rules.dice_sheet.game import SheetGame

from .box_panel import value_key
from .entry import possible_throws, waiting
from .inputs import Correction, CorrectionByDice, CorrectionByPoints, ValueKey, WrittenCell
from .lines import LINES, cell_text, ordinal_throw, turn_of
from .pad import dice_game, has_many_throws, pad_html, panel_address
from .prospects import spares_left
from .score_notes import nothing_because


def line_panel(table: Table, wanted: PanelRequest) -> EntryPanel:
    """Build the panel of a written cell.

    Raises Http404 for a line that is missing from the sheet.
    """
    assert wanted.line is not None
    number, index = wanted.line
    line = table.replayed.line(number)
    if line is None or index >= len(line.moves):
        raise Http404
    place = table.places.get((number, index))
    if wanted.correcting and place is not None and not table.session.ended:
        return _correction_panel(table, wanted, line, place)
    move = line.moves[index]
    content = cell_text(place) if place else LINES.content(table, line)
    values = WrittenCell(
        back="?",
        line=line,
        ref=reference(number, index),
        start="dice" + _dice_again(move) if "dice" in move else "1",
        dice=move.get("dice", ()),
        turn=turn_of(table, number, index),
        throws=ordinal_throw(move["throws"]) if move.get("throws") else "",
        by_points="dice" not in move,
        may_change=not table.session.ended and place is not None,
        many=len(line.moves) if len(line.moves) > 1 else 0,
        note=move.get("note", ""),
    )
    title = listed([table.name(move["player"]), content])
    return EntryPanel("line", move["player"], title, waiting(table, (number, index)), values=values)


def reference(number: int, index: int) -> str:
    """Return a move's reference for an address: its line, with its index if it is a later move."""
    return str(number) if index == 0 else f"{number}-{index}"


def _correction_panel(table: Table, wanted: PanelRequest, line: Line, place: Place) -> EntryPanel:
    """Build the panel of a correction: choose the new value, see the consequences, confirm."""
    assert wanted.line is not None
    number, index = wanted.line
    before = state_without(table, line, index)
    ref = reference(number, index)
    box = box_name(place.row.label)
    title = _("Correct %(player)s’s %(box)s") % {"player": table.name(place.player), "box": box}
    panel = EntryPanel(
        "correct_points",
        place.player,
        title,
        Pencil(place.player, marked=(number, index)),
        hidden={"line": ref},
    )
    values = Correction(ref=ref, box=box, old=place.points, strike_on=wanted.strike, back=f"?line={ref}")
    move = line.moves[index]
    if wanted.correcting == "dice":
        panel = _by_dice(table, wanted, panel, values, before, place)
    else:
        panel = replace(panel, values=_by_points(table, wanted, values, before, place, move))
    new = _new_move(move, wanted, place)
    if new is None or _is_unchanged(dice_game(table), new, move):
        return panel
    return _with_change(table, panel, line, index, place, new)


def _is_unchanged(game: SheetGame, new: dict[str, Any], old: dict[str, Any]) -> bool:
    """Return whether a correction leaves the move unchanged."""
    in_order = [move | {"dice": sorted(move["dice"])} if "dice" in move else move for move in (new, old)]
    try:
        return game.parse(in_order[0]) == game.parse(in_order[1])
    except InvalidMoveError:
        return False  # the attempt to change it shows the refusal


def _dice_again(move: dict[str, Any]) -> str:
    """Return the dice and the throw of a move as a query for correcting it by dice."""
    query = QueryDict(mutable=True)
    if "dice" in move:
        query["dice"] = "".join(map(str, move["dice"]))
    if "throws" in move:
        query["throws"] = str(move["throws"])
    return "&" + query.urlencode() if query else ""


def _by_points(
    table: Table, wanted: PanelRequest, common: Correction, before: Any, place: Place, move: dict[str, Any]
) -> CorrectionByPoints:
    """Return the inputs of a correction by points: the values that the box could have taken."""
    game = dice_game(table)
    keys = [
        value_key(table, offer)
        for choice in game.choices(before, player=place.player)
        if choice.box == place.row.key
        for offer in choice.offers
    ]
    throws = move.get("throws") or game.throws
    chosen = (wanted.throws, None if wanted.throws == game.throws else wanted.throws)
    return CorrectionByPoints(
        **asdict(common),
        offers=[
            replace(
                key,
                now=key.points == place.points and _same_throws(keys, key, throws, game.throws),
                on=key.points == wanted.points and key.throws in chosen,
            )
            for key in keys
        ],
        dice_again=_dice_again(move),
    )


def _same_throws(keys: list[ValueKey], key: ValueKey, throws: int, most: int) -> bool:
    """Return whether this key is the written one among several with the same points."""
    return sum(other.points == key.points for other in keys) == 1 or (key.throws or most) == throws


def _by_dice(
    table: Table, wanted: PanelRequest, panel: EntryPanel, common: Correction, before: Any, place: Place
) -> EntryPanel:
    """Build the dice pad of a correction; every box now open to this player may take the roll."""
    game = dice_game(table)
    then = replace(table, replayed=ReplayedGame(before, (), ()))
    throws = possible_throws(then, place.player, wanted.throws) or game.throws
    whole = len(wanted.dice) == game.dice
    spares = spares_left(then).get(place.player, 0)
    values = CorrectionByDice(
        **asdict(replace(common, short=common.box)),
        pad=pad_html(game, wanted, throws, spares, faces=not whole),
        many_throws=has_many_throws(game, spares),
        whole=whole,
    )
    pencil = panel.pencil
    if whole:
        choices = table.game.choices(
            before, player=place.player, partial={"dice": wanted.dice, "throws": throws}
        )
        now_open = {choice.box for choice in table.game.choices(table.state, player=place.player)}
        offers: dict[str, Offer | None] = {
            choice.box: choice.offers[0]
            for choice in choices
            if choice.box and choice.box in now_open and choice.offers
        }
        pencil = replace(pencil, offers=offers, chosen=wanted.box)
        mine = next((choice for choice in choices if choice.box == (wanted.box or place.row.key)), None)
        if mine and not (mine.offers and mine.offers[0].points):
            laid = "".join(map(str, wanted.dice))
            question = panel_address(
                wanted, line=common.ref, right="dice", dice=laid, throws=wanted.throws, box=wanted.box
            )
            values = replace(values, why=nothing_because(table, mine), rule=str(mine.box), question=question)
    return replace(panel, mode="correct_dice", values=values, pencil=pencil)


def _new_move(old: dict[str, Any], wanted: PanelRequest, place: Place) -> dict[str, Any] | None:
    """Return the move entered so far; None while it is incomplete."""
    kept = {name: old[name] for name in ("player", "out_of_turn", "note") if name in old}
    box = wanted.box or place.row.key
    if wanted.strike:
        return kept | {"box": box, "strike": True}
    if wanted.points is not None:
        made = {"throws": wanted.throws} if wanted.throws else {}
        return kept | {"box": box, "points": wanted.points} | made
    if wanted.correcting == "dice" and wanted.dice:
        made = {"throws": wanted.throws} if wanted.throws else {}
        return kept | {"box": box, "dice": list(wanted.dice)} | made
    return None


def _with_change(
    table: Table, panel: EntryPanel, line: Line, index: int, place: Place, new: dict[str, Any]
) -> EntryPanel:
    """Add the consequences of a change to the panel, or its refusal.

    The sheet shows the new values in pencil, and the panel the new standings.
    """
    if len(new.get("dice", ())) not in (0, dice_game(table).dice):
        return panel
    moves = (*line.moves[:index], new, *line.moves[index + 1 :])
    try:
        replayed = preview_correction(table, line.number, moves)
    except RefusedError as refused:
        return replace(panel, notice=refusal(table, refused))
    fresh = replace(table, replayed=replayed)
    points = next((at.points for key, at in fresh.places.items() if key == (line.number, index)), None)
    totals = dict(zip(fresh.sheet.players, fresh.sheet.totals, strict=True))
    moved = new["box"] != place.row.key
    consequence = standing(fresh, totals, place.player)
    pencil = replace(
        panel.pencil, change=None if moved or points is None else (place.points, points), totals=totals
    )
    labels = {row.key: row.label for row in table.sheet.rows}
    assert isinstance(panel.values, Correction)
    values = replace(
        panel.values,
        new=points,
        moved=box_name(labels[new["box"]]) if moved else "",
        consequence=consequence,
        ready=True,
    )
    hidden = dict(panel.hidden) | {name: _posted(value) for name, value in new.items() if name != "note"}
    return replace(panel, pencil=pencil, values=values, hidden=hidden)


def _posted(value: Any) -> str:
    """Return a field of a move as a form sends it."""
    if isinstance(value, list):
        return "".join(map(str, value))
    return "1" if value is True else str(value)
