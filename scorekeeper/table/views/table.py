"""The table page: the sheet, the entry panel, and every write."""

from __future__ import annotations

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
from scorekeeper.games.entry_panel import Answer, Notice
from scorekeeper.games.messages import explain
from scorekeeper.games.presentations import presented
from scorekeeper.games.query import COUNT_DIGITS, PanelRequest, line_of, read
from scorekeeper.games.refusals import refusal
from scorekeeper.ledger.stake import StakeError
from scorekeeper.people.author_tokens import is_author
from scorekeeper.people.identity import person_of
from scorekeeper.play import log
from scorekeeper.play.access_links import visitor_of
from scorekeeper.play.loading import RemovedDeviceError, load
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import RuleError
from scorekeeper.table.notices import late, taken_back
from scorekeeper.table.reopening import asked_to_undo, undo_question
from scorekeeper.table.request_values import (
    author_or_404,
    key_of,
    move_of,
    number_or_404,
    write_request_of,
)
from scorekeeper.table.response import etag_of, not_modified, table_response

Write = Callable[[HtmxHttpRequest, str], HttpResponse]


@require_safe
def show(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """Show the table with the panel that the address asks for; 304 if unchanged."""
    try:
        table = load(address, visitor_of(request))
    except RemovedDeviceError:
        if request.htmx:
            raise  # the open page handles the status itself
        return render(request, "table/removed_phone.html", status=HTTPStatus.FORBIDDEN)
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


def post_only(view: Write) -> Write:
    """Decorate a view that writes: a POST by its author writes, a GET redirects to the table.

    A visitor who is logged out gets the same response at every address, existing or not. So does a form that
    another person left waiting on this phone. Without JavaScript, an error page has the address of the write, so a
    GET of it leads to the table.
    """

    @wraps(view)
    def answered(request: HtmxHttpRequest, address: str) -> HttpResponse:
        if request.method == "POST":
            return view(request, address) if _is_author(request) else logged_out_response()
        query = request.META.get("QUERY_STRING", "")
        return redirect(reverse("table", args=[address]) + (f"?{query}" if query else ""))

    return require_http_methods(["GET", "HEAD", "POST"])(answered)


def _is_author(request: HtmxHttpRequest) -> bool:
    """Return whether the visitor has a person, and it matches the outbox's author token, if any."""
    person, token = person_of(request), request.headers.get("X-Whose", "")
    return person is not None and (not token or is_author(token, person))


def logged_out_response() -> HttpResponse:
    """Respond to a write of a visitor who is logged out.

    The outbox of the phone keeps the line and retries later.
    """
    text = _("This phone is logged out. Your lines wait here.")
    return HttpResponse(text, status=401, content_type="text/plain; charset=utf-8")


@post_only
def write(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """Write one line."""

    def attempt(write_request: log.WriteRequest) -> Table:
        return log.append(address, write_request, [move_of(request.POST.dict())])

    return _write_response(request, address, attempt)


@post_only
def correct(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """Correct a line: replace one of its moves."""
    number, index = line_of(request.POST.get("line", ""))

    def attempt(write_request: log.WriteRequest) -> Table:
        return log.amend(address, write_request, number, move_of(request.POST.dict()), index)

    return _write_response(request, address, attempt)


@post_only
def undo(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """Undo an entry and say what it was; in a finished game only if confirmed by `sure`."""
    sure = "sure" in request.POST
    entry = number_or_404(request, "sure" if sure else "entry")

    def attempt(write_request: log.WriteRequest) -> Table:
        return log.void(address, write_request, entry, sure=sure)

    return _write_response(request, address, attempt, say_undone=True)


@post_only
def go_home(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """Strike all open boxes of a player: one line, one undo."""

    def attempt(write_request: log.WriteRequest) -> Table:
        return log.go_home(address, write_request, request.POST.get("player", ""))

    return _write_response(request, address, attempt)


@post_only
def draft(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """Press a key of a draft.

    Like every write it answers 409 if late and 422 if refused.
    """
    line, step = number_or_404(request, "line"), number_or_404(request, "step")

    def change(table: Table, before: drafts.Draft) -> Mapping[str, Any]:
        return presented(table).press(table, before, request.POST.get("press", ""))

    wanted = PanelRequest(line=(line, 0), correcting="1") if line else PanelRequest()
    try:
        table = drafts.press(
            address, author_or_404(request), number_or_404(request, "seen"), (line, step), change
        )
    except log.StaleError as stale:
        return table_response(
            request, stale.table, _if_standing(stale.table, wanted), notice=_stale_notice(stale), status=409
        )
    except (log.RefusedError, RuleError) as refused:
        error = refused.error if isinstance(refused, log.RefusedError) else refused
        table = load(address, visitor_of(request))
        notice = _not_tapped(table, wanted, error)
        return table_response(request, table, _if_standing(table, wanted), notice=notice, status=422)
    if request.htmx:
        return table_response(request, table, wanted)
    query = {"line": line, "right": 1} if line else {}
    return redirect(reverse("table", args=[address], query=query))


def _explained(table: Table, error: RuleError | StakeError) -> str:
    return explain(error, names=table.names, game=table.game, rules=table.session.options)


def _not_tapped(table: Table, wanted: PanelRequest, error: RuleError | StakeError) -> Notice:
    """Say why pressing a key changed nothing, and offer ways to continue."""
    back = Answer(_("All right"), href=f"?line={wanted.line[0]}&right=1" if wanted.line else "?")
    remedies = presented(table).remedies(table, error) if isinstance(error, RuleError) else ()
    return Notice("", _explained(table, error), "bad", (*remedies, back))


def _if_standing(table: Table, wanted: PanelRequest) -> PanelRequest:
    """Return the same `wanted` if its line still exists, else an empty one."""
    return wanted if wanted.line is None or table.replayed.line(wanted.line[0]) else PanelRequest()


def _stale_notice(stale: log.StaleError) -> Notice:
    """Say that another player pressed a key of the same draft, or wrote a line."""
    if isinstance(stale, drafts.StaleDraftError):
        text = _("This is being entered on another phone, too. Go on from here.")
        return Notice(_("Changed meanwhile."), text, "bad")
    return late(stale.table)


def _write_response(
    request: HtmxHttpRequest,
    address: str,
    attempt: Callable[[log.WriteRequest], Table],
    *,
    say_undone: bool = False,
) -> HttpResponse:
    """Write and respond: the fresh table, 422 for a refused move, 409 for a late one.

    `say_undone`: say what was taken back, also after the redirect that forms without JavaScript need.
    """
    try:
        table = attempt(write_request_of(request))
    except log.StaleError as stale:
        return _retry_response(request, stale.table, late(stale.table), 409)
    except log.ConfirmationNeededError as it:
        return _retry_response(request, it.table, undo_question(it.table, it.number), 422)
    except log.RefusedError as it:
        return _retry_response(request, it.table, refusal(it.table, it), 422)
    except RuleError as error:
        table = load(address, visitor_of(request))
        notice = Notice(_("Not written."), _explained(table, error), "bad")
        return _retry_response(request, table, notice, 422)
    if request.htmx:
        said = taken_back(table, table.wrote or 0) if say_undone else None
        response = _acknowledged(request, table_response(request, table, PanelRequest(), notice=said))
        response["X-Entry"] = str(table.wrote)  # lets the phone undo a line before its response arrived
        return response
    return redirect(reverse("table", args=[address], query={"told": table.wrote} if say_undone else {}))


def _retry_response(
    request: HtmxHttpRequest, table: Table, notice: Notice | None, status: int
) -> HttpResponse:
    """Show the fresh table, the reason, and the form as it was sent."""
    shown = presented(table).refused_request(table, request.POST)
    return _acknowledged(request, table_response(request, table, shown, notice=notice, status=status))


def _acknowledged(request: HtmxHttpRequest, response: HttpResponse) -> HttpResponse:
    """Add the form's key: only then does the phone delete the line from its outbox."""
    if key := key_of(request):
        response["X-Ack"] = key
    return response
