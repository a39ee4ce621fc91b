"""Defaults of a group: new games begin with them, rematches do not."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.people.models import Group
from scorekeeper.play.models import Session
from scorekeeper.rules import GAMES
from scorekeeper.table.group_defaults import save_defaults, save_rules
from scorekeeper.table.new_game_form import initial_new_game
from tests.factories import SampleTable, hidden, new_writer

pytestmark = pytest.mark.django_db

GENERALA = GAMES["generala"]
STAKE = {"kind": "fixed", "amount": "2", "unit": "EUR"}


@pytest.fixture
def desk() -> SampleTable:
    """Return a last game: Generala with other rules and another stake than the defaults."""
    return SampleTable(
        "generala",
        ["Ana", "Bo"],
        options={"generala_points": 60},
        stake={"kind": "per_point", "amount": "0.05", "unit": "USD"},
    )


def page(desk: SampleTable) -> str:
    return reverse("group_defaults", args=[desk.group.address])


def fresh(desk: SampleTable) -> Group:
    return Group.objects.get(pk=desk.group.pk)


def test_game_without_defaults_starts_as_last_one(desk: SampleTable) -> None:
    form = initial_new_game(GENERALA, fresh(desk), "GBP")
    assert dict(form.rules.explicit) == {"generala_points": 60}
    assert (form.stake.kind, form.stake.unit) == ("per_point", "USD")


def test_defaults_precede_last_game(desk: SampleTable) -> None:
    save_rules(desk.group, "generala", {})
    save_defaults(desk.group, STAKE, "EUR", "")
    form = initial_new_game(GENERALA, fresh(desk), "GBP")
    assert dict(form.rules.explicit) == {}
    assert (form.stake.kind, form.stake.amount, form.stake.unit) == ("fixed", "2.00", "EUR")
    assert [line.name for line in form.seating.lines] == ["Ana", "Bo"]
    # another game has the stake and no rules of its own
    other = initial_new_game(GAMES["general"], fresh(desk), "GBP")
    assert (other.stake.kind, dict(other.rules.explicit)) == ("fixed", {})


def test_currency_is_offered_without_stake(desk: SampleTable) -> None:
    save_defaults(desk.group, {}, "CHF", "")
    Session.objects.update(stake={})
    assert initial_new_game(GENERALA, fresh(desk), "GBP").stake.unit == "CHF"


def test_stake_that_game_cannot_settle_is_none(desk: SampleTable) -> None:
    save_defaults(desk.group, {"kind": "per_point", "amount": "0.05", "unit": "EUR"}, "", "")
    pointless = next(game for game in GAMES.values() if not game.POINTS)
    assert initial_new_game(pointless, fresh(desk), "GBP").stake.kind == "none"


@pytest.mark.parametrize("value", ["save-rules", "keep-rules"])
def test_house_rules_are_saved_from_new_game_form(desk: SampleTable, value: str) -> None:
    client = desk.writer.client()
    address = reverse("new_game", args=["generala"])
    first = client.get(address).text
    assert "Save these as our house rules" in first
    sent = hidden(first) | {"rule-generala_points": "60", "do": value}
    answer = client.post(address, sent)
    assert answer.status_code == 200
    assert fresh(desk).house_rules == {"generala": {"generala_points": 60}}
    assert "These are your own house rules" in answer.text
    assert "Save these as our house rules" not in answer.text
    assert Session.objects.count() == 1


def test_defaults_are_not_offered_to_guests_or_running_games(client: Any, desk: SampleTable) -> None:
    assert "our house rules" not in client.get(reverse("new_game", args=["generala"])).text
    assert "our house rules" not in desk.writer.client().get(desk.url("change")).text


def test_rematch_copies_last_game(desk: SampleTable) -> None:
    save_rules(desk.group, "generala", {})
    save_defaults(desk.group, STAKE, "EUR", "")
    desk.writer.client().post(desk.url("rematch"))
    again = Session.objects.latest("pk")
    assert (again.options, again.stake) == (desk.session.options, desk.session.stake)


def test_group_defaults_are_saved_and_forgotten(desk: SampleTable) -> None:
    client = desk.writer.client()
    save_rules(desk.group, "generala", {"generala_points": 60})
    form = {
        "stake": "more",
        "kind": "fixed",
        "amount": "2,00",
        "unit": "EUR",
        "currency": "EUR",
        "language": "de",
    }
    assert client.post(page(desk), form).status_code == 303
    group = fresh(desk)
    assert (group.stake, group.currency, group.language) == (STAKE | {"amount": "2.00"}, "EUR", "de")
    shown = client.get(page(desk)).text
    assert 'value="EUR" selected' in shown
    assert 'value="de" lang="de" selected' in shown
    assert client.post(page(desk), {"forget": "generala"}).status_code == 303
    assert fresh(desk).house_rules == {}
    client.post(page(desk), {"stake": "none", "currency": "", "language": ""})
    group = fresh(desk)
    assert (group.stake, group.currency, group.language) == ({}, "", "")


@pytest.mark.parametrize(
    "odd",
    [
        {"stake": "more", "kind": "fixed", "amount": "much", "unit": "EUR"},
        {"stake": "more", "kind": "fixed", "amount": "0", "unit": "EUR"},
        {"stake": "more", "kind": "fixed", "amount": "1", "unit": "thing", "thing": ""},
    ],
)
def test_invalid_stake_is_refused_at_its_field(desk: SampleTable, odd: dict[str, str]) -> None:
    answer = desk.writer.client().post(page(desk), odd)
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in answer.text
    assert f'value="{odd["amount"]}"' in answer.text
    assert fresh(desk).stake == {}


def test_impossible_default_is_ignored(desk: SampleTable) -> None:
    client = desk.writer.client()
    client.post(page(desk), {"stake": "none", "currency": "XXX", "language": "tlh"})
    group = fresh(desk)
    assert (group.currency, group.language) == ("", "")
    assert client.post(page(desk), {"forget": "chess"}).status_code == 404


def test_odd_rules_in_database_are_none(desk: SampleTable) -> None:
    Group.objects.update(house_rules={"generala": {"no_such_rule": 1}, "chess": {}, "general": "odd"})
    client = desk.writer.client()
    assert client.get(page(desk)).status_code == 200
    for game in ("generala", "general"):
        assert client.get(reverse("new_game", args=[game])).status_code == 200


def test_texts_are_shared_in_language_of_group() -> None:
    desk = SampleTable("general", ["Ana", "Bo"], stake=STAKE)
    desk.line(1, "fives", dice=[5] * 5, throws=1)
    assert "Ana gets" in desk.writer.client().get(desk.url()).text
    save_defaults(desk.group, {}, "", "de")
    shown = desk.writer.client().get(desk.url(), headers={"Accept-Language": "en"}).text
    assert "Ana gets" not in shown.partition("data-text")[2][:300]
    assert "Ana bekommt" in shown


def test_another_group_keeps_its_own(desk: SampleTable) -> None:
    save_defaults(desk.group, STAKE, "EUR", "")
    other = new_writer()
    assert other.client().get(page(desk)).status_code == 404
    assert Group.objects.get(member__person=other.person).stake == {}


def test_saved_house_rules_are_named_by_their_sheet(desk: SampleTable) -> None:
    client = desk.writer.client()
    address = page(desk)
    assert "Yahtzee / Kniffel" in client.get(address).text
    save_rules(desk.group, "yahtzee", {"preset": "kniffel"})
    text = client.get(address).text
    assert "Reset the house rules of Kniffel" in text
    assert "of Yahtzee" not in text
