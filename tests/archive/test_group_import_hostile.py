"""Malicious group files: refused with the place of the fault, nothing half imported."""

import json
from random import Random
from typing import Any

import pytest

from scorekeeper.archive.group_parser import parse
from scorekeeper.archive.json_reader import FileError
from scorekeeper.ledger.models import Posting
from scorekeeper.maintenance.verify import Verified, verify
from scorekeeper.people.models import Group, Person
from scorekeeper.play import strict_json
from scorekeeper.play.models import Entry
from tests.factories import new_writer
from tests.sampling import some_of
from tests.security.cast import everything

from .group_files import DELETED, edited, exported, imported, small_desk

pytestmark = pytest.mark.django_db

LATE = "2999-01-01T00:00:00+00:00"
CASES: list[tuple[tuple[Any, ...], Any, str, str]] = [
    (("format",), "scorekeeper/1", "unknown_format", ""),
    (("extra",), 1, "unknown_field", ""),
    (("group",), [], "not_an_object", "group"),
    (("group", "address"), "x", "bad_text", "group, address"),
    (("group", "address"), "x" * 11 + "\x00", "bad_text", "group, address"),
    (("group", "created"), "yesterday", "not_a_time", "group, created"),
    (("group", "created"), LATE, "not_a_time", "group, created"),
    (("group", "created"), "2026-01-01T00:00:00", "not_a_time", "group, created"),
    (("players",), {}, "not_a_list", "players"),
    (("players", 0, "name"), "", "bad_name", "players 1, name"),
    (("players", 0, "name"), "x" * 41, "bad_text", "players 1, name"),
    (("players", 0, "name"), "a\u202eb", "bad_name", "players 1, name"),
    (("players", 0, "name"), "BO", "name_twice", "players 2, name"),
    (("players", 0, "colour"), 0, "not_a_number", "players 1, colour"),
    (("players", 0, "colour"), True, "not_a_number", "players 1, colour"),
    (("players", 0, "address"), DELETED, "missing_field", "players 1"),
    (("players", 0, "merged_into"), "zzzzzzzzzzzz", "unknown_player", "players 1, merged_into"),
    (("games", 0, "game"), "chess", "not_one_of", "games 1, game"),
    (("games", 0, "options"), {"target": 31}, "does_not_add_up", "games 1"),
    (("games", 0, "options"), {"target": "\x00"}, "bad_text", "games 1, options"),
    (("games", 0, "finished"), DELETED, "does_not_add_up", "games 1"),
    (("games", 0, "rematch_of"), "zzzzzzzzzzzz", "unknown_game", "games 1, rematch_of"),
    (("games", 0, "seats"), [], "wrong_count", "games 1, seats"),
    (("games", 0, "seats", 0, "player"), "zzzzzzzzzzzz", "unknown_player", "games 1, seats 1, player"),
    (("games", 0, "seats", 0, "number"), 2, "twice", "games 1, seats 2, number"),
    (("games", 0, "seats", 0, "position"), 7, "does_not_add_up", "games 1"),
    (("games", 0, "entries", 0, "number"), 9, "does_not_add_up", "games 1, entries 9"),
    (("games", 0, "entries", 0, "number"), 10**17, "not_a_number", "games 1, entries 1, number"),
    (("games", 0, "entries", 0, "by"), "Ana", "bad_text", "games 1, entries 1, by"),
    (("games", 0, "entries", 0, "data"), {"moves": []}, "does_not_add_up", "games 1, entries 1"),
    (("games", 0, "entries", 0, "data"), {"move": []}, "unknown_field", "games 1, entries 1, data"),
    (("games", 0, "entries", 0, "data", "moves", 0, "trump"), "X", "does_not_add_up", "games 1, entries 1"),
    (
        ("games", 0, "entries", 0, "data", "moves", 0, "tricks"),
        ["9"] * 5,
        "does_not_add_up",
        "games 1, entries 1",
    ),
    (("games", 0, "entries", 0, "data", "moves", 0, "note"), "\x00", "bad_text", "games 1, entries 1, data"),
    (
        ("games", 0, "entries", 0, "data", "moves", 0, "note"),
        "\ud800",
        "bad_text",
        "games 1, entries 1, data",
    ),
    (("games", 0, "entries", 0, "data", "moves", 0, "note"), 1e300, "bad_text", "games 1, entries 1, data"),
    (("games", 1, "entries", 2, "target"), 4, "does_not_add_up", "games 2, entries 3"),
    (("games", 1, "entries", 4, "data", "after"), {"sky": 1}, "does_not_add_up", "games 2, entries 5"),
    (("games", 1, "entries", 4, "data", "after"), 1, "does_not_add_up", "games 2, entries 5"),
    (("ledger", 0, "amount"), 99, "does_not_add_up", "games 1"),
    (("ledger", 0, "amount"), -1, "not_a_number", "ledger 1, amount"),
    (("ledger", 0, "amount"), 1.5, "not_a_number", "ledger 1, amount"),
    (("ledger", 0, "unit"), "", "bad_text", "ledger 1, unit"),
    (("ledger", 0, "game"), "zzzzzzzzzzzz", "unknown_game", "ledger 1"),
    (("ledger", 0, "key"), "1", "bad_key", "ledger 1, key"),
    (("ledger", 0, "kind"), "gift", "not_one_of", "ledger 1, kind"),
    (("ledger", 0, "number"), 2, "wrong_number", "ledger 1, number"),
    (("ledger", 0, "undoes"), 1, "undoes_nothing", "ledger 1"),
    (("ledger", 0, "reason", "payers"), ["zzzzzzzzzzzz"], "unknown_player", "ledger 1, reason, payers 1"),
    (("ledger", 0, "reason", "game"), "yacht", "not_one_of", "ledger 1, reason, game"),
    (("ledger", 0, "reason", "code"), 1, "not_a_text", "ledger 1, reason, code"),
    (("ledger", 0, "reason", "code"), "gift", "not_one_of", "ledger 1, reason, code"),
    (("ledger", 0, "reason", "amount"), DELETED, "missing_field", "ledger 1, reason"),
    (("ledger", 0, "reason"), {"code": "points", "amount": 1}, "missing_field", "ledger 1, reason"),
]


@pytest.mark.parametrize(("path", "value", "code", "place"), CASES, ids=lambda each: str(each)[:60])
def test_fault_is_named_with_its_place(path: tuple[Any, ...], value: Any, code: str, place: str) -> None:
    data = edited(exported(small_desk().group), *path, value=value)
    before = everything()
    with pytest.raises(FileError) as refused:
        imported(data, Person.objects.get(), copy=True)
    assert (refused.value.code, refused.value.place) == (code, place)
    assert everything() == before


def test_games_that_follow_each_other_in_circle() -> None:
    first = exported(small_desk().group)
    found = json.loads(first)
    one, other = found["games"]
    one["rematch_of"], other["rematch_of"] = other["address"], one["address"]
    with pytest.raises(FileError, match="rematch_circle"):
        imported(json.dumps(found).encode(), Person.objects.get(), copy=True)


def test_keys_that_another_group_has() -> None:
    desk = small_desk()
    found = json.loads(exported(desk.group))
    fresh = iter(f"{number:012}" for number in range(100))
    text = json.dumps(found)
    for address in [
        found["group"]["address"],
        *(each["address"] for each in found["players"] + found["games"]),
    ]:
        text = text.replace(address, next(fresh))
    before = everything()
    with pytest.raises(FileError, match="taken"):
        imported(text.encode(), desk.writer.person)
    assert everything() == before
    assert Posting.objects.filter(key=found["ledger"][0]["key"]).count() == 1


def test_imported_entries_are_never_credited_to_others() -> None:
    """A pseudonym is valid for its own person only."""
    desk, other = small_desk(), new_writer()
    first = exported(desk.group)
    group = imported(first, other.person, copy=True)
    authors = set(Entry.objects.filter(session__group=group).values_list("author", flat=True))
    assert authors.isdisjoint({desk.writer.person.pk, other.person.pk})
    assert not Group.objects.filter(member__person__in=authors).exists()


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a file."""
    steps: list[Any] = (
        list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    )
    return [path] * bool(path) + [each for step in steps for each in places(value[step], (*path, step))]


ODD: list[Any] = [
    DELETED,
    None,
    True,
    0,
    -1,
    2**63,
    10**30,
    1.5,
    "",
    "\x00",
    "x" * 3000,
    "1",
    [],
    {},
    [1],
    {"a": 1},
    [[]],
    LATE,
]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(some_of(40, share=10)))
def test_arbitrary_value_is_refused_or_imported_whole(seed: int) -> None:
    chance = Random(seed)
    data = exported(small_desk().group)
    importer = Person.objects.get()
    for _ in range(8):
        odd = edited(data, *chance.choice(places(json.loads(data))), value=chance.choice(ODD))
        before = everything()
        try:
            parse(strict_json.loads(odd))
            imported(odd, importer, copy=True)
        except (FileError, strict_json.TextError):
            assert everything() == before
        else:
            assert list(verify(Verified())) == []
