"""Rematches: the deal passes by the rules, and finished games of an evening are counted."""

from __future__ import annotations

from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorekeeper.play import log, session_changes
from scorekeeper.play.loading import load
from scorekeeper.play.models import Session
from scorekeeper.play.permissions import Visitor
from scorekeeper.play.rematches import games_of_evening
from scorekeeper.play.table import Table
from scorekeeper.play.write_request import WriteRequest
from tests.factories import SampleTable, new_key

pytestmark = pytest.mark.django_db
THREE = ("Ana", "Bo", "Cleo")


def again(desk: SampleTable, session: Session | None = None) -> Session:
    """Press Rematch."""
    before = session or desk.session
    desk.writer.client().post(f"/table/{before.address}/rematch/")
    return Session.objects.get(rematch_of=before)


def table_of(desk: SampleTable, session: Session) -> Table:
    return load(session.address, Visitor(desk.writer.person))


def dealer(desk: SampleTable, session: Session) -> str:
    table = table_of(desk, session)
    return table.names[table.game.dealer(table.state) or ""]


def play(desk: SampleTable, session: Session, *entries: dict[str, object]) -> None:
    """Lines of a card game at a table of the evening."""
    for entry in entries:
        write_request = desk.write_request(seen=Session.objects.get(pk=session.pk).entries.count())
        log.append(session.address, write_request, [entry])


def champion(desk: SampleTable, session: Session, *order: str) -> None:
    """A game of Générala for three: the last named drops first, then the second."""
    first, second, _dropped_first = order
    play(desk, session, {"out": [[first], [second]]}, {"out": [[first]]})


# --- the dealer of the new game --------------------------------------------------------------------------


def test_forty_fives_deal_goes_on() -> None:
    desk = SampleTable("forty_fives", THREE, dealer=2, options={"target": 30})
    desk.entry(trump="H", tricks=["1"] * 5, best="1")
    assert desk.table.outcome is not None
    assert dealer(desk, again(desk)) == "Cleo"


def test_deal_passes_by_places_after_new_order() -> None:
    desk = SampleTable("forty_fives", THREE, dealer=1, options={"target": 30})
    desk.change(order=[3, 1, 2])
    desk.entry(trump="H", tricks=["1"] * 5, best="1")
    session = again(desk)
    assert list(table_of(desk, session).names.values()) == ["Cleo", "Ana", "Bo"]
    assert dealer(desk, session) == "Bo"


def test_generals_and_majors_other_one_deals() -> None:
    desk = SampleTable("generals_and_majors", THREE[:2], dealer=2)
    desk.entry(player="1", concede=True)
    session = again(desk)
    assert dealer(desk, session) == "Ana"
    assert table_of(desk, session).turn == "2"


def test_generala_who_dropped_last_deals() -> None:
    desk = SampleTable("generala_cards", THREE, dealer=3)
    champion(desk, desk.session, "1", "2", "3")
    assert desk.table.outcome is not None
    assert dealer(desk, again(desk)) == "Bo"


@pytest.mark.parametrize(("rule", "name"), [("alternate", "Ana"), ("loser", "Bo")])
def test_generala_for_two_by_house_rule(rule: str, name: str) -> None:
    desk = SampleTable("generala_cards", THREE[:2], dealer=2, options={"two_player_deal": rule})
    desk.entry(out=[["1"]])
    assert desk.table.outcome is not None
    assert dealer(desk, again(desk)) == name


def test_dice_game_has_no_dealer() -> None:
    desk = SampleTable("general", THREE)
    assert not again(desk).seats.filter(deals=True).exists()


def test_sides_rules_and_stake_stay() -> None:
    stake = {"kind": "fixed", "amount": "1.00", "unit": "EUR"}
    four = (*THREE, "Dev")
    desk = SampleTable("forty_fives", four, dealer=4, teams=(1, 2, 1, 2), options={"target": 60}, stake=stake)
    session = again(desk)
    assert list(session.seats.order_by("number").values_list("team", flat=True)) == [1, 2, 1, 2]
    assert (session.options, session.stake) == ({"target": 60}, stake)


# --- an evening ------------------------------------------------------------------------------------------


def test_evening_counts_its_finished_games() -> None:
    desk = SampleTable("generala_cards", THREE, dealer=3)
    assert games_of_evening(desk.session) == []
    champion(desk, desk.session, "1", "2", "3")
    second = again(desk)
    champion(desk, second, "2", "1", "3")
    third = again(desk, second)
    champion(desk, third, "1", "3", "2")
    fourth = again(desk, third)
    tables = games_of_evening(fourth)
    assert [table.session.pk for table in tables] == [desk.session.pk, second.pk, third.pk]
    wins = Counter(
        table.names[key] for table in tables if table.outcome is not None for key in table.outcome.winners
    )
    assert wins == {"Ana": 2, "Bo": 1}
    assert [table.session.pk for table in games_of_evening(Session.objects.get(pk=second.pk))] == [
        desk.session.pk,
        second.pk,
    ]


def test_abandoned_game_keeps_chain_and_is_not_counted() -> None:
    desk = SampleTable("generala_cards", THREE, dealer=3)
    champion(desk, desk.session, "1", "2", "3")
    second = again(desk)
    Session.objects.filter(pk=second.pk).update(ended=timezone.now())
    third = again(desk, second)
    assert [table.session.pk for table in games_of_evening(third)] == [desk.session.pk]


def test_rematch_with_other_players_starts_new_count() -> None:
    desk = SampleTable("generala_cards", THREE, dealer=3)
    champion(desk, desk.session, "1", "2", "3")
    second = again(desk)
    session_changes.seat_latecomer(
        second.address,
        desk.write_request(seen=0),
        SampleTable("crag", ("Dev",), writer=desk.writer).table.seats[0].player,
    )
    third = again(desk, second)
    assert games_of_evening(third) == []


def test_few_questions_however_long_evening() -> None:
    desk = SampleTable("generala_cards", THREE, dealer=3)
    session = desk.session
    with CaptureQueriesContext(connection) as none:
        assert games_of_evening(session) == []
    for _game in range(8):
        champion(desk, session, "1", "2", "3")
        session = again(desk, session)
    with CaptureQueriesContext(connection) as few:
        assert len(games_of_evening(session)) == 8
    assert (len(none), len(few) <= 4) == (0, True)


# --- the first player of a game without a deal -----------------------------------------------------------


def won_by_bo() -> SampleTable:
    """A game of Crag of three that Bo wins, Cleo coming last."""
    desk = SampleTable("crag", THREE)
    for box in [box.name for box in desk.table.game.BOXES if box.name != "sixes"]:
        for player in (1, 2, 3):
            desk.line(player, box)
    for player, points in ((1, 12), (2, 18), (3, 6)):
        desk.line(player, "sixes", points=points)
    return desk


@pytest.mark.parametrize(
    ("choice", "order"),
    [
        ("same", ["Ana", "Bo", "Cleo"]),
        ("next", ["Bo", "Cleo", "Ana"]),
        ("winner", ["Bo", "Cleo", "Ana"]),
        ("loser", ["Cleo", "Ana", "Bo"]),
        ("", ["Ana", "Bo", "Cleo"]),
        ("nonsense", ["Ana", "Bo", "Cleo"]),
    ],
)
def test_rematch_begins_with_chosen_player(choice: str, order: list[str]) -> None:
    desk = won_by_bo()
    desk.writer.client().post(desk.url("rematch"), {"first": choice})
    table = table_of(desk, Session.objects.get(rematch_of=desk.session))
    assert list(table.names.values()) == order


def test_choice_of_first_player_stays_for_next_rematch() -> None:
    desk = won_by_bo()
    client = desk.writer.client()
    assert '<option value="same" selected>Ana, as before</option>' in client.get(desk.url()).content.decode()
    client.post(desk.url("rematch"), {"first": "next"})
    second = Session.objects.get(rematch_of=desk.session)
    for key in ("1", "2", "3"):
        request = WriteRequest(desk.writer.person, desk.writer.device, int(key) - 1, new_key())
        log.go_home(second.address, request, key)
    assert '<option value="next" selected>' in client.get(f"/table/{second.address}/").content.decode()
    third = again(desk, second)
    assert list(table_of(desk, third).names.values()) == ["Cleo", "Ana", "Bo"]


def test_choice_of_first_player_stays_for_new_games_of_group() -> None:
    desk = won_by_bo()
    client = desk.writer.client()
    client.post(desk.url("rematch"), {"first": "loser"})
    for game, expected in (("crag", "loser"), ("yacht", "same")):
        form = {"group": desk.group.address, "name": ["Ana", "Bo"], "key": str(new_key()), "do": "start"}
        assert client.post(f"/new/{game}/", form).status_code == 303
        started = Session.objects.latest("pk")
        assert (started.game, started.group, started.first_player) == (game, desk.group, expected)


def test_game_with_deal_offers_no_first_player() -> None:
    desk = SampleTable("generala_cards", ["Ana", "Bo"], dealer=2)
    desk.entry(out=[["1"]])
    assert 'name="first"' not in desk.writer.client().get(desk.url()).content.decode()


def test_partners_stay_partners_when_another_player_begins() -> None:
    desk = SampleTable("general", ["Ana", "Bo", "Cleo", "Dev"], teams=[0, 1, 0, 1])
    desk.line(1, "fives", dice=[5] * 5, throws=1)
    desk.writer.client().post(desk.url("rematch"), {"first": "next"})
    table = table_of(desk, Session.objects.get(rematch_of=desk.session))
    sides = {frozenset(table.names[key] for key in side) for side in table.state.seats.sides}
    assert next(iter(table.names.values())) == "Bo"
    assert sides == {frozenset({"Ana", "Cleo"}), frozenset({"Bo", "Dev"})}
