"""Tables with a name to erase, and the search for its traces."""

from scorekeeper.people.models import Member, Player
from scorekeeper.play.models import Participation
from tests.factories import SampleTable, Writer, new_writer
from tests.security.cast import everything

NAME = "Anastasia"


def shared_desk() -> tuple[SampleTable, Writer]:
    """Return a finished game for money of the owner Anastasia and Bo, with notes about her."""
    desk = SampleTable(
        "forty_fives",
        (NAME, "Bo"),
        options={"target": 30},
        stake={"kind": "ante", "amount": "1", "unit": "EUR"},
    )
    member = new_writer(desk.group)
    Member.objects.filter(person=desk.writer.person).update(player=Player.objects.get(name=NAME))
    Player.objects.filter(name=NAME).update(payment_links="https://pay.example/anastasia")
    desk.entry(trump="H", tricks=["1"] * 5, best="1", note="my luck")
    other = SampleTable(names=("Bo", "Cleo"), writer=member)
    other.line(1, "ones", points=3, note=f"{NAME.upper()} saw it")
    other.line(2, "twos", points=4, note="a good one")
    return desk, member


def traces(word: str) -> list[str]:
    """Return the database tables that contain a word."""
    return [
        table for table, rows in everything(but=set()).items() if word.casefold() in repr(rows).casefold()
    ]


def visited_desk() -> tuple[SampleTable, Writer, SampleTable]:
    """Return a table of another group, where Anastasia has a seat of her own."""
    desk = SampleTable(names=("Bo", NAME))
    other = SampleTable(names=(NAME, "Cleo"), writer=desk.writer)
    guest = new_writer()
    Participation.objects.create(
        session=desk.session, person=guest.person, seat=desk.session.seats.get(number=2)
    )
    desk.line(1, "ones", points=3, note=f"{NAME} saw it")
    other.line(2, "ones", points=3, note=f"this is for {NAME}")
    return desk, guest, other
