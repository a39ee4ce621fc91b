"""Malformed writes: never a server error, nothing stored on refusal, extra fields ignored."""

from __future__ import annotations

import json
from datetime import timedelta
from random import Random
from typing import Any
from urllib.parse import quote_from_bytes, urlencode

import pytest
from django.test import Client
from django.utils import timezone

from scorekeeper.play.models import Entry
from tests.factories import HTMX, SampleTable, new_key, new_writer
from tests.sampling import some_of

pytestmark = pytest.mark.django_db

FORMS: dict[str, dict[str, str]] = {
    "write": {"player": "2", "box": "fours", "dice": "44412", "throws": "2", "out_of_turn": "1"},
    "correct": {"line": "1", "box": "ones", "points": "2", "throws": "1"},
    "undo": {"entry": "1"},
    "go_home": {"player": "1"},
    "change": {"do": "keep", "seat": "2", "name-1": "Ann", "rule-straights": "basic", "stake": "none"},
}


def words(text: str) -> list[str]:
    """A list that is easier to read than to type."""
    return text.split()


# values of the entry panel's fields, and queries of the table's address
FIELDS = {
    "write": words("seen key player box dice throws points value strike out_of_turn note"),
    "correct": words("seen key line box dice throws points strike value note right"),
    "undo": words("seen key entry sure"),
    "go_home": words("seen key player"),
    "change": words(
        "seen key do seat name-1 was-1 side-1 sides late late-player rule-straights rule-no printed"
        " stake stake_shown kind amount unit unit_shown thing win step up home sure look"
    ),
}
LOOKS = words("dice throws box points strike line right seat as sure sheet page changes")
ASCII = """
 0 -0 -1 +1 1.0 1e9 NaN null true [] {} ' " <b> %s {0} 7 99 999999 1_0 0x1 1-0 1-999 2-1
 fours double_generala no_such_box 44412 44,4.1;2 444123 12x1 x 12x x1 4x9 0x0 1 2 3 4 dice on off ../.. /table/
 Ana Bo 1;DROP
"""
OTHER = """
 \u0664 \uff14\uff14\uff14\uff11\uff12 \u096a \u00b2 \u2163 \U0001d7d2 \u202e4 \ufeff1 e\u0301 \U0001f4a5 \ud800 \udfff4
"""
ODD = (
    *words(ASCII),
    *words(OTHER),
    "",
    " ",
    "\0",
    "4\0",
    "a\0b",
    "\u2028",
    "1" * 30,
    "9" * 5000,
    "x" * 600,
)
EXTRA: dict[str, str] = {
    **dict.fromkeys(words("author author_id device device_id session session_id group number"), "9"),
    **dict.fromkeys(words("target id pk finished ended home"), "1"),
    "at": "2001-01-01",
    "data": "{}",
    "moves": "[]",
    **dict.fromkeys(words("kind game address"), "void"),
}


@pytest.fixture
def desk() -> SampleTable:
    desk = SampleTable(names=["Ana", "Bo"])
    desk.line(1, "ones", points=3)
    return desk


def body(form: dict[str, str]) -> str:
    """Return a form as bytes that a browser would not send: lone surrogates are kept."""
    pairs = ((name, quote_from_bytes(value.encode("utf-8", "surrogatepass"))) for name, value in form.items())
    return "&".join(f"{name}={value}" for name, value in pairs)


def post(client: Client, desk: SampleTable, name: str, form: dict[str, str], **headers: str) -> int:
    """Send a form. Whatever is refused must leave everything as it was."""
    before = desk.entries, list(desk.session.seats.values()), desk.table.session.finished
    kind = "application/x-www-form-urlencoded"
    answer = client.generic("POST", desk.url(name), body(form), content_type=kind, headers=headers)
    assert answer.status_code in (200, 302, 303, 400, 404, 409, 422), (form, answer.status_code)
    after = desk.entries, list(desk.session.seats.values()), desk.table.session.finished
    if answer.status_code >= 400:
        assert after == before, form
    assert after[0][: len(before[0])] == before[0]
    assert len(after[0]) <= len(before[0]) + 3
    return answer.status_code


@pytest.mark.parametrize("name", FORMS)
def test_field_with_odd_value_never_fails(desk: SampleTable, name: str) -> None:
    chance, client = Random(name), desk.writer.client()
    for field in FIELDS[name]:
        for value in chance.sample(ODD, some_of(10 if name == "change" else 16)):
            form = {"seen": str(len(desk.entries)), "key": new_key(), **FORMS[name], field: value}
            post(client, desk, name, form, **(HTMX if len(value) % 2 else {}))
    assert client.get(desk.url("log")).status_code == 200


@pytest.mark.parametrize("name", FORMS)
def test_odd_values_together(desk: SampleTable, name: str) -> None:
    chance, client = Random(name), desk.writer.client()
    taken, tries = 0, some_of(90)
    for _ in range(tries):
        form = {"seen": str(len(desk.entries)), "key": new_key(), **FORMS[name]}
        for _ in range(chance.randint(1, 4)):
            field = chance.choice([*FIELDS[name], *EXTRA])
            form[field] = chance.choice(ODD)
        for field in chance.sample(sorted(form), chance.choice((0, 0, 1, 2))):
            del form[field]
        taken += post(client, desk, name, form, **chance.choice(({}, HTMX))) < 400
    assert name == "change" or taken < tries * 5 // 6
    assert client.get(desk.url("log")).status_code == 200


def test_odd_addresses_of_table(desk: SampleTable) -> None:
    chance, client = Random(7), desk.writer.client()
    desk.line(2, "fives", points=10)
    before = desk.entries
    wanted = [{field: value} for field in LOOKS for value in chance.sample(ODD, some_of(12))]
    wanted += [
        {chance.choice(LOOKS): chance.choice(ODD) for _ in range(chance.randint(2, 5))}
        for _ in range(some_of(70))
    ]
    for query in wanted:
        if any(map(_lone, query.values())):
            continue
        for path in ("table", chance.choice(("table", "log", "change"))):
            status = client.get(
                f"{desk.url(path)}?{urlencode(query)}", headers=chance.choice(({}, HTMX))
            ).status_code
            assert status in (200, 404, 422), (path, query)
    assert desk.entries == before


def _lone(value: str) -> bool:
    return any("\ud800" <= letter <= "\udfff" for letter in value)


@pytest.mark.parametrize("name", ["write", "correct", "go_home"])
def test_response_of_refusal_can_be_drawn(desk: SampleTable, name: str) -> None:
    """A late form with any content, on running and finished tables of every game, is answered.

    A late entry is tried.
    """
    chance = Random(11)
    answers = (404, 409, 422) if name == "write" else (404, 409)
    for slug in ("general", "generala", "goldene_fuenfzig", "yacht", "crag", "yahtzee"):
        table = SampleTable(slug)
        client = table.writer.client()
        table.line(1, "ones")
        for over in (False, True):
            if over:
                for player in "12":
                    client.post(table.url("go_home"), table.form(player=player))
            for _ in range(some_of(10)):
                form = {field: chance.choice(ODD) for field in FIELDS[name]}
                assert post(client, table, name, {**form, "seen": "0", "key": new_key()}) in answers


def test_extra_fields_are_ignored(desk: SampleTable) -> None:
    client = desk.writer.client()
    for name in ("write", "correct", "go_home", "undo"):
        form = {**EXTRA, **desk.form(**FORMS[name])}
        assert client.post(desk.url(name), form).status_code == 302
    began = timezone.now() - timedelta(minutes=1)
    for number, entry in enumerate(Entry.objects.filter(session=desk.session), 1):
        assert entry.number == number
        assert (entry.author_id, entry.device_id) == (desk.writer.person.pk, desk.writer.device)
        assert entry.at > began
    written = [(entry.kind, entry.target) for entry in Entry.objects.filter(session=desk.session)]
    assert written == [("append", None), ("append", None), ("amend", 1), ("append", None), ("void", 1)]
    session = desk.table.session
    assert (session.game, session.finished, session.ended, session.group) == (
        "general",
        None,
        None,
        desk.group,
    )
    move = Entry.objects.get(session=desk.session, number=2).data
    assert move == {
        "moves": [{"player": "2", "box": "fours", "dice": [4, 4, 4, 1, 2], "throws": 2, "out_of_turn": True}]
    }


def test_writer_is_who_holds_phone(desk: SampleTable) -> None:
    other = new_writer(desk.group)
    form = desk.form(**FORMS["write"], person=str(desk.writer.person.pk), device=str(desk.writer.device))
    assert other.client().post(desk.url("write"), form).status_code == 302
    entry = Entry.objects.get(session=desk.session, number=2)
    assert (entry.author_id, entry.device_id) == (other.person.pk, other.device)


BODIES: dict[str, tuple[Any, str]] = {
    "json": (json.dumps({"player": "2", "box": "fours"}), "application/json"),
    "deep json": ("[" * 20000, "application/json"),
    "no type": ("player=2&box=fours", ""),
    "odd charset": ("player=2&box=fours", "application/x-www-form-urlencoded; charset=no-such"),
    "utf-16": ("player=2&box=fours".encode("utf-16"), "application/x-www-form-urlencoded; charset=utf-16"),
    "bytes": (bytes(range(256)) * 20, "application/x-www-form-urlencoded"),
    "no boundary": ("x", "multipart/form-data"),
    "cut short": (
        b'--x\r\nContent-Disposition: form-data; name="player"\r\n\r\n2',
        "multipart/form-data; boundary=x",
    ),
    "a file": (
        b'--x\r\nContent-Disposition: form-data; name="dice"; filename="d"\r\n\r\n44412\r\n--x--\r\n',
        "multipart/form-data; boundary=x",
    ),
    "too many fields": (
        "&".join(f"f{each}=1" for each in range(10_000)),
        "application/x-www-form-urlencoded",
    ),
    "a megabyte": (f"note={'x' * 2**20}", "application/x-www-form-urlencoded"),
    "a megabyte of dice": (f"dice={'4' * 2**20}", "application/x-www-form-urlencoded"),
    "as much as may be": (f"dice={'4' * 60_000}", "application/x-www-form-urlencoded"),
    "one field often": ("&".join(["box=fours"] * 400), "application/x-www-form-urlencoded"),
}


@pytest.mark.parametrize("kind", BODIES)
@pytest.mark.parametrize("name", [*FORMS, "rematch"])
def test_bodies_that_are_no_form(desk: SampleTable, name: str, kind: str) -> None:
    before, client = desk.entries, desk.writer.client()
    data, content_type = BODIES[kind]
    answer = client.generic("POST", desk.url(name), data, content_type=content_type)
    assert answer.status_code in (
        (200, 302, 303, 400, 404, 422) if name in ("change", "rematch") else (400, 404, 422)
    )
    assert desk.entries == before
    write_request = urlencode({**desk.form(), "player": "2", "box": "fours", "line": "1", "entry": "1"})
    if isinstance(data, str) and "urlencoded" in content_type and name in ("write", "correct"):
        answer = client.generic("POST", desk.url(name), f"{write_request}&{data}", content_type=content_type)
        assert answer.status_code in (400, 422)
        assert desk.entries == before
