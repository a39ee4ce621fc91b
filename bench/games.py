"""Benchmark data: persons with a history, tables to read and to write, transcripts.

Needs Django to be set up. The games are random from fixed seeds: the same on every machine.
"""

from __future__ import annotations

import itertools
import json
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone

from scorekeeper.people.identity import DEVICE
from scorekeeper.people.models import Device, Group, Member, Person, Player
from scorekeeper.people.names import players_named
from scorekeeper.play.models import Entry, Seat, Session
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Choice, Seats
from scorekeeper.rules.dice_sheet.game import SheetGame

Move = dict[str, Any]
NAMES = ("Ana", "Bo", "Cy", "Dee")
STAKE = {"kind": "per_point", "amount": "0.01", "unit": "USD"}
BATCH = 2000
DICE_GAMES = tuple(slug for slug, game in GAMES.items() if isinstance(game, SheetGame))


def play(slug: str, players: int, random: Random, most: int | None = None) -> list[Move]:
    """Return the entries of one random legal game, mostly by dice; `most` entries, or all."""
    game = GAMES[slug]
    state = game.start(game.resolve({}), Seats(tuple(str(number + 1) for number in range(players))))
    moves: list[Move] = []
    while game.outcome(state) is None and len(moves) != most:
        move = line(game.choices(state), random, 3 if slug == "crag" else 5)
        state = game.apply(state, game.parse(move))
        moves.append(move)
    return moves


def line(choices: tuple[Choice, ...], random: Random, dice: int) -> Move:
    """Return an entry: two of three by dice on a later throw, others by points or a strike."""
    choice = random.choice(choices)
    move: Move = {"player": choice.player, "box": choice.box}
    if random.random() < 2 / 3:
        # never all alike: that may end a game or belong into another box
        thrown = [1, 2, *(random.randint(1, 6) for _ in range(dice - 2))]
        return move | {"dice": thrown, "throws": 2}
    later = [offer for offer in choice.offers if offer.points and offer.throws != 1]
    if not later:
        return move | {"strike": True}
    offer = random.choice(later)
    return move | {"points": offer.points} | ({"throws": offer.throws} if offer.throws else {})


def form(move: Move) -> str:
    """A line as the entry panel's form sends it."""
    fields = {name: value for name, value in move.items() if name != "dice"}
    if "dice" in move:
        fields["dice"] = "".join(map(str, move["dice"]))
    return urlencode(fields)


@dataclass(frozen=True)
class BenchGroup:
    """A person with a phone, the group, the players."""

    person: Person
    device: Device
    group: Group
    players: tuple[Player, ...]


def circle(name: str) -> BenchGroup:
    """Create a guest as a first write does."""
    person = Person(username=f"guest-{name}")
    person.set_unusable_password()
    person.save()
    group = Group.objects.create()
    Member.objects.create(group=group, person=person, owner=True)
    device = Device.objects.create(person=person)
    return BenchGroup(person, device, group, tuple(players_named(group, NAMES)))


def tables(owner: BenchGroup, count: int, moves: list[Move], *, finished: bool) -> list[str]:
    """Put tables with these lines into the group; give their addresses."""
    now = timezone.now()
    rows = (
        Session(
            group=owner.group,
            key=uuid.uuid4(),
            game="general",
            rules_version=GAMES["general"].version,
            stake=STAKE,
            started=now - timedelta(days=number),
            finished=now - timedelta(days=number, hours=-1) if finished else None,
        )
        for number in range(count)
    )
    addresses = []
    with transaction.atomic():
        for batch in batches(rows, BATCH):
            sessions = Session.objects.bulk_create(batch)
            addresses += [session.address for session in sessions]
            Seat.objects.bulk_create(
                (
                    Seat(session=session, player=player, number=place + 1, position=place)
                    for session in sessions
                    for place, player in enumerate(owner.players)
                ),
                BATCH,
            )
            for each in batches(lines(owner, sessions, moves), BATCH):
                # the log's own manager rightly writes line by line only
                QuerySet(Entry).bulk_create(each)
    return addresses


def lines(owner: BenchGroup, sessions: list[Session], moves: list[Move]) -> Iterator[Entry]:
    """The log of every session."""
    for session in sessions:
        for number, move in enumerate(moves, start=1):
            yield Entry(
                session=session,
                number=number,
                kind=Entry.Kind.APPEND,
                data={"moves": [move]},
                author=owner.person,
                device=owner.device,
                key=f"bench-{number}",
            )


def batches(rows: Iterable[Any], size: int) -> Iterator[list[Any]]:
    """The rows, so many at a time."""
    rows = iter(rows)
    while batch := list(itertools.islice(rows, size)):
        yield batch


def phone(owner: BenchGroup) -> Client:
    """Return a test client with the person's cookie, which the server accepts as well."""
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(owner.person)
    session = client.session
    session[DEVICE] = owner.device.pk
    session.save()
    return client


def cookie(client: Client) -> str:
    """The value of the person's cookie."""
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def transcripts(folder: Path, count: int) -> list[Path]:
    """Transcripts of forty turns, of every dice game in turn."""
    random = Random("transcripts")
    written = []
    for number, slug in zip(range(count), itertools.cycle(DICE_GAMES), strict=False):
        tree = {
            "format": "scorekeeper/1",
            "game": slug,
            "players": [str(place + 1) for place in range(len(NAMES))],
            "stake": STAKE,
            "entries": play(slug, len(NAMES), random, 40),
        }
        written.append(folder / f"{number}.json")
        written[-1].write_text(json.dumps(tree))
    return written


def lines_written(addresses: list[str]) -> int:
    """Return the number of lines of these tables."""
    found = 0
    for batch in batches(addresses, 500):
        found += Entry.objects.filter(session__address__in=batch).count()
    connection.close()
    return found
