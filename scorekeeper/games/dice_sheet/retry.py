"""Refused forms: the request that shows the same dice, throw and box again."""

from __future__ import annotations

import re
from dataclasses import replace

from django.http import Http404, QueryDict

from scorekeeper.games.query import Ask, read
from scorekeeper.play.table import Table

# a key of the values panel: points and throw
VALUE = re.compile(r"([0-9]{1,4})(?:x([0-9]{1,3}))?", re.ASCII)


def tried(table: Table, form: QueryDict) -> Ask:
    """Return the request for a refused form: the same correction, or the same dice."""
    try:
        asked = read(form)
    except Http404:
        return Ask()
    if "entry" in form:
        return Ask()
    if asked.line is not None:
        return _correction(table, asked)
    throws, points = asked.throws, None
    value = VALUE.fullmatch(form.get("value", ""))
    if value:
        points, throws = int(value[1]), int(value[2] or 0) or throws
    player = form.get("player", "")
    writer = player if form.get("out_of_turn") and player in table.names else None
    column = writer or table.turn
    asked = Ask(
        dice=asked.dice, throws=throws, writer=writer, sure=writer is not None, box=asked.box, points=points
    )
    return replace(asked, box=_open_box(table, column, asked))


def _correction(table: Table, asked: Ask) -> Ask:
    """Return the request that shows a correction again, if its line is still on the sheet."""
    assert asked.line is not None
    number, index = asked.line
    line = table.replayed.line(number)
    place = table.places.get(asked.line)
    if line is None or index >= len(line.moves) or place is None or table.session.ended:
        return Ask()
    boxes = {row.key for row in table.sheet.rows if row.kind == "box"}
    box = asked.box if asked.box in boxes else None
    return replace(
        asked,
        right="dice" if asked.dice else "1",
        seat=None,
        writer=None,
        sure=False,
        bad_dice=False,
        box=box,
    )


def _open_box(table: Table, player: str | None, asked: Ask) -> str | None:
    """Return the tapped box of an entry by points; an entry by dice chooses its box again."""
    if asked.dice or player is None:
        return None
    open_boxes = {choice.box for choice in table.game.choices(table.state, player=player)}
    return asked.box if asked.box in open_boxes else None
