"""Every write of a line: read the request, load for writing, ask the rules, commit, respond.

Steps 1 and 5 are here: `_write` reads the author, device and key (`play/write_request.py`), `_read_move` the move, and
`_respond` shows the table. Steps 2 to 4 are in `play/log.py`, for corrections and undo in `play/amendments.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.core.web.http import HtmxHttpRequest
from scorekeeper.core.web.numbers import parse_integer
from scorekeeper.games.entry_panel import Notice
from scorekeeper.games.messages import explain
from scorekeeper.games.panel_request import PanelRequest, faces, line_of
from scorekeeper.games.presentations import presented
from scorekeeper.games.refusals import refusal
from scorekeeper.people.names import tidy
from scorekeeper.play import amendments, log, strict_json
from scorekeeper.play.access_links import visitor_of
from scorekeeper.play.exceptions import ConfirmationNeededError, RefusedError, StaleError
from scorekeeper.play.loading import load
from scorekeeper.play.table import Table
from scorekeeper.play.write_request import (
    WriteRequest,
    author_only,
    form_key,
    number_or_404,
    read_write_request,
)
from scorekeeper.rules.contract import RuleError
from scorekeeper.table.guidance import end_guidance
from scorekeeper.table.notices import stale_notice, undo_notice
from scorekeeper.table.reopening import undo_question
from scorekeeper.table.response import table_response

LONGEST_MOVE = 10_000  # characters; a round of ten players, card by card, needs a fifth of these
Operation = Callable[[WriteRequest], Table]


@author_only
def write(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """Write one line."""

    def append(write_request: WriteRequest) -> Table:
        return log.append(address, write_request, [_read_move(request.POST.dict())])

    return _write(request, address, append)


@author_only
def correct(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """Correct a line: replace one of its moves."""
    number, index = line_of(request.POST.get("line", ""))

    def amend(write_request: WriteRequest) -> Table:
        return amendments.amend(address, write_request, number, _read_move(request.POST.dict()), index)

    return _write(request, address, amend)


@author_only
def write_note(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """Set the note of a line, or delete it with an empty text."""
    number, index = line_of(request.POST.get("line", ""))

    def note(write_request: WriteRequest) -> Table:
        return amendments.write_note(
            address, write_request, number, tidy(request.POST.get("note", "")), index
        )

    return _write(request, address, note)


@author_only
def undo(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """Undo an entry and say what it was; in a finished game only if confirmed by `sure`."""
    sure = "sure" in request.POST
    entry = number_or_404(request, "sure" if sure else "entry")

    def void(write_request: WriteRequest) -> Table:
        return amendments.void(address, write_request, entry, sure=sure)

    return _write(request, address, void, is_undo=True)


@author_only
def go_home(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """Strike all open boxes of a player: one line, one undo."""

    def strike_open_boxes(write_request: WriteRequest) -> Table:
        return log.go_home(address, write_request, request.POST.get("player", ""))

    return _write(request, address, strike_open_boxes)


def _write(
    request: HtmxHttpRequest, address: str, operation: Operation, *, is_undo: bool = False
) -> HttpResponse:
    """Run a write and respond: the new table, 422 for a refused move, 409 for a late one."""
    try:
        table = operation(read_write_request(request))
    except StaleError as stale:
        return _retry_response(request, stale.table, stale_notice(stale.table), 409)
    except ConfirmationNeededError as needed:
        return _retry_response(request, needed.table, undo_question(needed.table, needed.number), 422)
    except RefusedError as refused:
        return _retry_response(request, refused.table, refusal(refused.table, refused), 422)
    except RuleError as error:
        table = load(address, visitor_of(request))
        why = explain(error, names=table.names, game=table.game, rules=table.session.options)
        return _retry_response(request, table, Notice(_("Not entered."), why, "bad"), 422)
    return end_guidance(request, _respond(request, table, is_undo=is_undo))


# --- read the request -------------------------------------------------------------------------------------


def _read_move(form: Mapping[str, str]) -> dict[str, Any]:
    """Read the move in a form: whole where it was a draft, else put together from its fields.

    Raises RuleError `bad_ticket` for a damaged draft. The rules refuse any other malformed move.
    """
    return _whole_move(form["move"]) if "move" in form else _read_turn(form)


def _whole_move(text: str) -> dict[str, Any]:
    try:
        move = strict_json.loads(text[: LONGEST_MOVE + 1].encode(errors="replace"))
    except strict_json.TextError as error:
        raise RuleError("bad_ticket") from error
    if not isinstance(move, dict):
        raise RuleError("bad_ticket")
    return move


def _read_turn(form: Mapping[str, str]) -> dict[str, Any]:
    """Read a turn of a dice game: dice, points, or a strike."""
    move: dict[str, Any] = {"player": form.get("player", "")}
    if form.get("box"):
        move["box"] = form["box"]
    if form.get("strike"):
        move["strike"] = True
    elif form.get("points"):
        move["points"] = _whole_number(form["points"])
    elif form.get("value"):
        # one key may hold both: "25x1" is 25 points on the first throw
        points, _x, throws = form["value"].partition("x")
        move |= {"points": _whole_number(points)} | ({"throws": _whole_number(throws)} if throws else {})
    if form.get("dice"):
        move["dice"] = [int(die) if die in "0123456789" else die for die in faces(form["dice"])]
    if form.get("throws") and "throws" not in move:
        move["throws"] = _whole_number(form["throws"])
    if form.get("out_of_turn"):
        move["out_of_turn"] = True
    if form.get("note"):
        move["note"] = form["note"]
    return move


def _whole_number(text: str) -> int | str:
    """Return typed digits as a number; any other text stays a text, which the rules refuse."""
    number = parse_integer(text, 9)
    return text if number is None else number


# --- respond ----------------------------------------------------------------------------------------------


def _respond(request: HtmxHttpRequest, table: Table, *, is_undo: bool) -> HttpResponse:
    """Show the new table; without htmx, redirect to it.

    `is_undo`: say what was taken back, also after the redirect.
    """
    if not request.htmx:
        query = {"notice": table.wrote} if is_undo else {}
        return redirect(reverse("table", args=[table.session.address], query=query))
    notice = undo_notice(table, table.wrote or 0) if is_undo else None
    response = _acknowledged(request, table_response(request, table, PanelRequest(), notice=notice))
    response["X-Entry"] = str(table.wrote)  # lets the phone undo a line before its response arrived
    return response


def _retry_response(
    request: HtmxHttpRequest, table: Table, notice: Notice | None, status: int
) -> HttpResponse:
    """Show the fresh table, the reason, and the form as it was sent."""
    shown = presented(table).refused_request(table, request.POST)
    return _acknowledged(request, table_response(request, table, shown, notice=notice, status=status))


def _acknowledged(request: HtmxHttpRequest, response: HttpResponse) -> HttpResponse:
    """Add the form's key: only then does the phone delete the line from its outbox."""
    if key := form_key(request):
        response["X-Ack"] = key
    return response
