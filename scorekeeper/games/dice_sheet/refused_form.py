"""Refused forms: the request that shows the same dice, throw and box again."""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404, QueryDict

from scorekeeper.core.web.numbers import parse_integer
from scorekeeper.games.panel_request import PanelRequest, read
from scorekeeper.play.table import Table


def refused_request(table: Table, form: QueryDict) -> PanelRequest:
    """Return the request for a refused form: the same correction, or the same dice in the same player’s turn."""
    try:
        asked = read(form)
    except Http404:
        return PanelRequest()
    if "entry" in form:
        return PanelRequest()
    if asked.line is not None:
        return _correction(table, asked)
    points, made = _value(form.get("value", ""))
    throws = made or asked.throws
    player = form.get("player", "")
    writer = player if form.get("out_of_turn") and player in table.names else None
    if writer is None and player in table.names and player != table.turn:
        return PanelRequest()  # dice of a turn that is over would be another player's
    column = writer or table.turn
    asked = PanelRequest(
        dice=asked.dice, throws=throws, writer=writer, sure=writer is not None, box=asked.box, points=points
    )
    return replace(asked, box=_open_box(table, column, asked))


def _value(text: str) -> tuple[int | None, int | None]:
    """Return points and throw of a key of the values panel, "25" or "25x1"; None if absent."""
    value, times, throw = text.partition("x")
    points, made = parse_integer(value, 4), parse_integer(throw, 3)
    return (None, None) if points is None or (times and made is None) else (points, made)


def _correction(table: Table, asked: PanelRequest) -> PanelRequest:
    """Return the request that shows a correction again, if its line is still on the sheet."""
    assert asked.line is not None
    number, index = asked.line
    line = table.replayed.line(number)
    place = table.places.get(asked.line)
    if line is None or index >= len(line.moves) or place is None or table.session.ended:
        return PanelRequest()
    boxes = {row.key for row in table.sheet.rows if row.kind == "box"}
    box = asked.box if asked.box in boxes else None
    return replace(
        asked,
        correcting="dice" if asked.dice else "1",
        seat=None,
        writer=None,
        sure=False,
        bad_dice=False,
        box=box,
    )


def _open_box(table: Table, player: str | None, asked: PanelRequest) -> str | None:
    """Return the tapped box of an entry by points; an entry by dice chooses its box again."""
    if asked.dice or player is None:
        return None
    open_boxes = {choice.box for choice in table.game.choices(table.state, player=player)}
    return asked.box if asked.box in open_boxes else None
