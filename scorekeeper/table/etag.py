"""Entity tag of a table page: a digest of its data, so that unchanged pages are not resent."""

from __future__ import annotations

from hashlib import blake2s
from typing import Any

from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpResponse
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from scorekeeper import __version__
from scorekeeper.core.i18n.dates import today
from scorekeeper.core.web.http import HtmxHttpRequest
from scorekeeper.games.presentations import presented
from scorekeeper.ledger.game_payments import latest_posting
from scorekeeper.people.identity import may_prompt_for_account
from scorekeeper.play.access_links import listener_of
from scorekeeper.play.past_games import past_stamp
from scorekeeper.play.presence import presence_at
from scorekeeper.play.rematches import rematches_before
from scorekeeper.play.stream_token import sign_stream_token
from scorekeeper.play.table import Table

from .guidance import asks_player, is_guided
from .spectator import next_game


def not_modified(request: HtmxHttpRequest, table: Table, etag: str) -> HttpResponse | None:
    """Return a 304 response if the browser has this version, else None.

    The response carries a token for the event stream.
    """
    if request.headers.get("If-None-Match", "").removeprefix("W/") != etag:
        return None
    response = HttpResponse(status=304)
    response["ETag"] = etag
    response["X-Live"] = sign_stream_token(table, listener_of(request))
    return response


def release() -> str:
    """Return a digest of the release; it changes with the scripts and styles of a table."""
    made_from = (
        __version__,
        *(staticfiles_storage.url(name) for name in ("js/table.js", "js/cards.js", "css/table.css")),
    )
    return blake2s(repr(made_from).encode(), digest_size=6).hexdigest()


def etag_of(request: HtmxHttpRequest, table: Table) -> str:
    """Return a digest of all data that a page of this table shows.

    It is the same for two phones of a person that show the same. Compute it before rendering, so that a change
    meanwhile is noticed by the next request.
    """
    made_from = (
        release(),
        table.session.pk,
        table.version,
        table.permissions,
        tuple(table.names.values()),
        getattr(table.session, "group_language", ""),
        _other_games(table, whole=not request.htmx),
        _group_stamp(table),
        table.session.day == today(),
        presence_at(table.session.pk).phones,
        get_language(),
        get_current_timezone_name(),
        bool(request.htmx),
        may_prompt_for_account(request),
        is_guided(request),
        asks_player(request, table),
        request.user.pk,
        request.META.get("QUERY_STRING", ""),
    )
    return f'"{blake2s(repr(made_from).encode(), digest_size=12).hexdigest()}"'


def _group_stamp(table: Table) -> tuple[int, ...]:
    """Return a value that changes with the group's games and payments, which a result shows."""
    if table.outcome is None or not table.permissions.of_group:
        return ()
    group = table.session.group_id
    return *past_stamp(table.session), latest_posting(group) if table.session.stake else 0


def _other_games(table: Table, *, whole: bool) -> tuple[Any, ...]:
    """Return what the page shows of other games: the evening's, and the next one.

    `whole`: the whole page, whose header has the score of the evening.
    """
    shows_evening = whole or presented(table).counts_wins or table.outcome is not None
    before = rematches_before(table.session) if shows_evening else []
    after = next_game(table)
    return before, after and after.pk
