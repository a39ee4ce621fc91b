"""The whole demo: the group, its members with devices, and two years of evenings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random

from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from scorekeeper.core.db.write_lock import writing
from scorekeeper.history import seasons
from scorekeeper.history.models import Season
from scorekeeper.people.models import Device, Group, Member, Person, Player
from scorekeeper.people.names import players_named

from .payments import settle_some
from .profiles import FRIENDS, NAME
from .schedule import YEARS, Evening, evenings
from .writer import DemoMember, GameWriter

PREFIX = "demo-"  # prefix of the user names; no page shows them
LATER = 0.06  # share of evenings at which a line of an older game is corrected
SEASON_BEGINS = 9  # month
UNPAID = 4  # the number of last evenings without payments


@dataclass
class Demo:
    """The demo as it was written: its group, the owner, and the number of rows of each kind."""

    group: Group
    owner: Person
    games: int = 0
    running: int = 0
    evenings: int = 0
    corrections: int = 0
    payments: int = 0


def owners() -> list[Person]:
    """Return the owners of all demo groups in this database, the newest first."""
    found = Person.objects.filter(username__startswith=PREFIX, member__owner=True).order_by("-pk")
    return list(found)


def make(seed: int, games: int, now: datetime) -> Demo:
    """Fill a new group with random evenings, in the active language."""
    chance = Random(seed)
    with writing():
        group, members = _people(now)
    writer = GameWriter(group, members, chance)
    demo = Demo(group, members[0].person)
    plan = list(evenings(chance, now, games))
    before: list[str] = []
    for number, evening in enumerate(plan, start=1):
        played, ended = _evening(writer, evening, now)
        demo.games, demo.evenings = demo.games + len(played), number
        if before and chance.random() < LATER:
            writer.correct_older_line(chance.choice(before), evening.begins + timedelta(minutes=2))
        if number <= len(plan) - UNPAID:
            demo.payments += settle_some(group, chance.choice(members).person, chance, ended)
        before = played or before
    demo.running, demo.corrections = len(plan[-1].planned_games), writer.corrections
    demo.games -= demo.running
    _seasons(group, demo.owner, now.date())
    return demo


def _seasons(group: Group, owner: Person, today: date) -> None:
    """Create the season of today, from September to August, and the one before, which is closed."""
    current = today.year - (today.month < SEASON_BEGINS)
    for year in (current - 1, current):
        name = _("Season %(years)s") % {"years": f"{year}/{(year + 1) % 100:02}"}
        first, next_one = (date(each, SEASON_BEGINS, 1) for each in (year, year + 1))
        seasons.create(group, owner, name, first, next_one - timedelta(days=1))
    seasons.close(Season.objects.get(group=group, first__year=current - 1), owner)


def _people(now: datetime) -> tuple[Group, list[DemoMember]]:
    since = now - YEARS
    group = Group.objects.create(name=_(NAME))
    Group.objects.filter(pk=group.pk).update(created=since)
    members: list[DemoMember] = []
    for friend in FRIENDS:
        if friend.member:
            person = Person(username=f"{PREFIX}{get_random_string(16)}")
            person.set_unusable_password()
            person.save()
            Member.objects.create(group=group, person=person, owner=not members)
            members.append(DemoMember(friend.name, person, Device.objects.create(person=person)))
    players = {each.name: each for each in players_named(group, [friend.name for friend in FRIENDS])}
    for member in members:
        Member.objects.filter(group=group, person=member.person).update(player=players[member.name])
    Player.objects.filter(group=group).update(created=since)
    Member.objects.filter(group=group).update(joined=since)
    return group, members


def _evening(writer: GameWriter, evening: Evening, now: datetime) -> tuple[list[str], datetime]:
    """Play one evening; return the addresses of its games and the time when it ended."""
    at, played = evening.begins, []
    for planned in evening.planned_games:
        table = writer.play(planned, min(at, now))
        played.append(table.session.address)
        last = table.last_line
        at = (last.latest.at if last else at) + timedelta(minutes=writer.chance.randint(2, 9))
        if planned.lines is not None:
            at = evening.begins + timedelta(minutes=writer.chance.randint(1, 9))
    return played, at
