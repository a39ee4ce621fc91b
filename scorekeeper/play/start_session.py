"""Start a session: its row, its seats and, for a stranger, a guest person.

Every plan has a key made by the server for its form, so that a form sent twice starts one session.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest
from django.utils import timezone

from scorekeeper.core.db.write_lock import one_by_one
from scorekeeper.people import rate_limits
from scorekeeper.people.groups import lock_group, set_current_group
from scorekeeper.people.identity import BACKEND, ensure_group, ensure_person, person_of, renew_session
from scorekeeper.people.models import Group, Member, Person
from scorekeeper.people.names import players_named
from scorekeeper.rules import GAMES

from .access_links import visitor_of
from .loading import load
from .matches import following, length_named
from .models import Participation, Seat, Session
from .notifications import notify_change
from .rematches import first_seat, rematch_after
from .table import Table

RESEND_TIME = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Plan:
    """The settings of a new session: names and teams in order of play, house rules and stake.

    `dealer`: place of the first dealer, counted from 1; None in a game without a deal. `started`: None for now.
    `group`: None for strangers and for a rematch, which stays in its group. `rules_version`: None for the newest.
    `match`: games to win in a match and the number of this one, zeros for a single game.
    """

    game: str
    names: tuple[str, ...]
    teams: tuple[int | None, ...]
    options: Mapping[str, Any]
    stake: Mapping[str, Any]
    key: uuid.UUID = field(default_factory=uuid.uuid4)
    rematch_of: Session | None = None
    dealer: int | None = None
    started: datetime | None = None
    group: Group | None = None
    rules_version: int | None = None
    first_player: str = Session.FirstPlayer.SAME
    match: tuple[int, int] = (0, 0)


def start_session(request: HttpRequest, plan: Plan) -> Session:
    """Create the session of a plan, once per key.

    A stranger becomes a guest. Raises RateLimitError.
    """
    _check_rate_limits(request)
    with one_by_one(plan.key):
        return _started_by_form(request, plan.key) or _write(request, plan)


def start_rematch(
    request: HttpRequest, address: str, key: uuid.UUID, first: str = "", length: str = ""
) -> Session:
    """Create the rematch of a game with its present settings, once per key and game.

    The game is locked, so that changes made at the same time apply to both. If a rematch exists already, it is
    returned. `first`: a choice of `Session.FirstPlayer`, `length`: of `matches.Length`; by default those of
    the last rematch. Raises Http404, RateLimitError, and RuleError `sat_down_late`.
    """
    _check_rate_limits(request)
    with one_by_one(key):
        table = load(address, visitor_of(request), lock=True)  # other requests that lock this table wait here
        if not table.permissions.is_player:
            raise Http404
        same_form = Session.objects.filter(key=key, rematch_of=table.session, removed=None).first()
        earlier = same_form or rematch_after(table.session)
        if earlier is None and table.permissions.late:
            raise table.permissions.write_refusal()
        return earlier or _write(request, _rematch_plan(table, key, first, length))


def _check_rate_limits(request: HttpRequest) -> None:
    """Count one more new table.

    Raises RateLimitError.
    """
    known = person_of(request)
    if known:
        rate_limits.must_allow("new table", f"person {known.pk}")
    else:
        rate_limits.must_allow("new table by visitors", request)
    rate_limits.must_allow("new table by a network", request)


def _rematch_plan(table: Table, key: uuid.UUID, first: str, length: str) -> Plan:
    """The plan of a rematch: same players, rules and stake.

    The deal passes on by the rules. Without a deal the order of play begins with the chosen player.
    """
    dealer = table.game.dealer(table.state)
    keys, seats = [seat.key for seat in table.seats], table.seats
    choice = first if first in Session.FirstPlayer.values else table.session.first_player
    if not table.game.DEALS:
        start = keys.index(first_seat(table, choice))
        seats = (*seats[start:], *seats[:start])
    return Plan(
        table.session.game,
        tuple(seat.player.name for seat in seats),
        tuple(seat.team for seat in seats),
        table.session.options,
        table.session.stake,
        key,
        table.session,
        None if dealer is None else keys.index(dealer) + 1,
        first_player=choice,
        match=following(table, length_named(length, table.session.match_wins)),
    )


def _write(request: HttpRequest, plan: Plan) -> Session:
    """Create the session for the person of the request.

    Must run in a transaction.
    """
    if Session.objects.filter(key=plan.key).exists():
        # the key was used by another person's form
        plan = replace(plan, key=uuid.uuid4())
    person = ensure_person(request)
    group = _group_of_plan(person, plan)
    renew_session(request)
    try:
        with transaction.atomic():
            return create_session(group, person, plan)
    except IntegrityError:
        # another process has created one of these players meanwhile
        return create_session(group, person, plan)


def _group_of_plan(person: Person, plan: Plan) -> Group:
    """The group of a plan, which becomes the person's current group."""
    if plan.rematch_of:
        return plan.rematch_of.group
    if plan.group is None or not Member.objects.filter(group=plan.group, person=person).exists():
        return ensure_group(person)
    lock_group(plan.group.pk)  # the group before its person, as in all rooms
    set_current_group(person, plan.group)
    return plan.group


def _started_by_form(request: HttpRequest, key: uuid.UUID) -> Session | None:
    """The session that this form has already created, for the phone that sent it.

    A stranger who taps twice has no cookie yet, so only the key identifies the phone. It is accepted for a minute
    and only while the group has no other members.
    """
    session = Session.objects.filter(key=key).first()
    if session is None:
        return None
    members = Member.objects.filter(group=session.group_id).select_related("person")
    person = person_of(request)
    if person is not None:
        return session if any(member.person_id == person.pk for member in members) else None
    if len(members) != 1 or timezone.now() - session.started > RESEND_TIME or members[0].person.has_account:
        return None
    login(request, members[0].person, backend=BACKEND)
    ensure_person(request)
    return session


def create_session(group: Group, person: Person, plan: Plan) -> Session:
    """Create the session of a plan in a group.

    Must run in a transaction.
    """
    before = plan.rematch_of
    session = Session.objects.create(
        group=group,
        key=plan.key,
        game=plan.game,
        rules_version=plan.rules_version or GAMES[plan.game].version,
        options=dict(plan.options),
        stake=dict(plan.stake),
        started=plan.started or timezone.now(),
        rematch_of=before,
        host=before.host if before and before.host else person,
        writers=before.writers if before else Session.Writers.EVERYBODY,
        coach=before.coach if before else False,
        first_player=plan.first_player,
        match_wins=plan.match[0],
        match_game=plan.match[1],
        link_generation=before.link_generation if before else 1,
    )
    lock_group(group.pk)
    players = players_named(group, plan.names)
    Seat.objects.bulk_create(
        Seat(
            session=session,
            player=player,
            number=number,
            position=number - 1,
            team=team,
            deals=number == plan.dealer,
        )
        for number, (player, team) in enumerate(zip(players, plan.teams, strict=True), start=1)
    )
    if before is not None:
        _copy_phones(before, session)
    return session


def _copy_phones(before: Session, session: Session) -> None:
    """Give the phones of a game their seats in its rematch."""
    seats = {seat.player_id: seat for seat in session.seats.all()}
    Participation.objects.bulk_create(
        Participation(
            session=session,
            person_id=phone.person_id,
            seat=seats.get(phone.seat.player_id) if phone.seat else None,
            removed=phone.removed,
        )
        for phone in before.participations.select_related("seat")
    )
    notify_change(before.pk)  # pages of the game before it show a link to the rematch
