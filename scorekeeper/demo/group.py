"""The whole demo: the group, its members with devices, and two years of evenings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from scorekeeper.core.db.write_lock import writing
from scorekeeper.people.models import Device, Group, Member, Person, Player
from scorekeeper.people.names import players_named

from .payments import settle_some
from .profiles import FRIENDS, NAME
from .schedule import YEARS, Evening, evenings
from .writer import Pen, Phone

PREFIX = "demo-"  # prefix of the user names; no page shows them
LATER = 0.06  # share of evenings at which a line of an older game is corrected
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


def make(seed: int, games: int, now: datetime, told: Callable[[int], None] = lambda _games: None) -> Demo:
    """Fill a new group with random evenings, in the active language.

    `told` is called after every evening with the number of games so far.
    """
    chance = Random(seed)
    with writing():
        group, phones = _people(now)
    pen = Pen(group, phones, chance)
    demo = Demo(group, phones[0].person)
    plan = list(evenings(chance, now, games))
    before: list[str] = []
    for number, evening in enumerate(plan, start=1):
        played, ended = _evening(pen, evening, now)
        demo.games, demo.evenings = demo.games + len(played), number
        if before and chance.random() < LATER:
            pen.put_right(chance.choice(before), evening.begins + timedelta(minutes=2))
        if number <= len(plan) - UNPAID:
            demo.payments += settle_some(group, chance.choice(phones).person, chance, ended)
        before = played or before
        told(demo.games)
    demo.running, demo.corrections = len(plan[-1].bouts), pen.corrections
    demo.games -= demo.running
    return demo


def _people(now: datetime) -> tuple[Group, list[Phone]]:
    since = now - YEARS
    group = Group.objects.create(name=_(NAME))
    Group.objects.filter(pk=group.pk).update(created=since)
    phones: list[Phone] = []
    for friend in FRIENDS:
        if friend.phone:
            person = Person(username=f"{PREFIX}{get_random_string(16)}")
            person.set_unusable_password()
            person.save()
            Member.objects.create(group=group, person=person, owner=not phones)
            phones.append(Phone(friend.name, person, Device.objects.create(person=person)))
    players = {each.name: each for each in players_named(group, [friend.name for friend in FRIENDS])}
    for phone in phones:
        Member.objects.filter(group=group, person=phone.person).update(player=players[phone.name])
    Player.objects.filter(group=group).update(created=since)
    Member.objects.filter(group=group).update(joined=since)
    return group, phones


def _evening(pen: Pen, evening: Evening, now: datetime) -> tuple[list[str], datetime]:
    """Play one evening; return the addresses of its games and the time when it ended."""
    at, played = evening.begins, []
    for bout in evening.bouts:
        table = pen.play(bout, min(at, now))
        played.append(table.session.address)
        last = table.last_line
        at = (last.latest.at if last else at) + timedelta(minutes=pen.chance.randint(2, 9))
        if bout.lines is not None:
            at = evening.begins + timedelta(minutes=pen.chance.randint(1, 9))
    return played, at
