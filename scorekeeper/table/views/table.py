"""The table: the sheet, the entry panel, and every write to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.core.web.http import HtmxHttpRequest
from scorekeeper.core.web.numbers import parse_integer
from scorekeeper.games import drafts
from scorekeeper.games.dice_sheet.correction import refusal
from scorekeeper.games.entry_panel import Answer, Notice
from scorekeeper.games.messages import explain
from scorekeeper.games.presentations import panel_of
from scorekeeper.games.query import Ask, line_of, read
from scorekeeper.ledger.stake import StakeError
from scorekeeper.people.author_tokens import is_author
from scorekeeper.people.identity import person_of
from scorekeeper.play import log
from scorekeeper.play.passes import visitor_of
from scorekeeper.play.table import SentAwayError, Table, load
from scorekeeper.rules.contract import RuleError
from scorekeeper.table.notices import late, taken_back
from scorekeeper.table.reopening import asked_to_undo, undo_question
from scorekeeper.table.request_values import (
    COUNT_DIGITS,
    author_or_404,
    key_of,
    move_of,
    number_or_404,
    ticket_of,
)
from scorekeeper.table.response import etag_of, not_modified, table_response

Write = Callable[[HtmxHttpRequest, str], HttpResponse]

_DRAFT = re.compile(r"[0-9]{1,18}", re.ASCII)


@require_safe
def show(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """The table as it stands, with the panel that the address asks for; 304 for a phone that has it so already."""
    try:
        table = load(address, visitor_of(request))
    except SentAwayError:
        if request.htmx:
            raise  # the page that is open there asks for itself
        return render(request, "play/sent_away.html", status=HTTPStatus.FORBIDDEN)
    etag = etag_of(request, table)
    same = not_modified(request, table, etag)
    if same is not None:
        return same
    newest = parse_integer(request.GET.get("told", ""), COUNT_DIGITS) == table.count
    notice = taken_back(table, table.count) if newest else asked_to_undo(table, request.GET.get("undo", ""))
    response = table_response(request, table, read(request.GET), notice=notice)
    if response.status_code == 200:
        response["ETag"] = etag
    return response


def by_post(view: Write) -> Write:
    """A write is a POST of somebody, and a stranger's is answered alike at any table, also where there is none. So is
    what a phone kept of somebody who held it before.

    Without script a refusal stands at its address, and what is linked there is the table's.
    """

    @wraps(view)
    def answered(request: HtmxHttpRequest, address: str) -> HttpResponse:
        if request.method == "POST":
            return view(request, address) if _wrote_it(request) else signed_out()
        query = request.META.get("QUERY_STRING", "")
        return redirect(reverse("table", args=[address]) + (f"?{query}" if query else ""))

    return require_http_methods(["GET", "HEAD", "POST"])(answered)


def _wrote_it(request: HtmxHttpRequest) -> bool:
    """Whether somebody is here, and it was he who wrote this: whose it is stands with what a phone has kept."""
    person, mark = person_of(request), request.headers.get("X-Whose", "")
    return person is not None and (not mark or is_author(mark, person))


def signed_out() -> HttpResponse:
    """To who was signed out elsewhere: his phone keeps what it wrote until he is back, however often it tries."""
    told = _("This phone is signed out. What was written waits here.")
    return HttpResponse(told, status=401, content_type="text/plain; charset=utf-8")


@by_post
def write(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """Write one line."""

    def attempt(ticket: log.Ticket) -> Table:
        return log.append(address, ticket, [move_of(request.POST.dict())])

    return _written(request, address, attempt)


@by_post
def put_right(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """Put a line right: the move that it names is replaced, the others of its line stay."""
    number, index = line_of(request.POST.get("line", ""))

    def attempt(ticket: log.Ticket) -> Table:
        return log.amend(address, ticket, number, move_of(request.POST.dict()), index)

    return _written(request, address, attempt)


@by_post
def take_back(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """Take an entry back, and say what was taken back. Of a finished game only what was said `sure` to."""
    sure = "sure" in request.POST
    entry = number_or_404(request, "sure" if sure else "entry")

    def attempt(ticket: log.Ticket) -> Table:
        return log.void(address, ticket, entry, sure=sure)

    return _written(request, address, attempt, told=True)


@by_post
def go_home(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """Strike all that a player has open: one line, and one undo."""

    def attempt(ticket: log.Ticket) -> Table:
        return log.go_home(address, ticket, request.POST.get("player", ""))

    return _written(request, address, attempt)


@by_post
def draft(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """One tap at a line that is begun. It answers as every write does: 409 who was late, 422 what is refused."""
    line, step = number_or_404(request, "line"), number_or_404(request, "step")

    def change(table: Table, before: drafts.Draft) -> Mapping[str, Any]:
        return panel_of(table).press(table, before, request.POST.get("press", ""))

    ask = Ask(line=(line, 0), right="1") if line else Ask()
    try:
        table = drafts.press(
            address, author_or_404(request), number_or_404(request, "seen"), (line, step), change
        )
    except log.StaleError as stale:
        return table_response(
            request, stale.table, _standing(stale.table, ask), notice=_overtaken(stale), status=409
        )
    except (log.RefusedError, RuleError) as refused:
        error = refused.error if isinstance(refused, log.RefusedError) else refused
        table = load(address, visitor_of(request))
        notice = _not_tapped(table, ask, error)
        return table_response(request, table, _standing(table, ask), notice=notice, status=422)
    if request.htmx:
        return table_response(request, table, ask)
    query = {"line": line, "right": 1} if line else {}
    return redirect(reverse("table", args=[address], query=query))


def _explained(table: Table, error: RuleError | StakeError) -> str:
    return explain(error, names=table.names, game=table.game, rules=table.session.options)


def _not_tapped(table: Table, ask: Ask, error: RuleError | StakeError) -> Notice:
    """Why a tap at a draft changed nothing, and what else may be done about it."""
    back = Answer(_("All right"), href=f"?line={ask.line[0]}&right=1" if ask.line else "?")
    remedies = panel_of(table).remedies(table, error) if isinstance(error, RuleError) else ()
    return Notice("", _explained(table, error), "bad", (*remedies, back))


def _standing(table: Table, ask: Ask) -> Ask:
    """The same question, where its line still stands."""
    return ask if ask.line is None or table.folded.line(ask.line[0]) else Ask()


def _overtaken(stale: log.StaleError) -> Notice:
    """Somebody else tapped at the same draft, or wrote a line."""
    if isinstance(stale, drafts.StaleDraftError):
        text = _("Somebody else is entering this too. This is how it stands: go on from here.")
        return Notice(_("Changed meanwhile."), text, "bad")
    return late(stale.table)


def _written(
    request: HtmxHttpRequest,
    address: str,
    attempt: Callable[[log.Ticket], Table],
    *,
    told: bool = False,
) -> HttpResponse:
    """Try to write and answer: the fresh table, 422 for what the rules refuse, 409 for who was late.

    `told`: the answer says what was taken back, also after the redirect that plain forms need.
    """
    try:
        table = attempt(ticket_of(request))
    except log.StaleError as stale:
        return _again(request, stale.table, late(stale.table), 409)
    except log.UnsureError as it:
        return _again(request, it.table, undo_question(it.table, it.number), 422)
    except log.RefusedError as it:
        return _again(request, it.table, refusal(it.table, it), 422)
    except RuleError as error:
        table = load(address, visitor_of(request))
        notice = Notice(
            _("Not written."),
            _explained(table, error),
            "bad",
        )
        return _again(request, table, notice, 422)
    if request.htmx:
        said = taken_back(table, table.wrote or 0) if told else None
        response = _acknowledged(request, table_response(request, table, Ask(), notice=said))
        response["X-Entry"] = str(table.wrote)  # what to take back, for who has done so before he heard of it
        return response
    return redirect(reverse("table", args=[address], query={"told": table.wrote} if told else {}))


def _again(request: HtmxHttpRequest, table: Table, notice: Notice | None, status: int) -> HttpResponse:
    """The fresh table, why nothing was written, and what was tried still in the form."""
    tried = panel_of(table).tried(table, request.POST)
    return _acknowledged(request, table_response(request, table, tried, notice=notice, status=status))


def _acknowledged(request: HtmxHttpRequest, response: HttpResponse) -> HttpResponse:
    """Say that this very write was decided: only such an answer lets a phone forget what it has sent."""
    if key := key_of(request):
        response["X-Ack"] = key
    return response
