"""Entries from a stale sheet: tried on the current one, unless written already."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from scorekeeper.people.models import Device
from scorekeeper.play import amendments, log
from scorekeeper.play.exceptions import RefusedError, StaleError
from scorekeeper.play.table import Table
from scorekeeper.play.write_request import WriteRequest
from tests.factories import SampleTable, Writer, new_key, new_writer

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> SampleTable:
    return SampleTable(names=["Ana", "Bo", "Cleo"])


@pytest.fixture
def other(desk: SampleTable) -> Writer:
    return new_writer(desk.group)


def write(
    desk: SampleTable,
    player: int,
    box: str,
    *,
    seen: int,
    ahead: int = 0,
    by: Writer | None = None,
    out: bool = False,
) -> Table:
    """Strike a box, having seen so many entries and sent so many of one's own before."""
    who = by or desk.writer
    move = {"player": str(player), "box": box, "strike": True} | ({"out_of_turn": True} if out else {})
    write_request = WriteRequest(who.person, who.device, seen + ahead, new_key(), ahead=ahead)
    return log.append(desk.address, write_request, [move])


ROUND = {"trump": "H", "tricks": ["1"] * 5, "best": "1"}


def refused(code: str, attempt: Callable[[], object]) -> None:
    with pytest.raises(RefusedError) as error:
        attempt()
    assert error.value.error.code == code


def test_stale_entry_that_is_legal_is_saved(desk: SampleTable, other: Writer) -> None:
    """Bo's entry waited while Ana's was written elsewhere."""
    write(desk, 1, "ones", seen=0, by=other)
    assert write(desk, 2, "ones", seen=0).count == 2


def test_stale_entry_that_is_illegal_is_refused(desk: SampleTable, other: Writer) -> None:
    write(desk, 1, "ones", seen=0, by=other)
    refused("not_your_turn", lambda: write(desk, 3, "ones", seen=0))


def test_same_players_line_was_written_first(desk: SampleTable, other: Writer) -> None:
    """In or out of turn: one turn is never written twice by two independent phones."""
    write(desk, 1, "ones", seen=0, by=other)
    for out in (False, True):
        for by in (desk.writer, other):
            with pytest.raises(StaleError):
                write(desk, 1, "twos", seen=0, by=by, out=out)
    assert write(desk, 1, "twos", seen=1, out=True).count == 2


def test_entry_taken_back_does_not_block_later_one(desk: SampleTable, other: Writer) -> None:
    write(desk, 1, "ones", seen=0, by=other)
    desk.void(1)
    assert write(desk, 1, "twos", seen=0).count == 3


def test_own_lines_ahead_are_no_others(desk: SampleTable) -> None:
    """A round for all three, and the next one begun, before any response."""
    for ahead, (player, box) in enumerate([(1, "ones"), (2, "ones"), (3, "ones"), (1, "twos")]):
        assert write(desk, player, box, seen=0, ahead=ahead).count == ahead + 1


def test_own_waiting_entries_hide_no_foreign_entry(desk: SampleTable, other: Writer) -> None:
    """Ana's and Bo's entries waited; Bo's, written elsewhere meanwhile, is not written again."""
    write(desk, 1, "ones", seen=0, by=other)
    write(desk, 2, "ones", seen=1, by=other)
    write(desk, 3, "ones", seen=0)
    with pytest.raises(StaleError):
        write(desk, 2, "twos", seen=0, ahead=1)


def test_own_lines_ahead_are_limited_to_those_sent(desk: SampleTable) -> None:
    """The same phone in two windows: entries of the other window were not ahead of this one."""
    write(desk, 1, "ones", seen=0)
    with pytest.raises(StaleError):
        write(desk, 1, "twos", seen=0, out=True)


def test_another_phone_of_same_person_is_another(desk: SampleTable) -> None:
    twin = Writer(desk.writer.person, Device.objects.create(person=desk.writer.person).pk)
    write(desk, 1, "ones", seen=0, by=twin)
    with pytest.raises(StaleError):
        write(desk, 1, "twos", seen=0, ahead=1, out=True)


def test_line_ahead_was_refused(desk: SampleTable) -> None:
    """The one behind it claims more than there is: it is tried as well."""
    refused("not_your_turn", lambda: write(desk, 2, "ones", seen=0))
    assert write(desk, 1, "ones", seen=0, ahead=1).count == 1


def test_correction_behind_own_lines(desk: SampleTable, other: Writer) -> None:
    write(desk, 1, "ones", seen=0)
    who = desk.writer

    def amend(seen: int, ahead: int) -> Table:
        write_request = WriteRequest(who.person, who.device, seen, new_key(), ahead=ahead)
        return amendments.amend(desk.address, write_request, 1, {"box": "ones", "points": 2})

    assert amend(1, 1).count == 2
    write(desk, 2, "ones", seen=2, by=other)
    for seen, ahead in [(1, 1), (2, 1), (2, 0), (3, 3), (4, 0)]:
        with pytest.raises(StaleError):
            amend(seen, ahead)


def test_round_of_whole_table() -> None:
    """Rounds are shared: a late writer has not seen the current one."""
    desk = SampleTable("forty_fives", names=["Ana", "Bo"])
    late = desk.write_request()
    desk.entry(**ROUND)
    with pytest.raises(StaleError):
        log.append(desk.address, late, [ROUND])
    assert log.append(desk.address, desk.write_request(), [ROUND]).count == 2


def test_waiting_round_is_not_written_twice() -> None:
    """It was entered offline: the next round cannot begin before this one is written."""
    desk = SampleTable("forty_fives", names=["Ana", "Bo"])
    first, second = (desk.write_request(seen=0), desk.write_request(seen=0))
    assert log.append(desk.address, first, [ROUND]).count == 1
    with pytest.raises(StaleError):
        log.append(desk.address, replace(second, seen=1, ahead=1), [ROUND])


def test_hand_follows_one_that_its_phone_sent_before_it() -> None:
    """A hand names no dealer: the phone states that it is next, after the one on the sheet."""
    desk = SampleTable("generala_cards", names=["Ana", "Bo", "Cleo"])
    second = replace(desk.write_request(seen=1), ahead=1, follows=True)
    hand = {"out": [["2"]]}
    desk.entry(out=[["1"], ["2"]])
    assert log.append(desk.address, second, [hand]).count == 2


def test_hand_is_stale_if_one_before_it_is_missing() -> None:
    """The line ahead was discarded, another phone wrote a hand: the players may differ."""
    other_hand, hand = SampleTable("generala_cards", names=["Ana", "Bo", "Cleo"]), {"out": [["1"], ["2"]]}
    late = replace(other_hand.write_request(seen=1), ahead=1, follows=True)
    writer = new_writer(other_hand.group)
    log.append(other_hand.address, other_hand.write_request(by=writer), [hand])
    with pytest.raises(StaleError):
        log.append(other_hand.address, late, [hand])


def test_resend_of_line_that_waited(desk: SampleTable, other: Writer) -> None:
    who, key = desk.writer, new_key()
    write_request = WriteRequest(who.person, who.device, 0, key)
    move = {"player": "1", "box": "ones", "strike": True}
    assert log.append(desk.address, write_request, [move]).count == 1
    write(desk, 2, "ones", seen=1, by=other)
    again = log.append(desk.address, write_request, [move])
    assert (again.count, again.wrote) == (2, 1)
