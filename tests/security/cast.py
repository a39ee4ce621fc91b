"""All roles at a table, each with a browser: those with access and those without."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.apps import apps
from django.core import signing
from django.db import connection
from django.test import Client
from django.utils import timezone

from scorekeeper.people.models import Member, Person
from scorekeeper.play import access_links
from scorekeeper.play.models import Participation
from tests.factories import SampleTable, Writer, new_writer

ABSENT = "Clementine"  # of the group, and at no table of the cast's
NAMES = ("Anastasia", "Bonifatius")  # long enough that no key or token holds them by chance
Rows = dict[str, list[tuple[Any, ...]]]
UNCOUNTED = {"django_session"}  # reading may renew the cookie of a known person


def everything(*, but: set[str] = UNCOUNTED) -> Rows:
    """All rows of all tables, read as they lie there: much is compared."""
    found = {}
    with connection.cursor() as cursor:
        for model in apps.get_models():
            table = model._meta.db_table
            if table not in but:
                cursor.execute(f'SELECT * FROM "{table}" ORDER BY 1')
                found[table] = cursor.fetchall()
    return found


def dice_table() -> SampleTable:
    """A table of dice with one line of the first player's."""
    desk = SampleTable(names=NAMES)
    desk.line(1, "ones", points=3)
    return desk


def card_table(*, over: bool = False) -> SampleTable:
    """A table of cards with one round; `over`: given up after it."""
    desk = SampleTable("forty_fives", NAMES)
    desk.entry(trump="H", tricks=["1"] * 5, best="1")
    if over:
        desk.change(ended=True)
    return desk


def with_pass(client: Client, desk: SampleTable, link: int | None = None) -> Client:
    """A browser that has opened the table's link, of this generation if not of the newest."""
    generation = desk.session.link_generation if link is None else link
    client.cookies[access_links.COOKIE] = signing.dumps(
        {desk.address: generation}, salt=access_links.SALT, compress=True
    )
    return client


def over_table() -> SampleTable:
    """Return a finished game: an entry of the first player, then an automatic win.

    The second player is of the group.
    """
    before = SampleTable(names=[NAMES[1], ABSENT])
    desk = SampleTable(names=NAMES, writer=before.writer)
    desk.line(1, "ones", points=3)
    desk.line(2, "ones", points=3)
    desk.line(1, "fives", dice=[5] * 5, throws=1)
    return desk


def seated(desk: SampleTable, seat: int | None, *, removed: bool = False, late: bool = False) -> Writer:
    """Seat a person from outside the group with a phone, as player or guest.

    Now or formerly. `late`: not since the game began, but since now.
    """
    who = new_writer()
    place = desk.session.seats.get(number=seat) if seat else None
    gone = timezone.now() if removed else None
    joined = timezone.now() if late else desk.session.started
    Participation.objects.create(
        session=desk.session, person=who.person, seat=place, removed=gone, joined=joined
    )
    return who


# --- those whom the table knows --------------------------------------------------------------------------


def host(desk: SampleTable) -> Client:
    return desk.writer.client()


def member(desk: SampleTable) -> Client:
    return new_writer(desk.group).client()


def player(desk: SampleTable) -> Client:
    return seated(desk, 2).client()


def guest(desk: SampleTable) -> Client:
    return seated(desk, None).client()


def watcher(desk: SampleTable) -> Client:
    return with_pass(Client(), desk)


def known_watcher(desk: SampleTable) -> Client:
    return with_pass(new_writer().client(), desk)


# --- those whom it knows when its game is over -----------------------------------------------------------


def seated_guest(desk: SampleTable) -> Client:
    """Sat before the end."""
    return seated(desk, 2).client()


def old_link_guest(desk: SampleTable) -> Client:
    """Came by a link that was photographed, and sat down when the game was over."""
    return seated(desk, 2, late=True).client()


# --- roles without access --------------------------------------------------------------------------------


def stranger(_desk: SampleTable) -> Client:
    return Client()


def somebody(_desk: SampleTable) -> Client:
    return new_writer().client()


def host_of_another_table(_desk: SampleTable) -> Client:
    return dice_table().writer.client()


def player_of_another_table(_desk: SampleTable) -> Client:
    other = dice_table()
    return with_pass(seated(other, 1).client(), other)


def old_link(desk: SampleTable) -> Client:
    return with_pass(Client(), desk, desk.session.link_generation - 1)


def forged_link(desk: SampleTable) -> Client:
    client = with_pass(Client(), desk)
    client.cookies[access_links.COOKIE] = client.cookies[access_links.COOKIE].value[:-1] + "!"
    return client


def removed(desk: SampleTable) -> Client:
    return with_pass(seated(desk, 2, removed=True).client(), desk)


def member_no_more(desk: SampleTable) -> Client:
    who = new_writer(desk.group)
    Member.objects.filter(person=who.person).delete()
    return who.client()


def staff(_desk: SampleTable) -> Client:
    who = new_writer()
    Person.objects.filter(pk=who.person.pk).update(is_staff=True, is_superuser=True)
    return who.client()


Role = Callable[[SampleTable], Client]
KNOWN: dict[str, Role] = {
    each.__name__: each for each in (host, member, player, guest, watcher, known_watcher)
}
AFTER: dict[str, Role] = {each.__name__: each for each in (seated_guest, old_link_guest)}
UNKNOWN: dict[str, Role] = {
    each.__name__: each
    for each in (
        *(stranger, somebody, host_of_another_table, player_of_another_table, old_link, forged_link),
        *(removed, member_no_more, staff),
    )
}
