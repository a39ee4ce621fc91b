"""House rules and stake in the new game form: from the game's options, stored if changed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from scorekeeper.games.house_rules import HouseRules, numbers, read_rules, text_of
from scorekeeper.ledger.amount_input import plain_amount
from scorekeeper.ledger.money import likely_currency
from scorekeeper.play.models import Session
from scorekeeper.rules import GAMES
from tests.factories import SampleTable
from tests.page_forms import Page, get, press

GENERAL, YAHTZEE = "/new/general/", "/new/yahtzee/"
TWO = ["Ana", "Bo"]


def started(client: Client, page: Page, address: str, **changed: Any) -> Session:
    client.post(address, page.sent(do="start", name=TWO, **changed))
    return Session.objects.get()


# --- house rules -----------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("slug", GAMES)
def test_every_option_is_drawn_with_its_default(client: Client, slug: str) -> None:
    page = get(client, f"/new/{slug}/")
    for option in GAMES[slug].OPTIONS:
        assert page.fields[f"rule-{option.name}"] == [text_of(option.default)]
        fields = 1 if numbers(option) else len(option.values)
        assert page.text.count(f'name="rule-{option.name}"') == fields
    assert started(client, page, f"/new/{slug}/").options == {}


@pytest.mark.parametrize("slug", GAMES)
def test_every_value_comes_back_as_it_was_chosen(slug: str) -> None:
    game = GAMES[slug]
    for option in game.OPTIONS:
        for value in option.values:
            rules = read_rules(game, {f"rule-{option.name}": text_of(value.value)})
            assert rules.options[option.name] == value.value
            assert type(rules.options[option.name]) is type(value.value)
            again = read_rules(game, dict(rules.fields()))
            assert (again.options, dict(again.explicit)) == (rules.options, dict(rules.explicit))


@pytest.mark.django_db
def test_only_what_differs_is_stored(client: Client) -> None:
    page = press(client, get(client, GENERAL), GENERAL, rule__straights="basic")
    assert "Ones are not wild in straights" in page.text
    assert page.text.count('class="rule changed"') == 1
    assert started(client, page, GENERAL).options == {"straights": "basic"}


@pytest.mark.django_db
def test_rule_of_double_generala_belongs_to_it(client: Client) -> None:
    """The style sheet hides it while there is no double."""
    page = get(client, "/new/generala/").text
    assert re.findall('class="rule under"\\s+id="([^"]*)"', page) == ["rule-double_requires"]


@pytest.mark.django_db
def test_as_printed_resets_house_rules(client: Client) -> None:
    page = press(
        client, get(client, GENERAL), GENERAL, rule__straights="basic", rule__four_of_a_kind_later="30"
    )
    page = press(client, page, GENERAL, printed="1")
    assert page.fields["rule-straights"] == ["ones_wild"]
    assert 'id="house-rules" open' in page.text
    assert not any(button.get("id") == "printed" for button in page.buttons)


@pytest.mark.django_db
def test_another_preset_fills_others(client: Client) -> None:
    page = press(client, get(client, YAHTZEE), YAHTZEE, rule__preset="kniffel")
    assert (page.fields["rule-yahtzee_bonus"], page.fields["rule-joker"]) == (["0"], ["none"])
    assert page.fields["preset_shown"] == ["kniffel"]
    assert 'class="rule changed"' not in page.text
    assert started(client, page, YAHTZEE).options == {"preset": "kniffel"}


@pytest.mark.django_db
def test_preset_chosen_without_script_counts_at_start(client: Client) -> None:
    """The other rules are sent as the first preset had them, without having been chosen."""
    session = started(
        client, get(client, YAHTZEE), YAHTZEE, rule__preset="kniffel", rule__five_as_full_house="true"
    )
    assert session.options == {"preset": "kniffel", "five_as_full_house": True}


def test_chosen_option_outlives_preset() -> None:
    game = GAMES["yahtzee"]
    rules = read_rules(
        game, {"rule-preset": "kniffel", "preset_shown": "yahtzee", "rule-yahtzee_bonus": "50"}
    )
    assert rules.explicit == {"preset": "kniffel", "yahtzee_bonus": 50}
    assert rules.printed().explicit == {"preset": "kniffel"}
    back = read_rules(game, {**dict(rules.fields()), "rule-preset": "yahtzee"})
    assert back.explicit == {"yahtzee_bonus": 50}
    assert HouseRules(game).summary == "Standard rules"


@pytest.mark.django_db
@pytest.mark.parametrize("value", ["", "True", "1", "\0", "x" * 5000])
def test_value_that_no_rule_has(client: Client, value: str) -> None:
    page = press(client, get(client, GENERAL), GENERAL, do="start", name=TWO, rule__five_as_full_house=value)
    assert page.status == 422
    assert page.errors == {"rule-five_as_full_house": "Choose one of these."}
    assert page.fields["name"] == [*TWO, ""]


# --- stake -----------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ({"stake": "none"}, {"kind": "none"}),
        ({"stake": "per_point", "amount": "0,01", "unit": "USD"},
         {"kind": "per_point", "amount": "0.01", "unit": "USD"}),
        ({"stake": "per_point", "amount": " .5 ", "unit": "EUR"},
         {"kind": "per_point", "amount": "0.50", "unit": "EUR"}),
        ({"stake": "low_pays", "amount": "1", "unit": "thing", "thing": " round of  drinks "},
         {"kind": "low_pays", "amount": "1", "unit": "round of drinks"}),
        ({"stake": "more", "kind": "low_buys", "amount": "1", "unit": "thing", "thing": " a beer "},
         {"kind": "low_buys", "amount": "1", "unit": "a beer"}),
        ({"stake": "ante", "amount": "100", "unit": "JPY"}, {"kind": "ante", "amount": "100", "unit": "JPY"}),
        ({"stake": "more", "kind": "pairwise", "amount": "0.10", "unit": "EUR"},
         {"kind": "pairwise", "amount": "0.10", "unit": "EUR"}),
        ({"stake": "more", "kind": "fixed", "amount": "\u0662", "unit": "EUR"},
         {"kind": "fixed", "amount": "2.00", "unit": "EUR"}),
        ({"stake": "per_point", "amount": "0.01", "unit": "USD", "win": "5"},
         {"kind": "per_point", "amount": "0.01", "unit": "USD", "automatic_win": "5.00"}),
        ({"stake": "ante", "amount": "1", "unit": "USD", "win": "5"},
         {"kind": "ante", "amount": "1.00", "unit": "USD"}),
        ({"stake": "bribe", "amount": "1", "unit": "USD"}, {"kind": "none"}),
    ],
)  # fmt: skip
def test_stakes_are_stored_in_their_form(
    client: Client, typed: dict[str, Any], stored: dict[str, str]
) -> None:
    page = get(client, GENERAL)
    shown = {"stake_shown": typed.get("kind", typed["stake"]), "unit_shown": typed.get("unit", "USD")}
    assert started(client, page, GENERAL, **typed, **shown).stake == stored


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("typed", "field", "message"),
    [
        ({"amount": "five"}, "amount", "Write the amount in digits, such as 5 or 0.50."),
        ({"amount": "-1"}, "amount", "Write the amount in digits, such as 5 or 0.50."),
        ({"amount": "1e9"}, "amount", "Write the amount in digits, such as 5 or 0.50."),
        ({"amount": "NaN"}, "amount", "Write the amount in digits, such as 5 or 0.50."),
        ({"amount": "1.000,50"}, "amount", "Write the amount in digits, such as 5 or 0.50."),
        ({"amount": "\0"}, "amount", "Write the amount in digits, such as 5 or 0.50."),
        ({"amount": "1,000"}, "amount", "At most 2 decimals here."),
        ({"amount": "9" * 60}, "amount", "The amount is too large: at most 1,000,000,000,000."),
        ({"amount": "0"}, "amount", "For no stake choose None."),
        ({"amount": "1.5", "unit": "thing", "thing": "beer"}, "amount",
         "Write a whole number: this cannot be divided."),
        ({"amount": "1", "unit": "thing", "thing": " "}, "thing",
         "Say what is at stake, e.g. “a round of drinks”."),
        ({"amount": "1", "unit": "thing", "thing": "\u202ereeb"}, "thing",
         "Name it in at most 40 letters, such as “a round of drinks”."),
        ({"amount": "1", "unit": "thing", "thing": "x" * 41}, "thing",
         "Name it in at most 40 letters, such as “a round of drinks”."),
        ({"amount": "1", "win": "much"}, "win", "Write the amount in digits, such as 5 or 0.50."),
    ],
)  # fmt: skip
def test_impossible_stakes_are_refused(
    client: Client, typed: dict[str, Any], field: str, message: str
) -> None:
    shown = {"stake_shown": "per_point", "unit_shown": typed.get("unit", "USD")}
    sent = {"stake": "per_point", "unit": "USD"} | typed | shown
    page = press(client, get(client, GENERAL), GENERAL, do="start", name=TWO, **sent)
    assert page.status == 422
    assert page.errors == {field: message}
    assert not Session.objects.exists()


@pytest.mark.django_db
def test_stake_preview_names_sums(client: Client) -> None:
    page = get(client, GENERAL)
    page = press(client, page, GENERAL, htmx=True, stake="per_point")
    assert "Lose by 30 points, pay $0.30." in page.text
    page = press(client, page, GENERAL, htmx=True, amount="0,05", unit="EUR")
    assert "Lose by 30 points, pay €1.50." in page.text
    page = press(client, page, GENERAL, stake="low_pays", amount="5")
    assert "Last place pays €5.00 to the winner." in page.text
    page = press(client, page, GENERAL, stake="more", kind="fixed")
    assert "Each loser pays €5.00 to the winner." in page.text
    page = press(client, page, GENERAL, stake="more", kind="low_buys")
    assert "Last place pays each of the others €5.00." in page.text
    page = press(client, page, GENERAL, stake="ante", name=["Ana", "Bo", "Cleo", "Dev"], sides="2")
    assert "Each side puts in €5.00, the winners take €10.00." in page.text


@pytest.mark.django_db
def test_new_thing_as_stake_proposes_round(client: Client) -> None:
    page = press(client, get(client, GENERAL), GENERAL, htmx=True, stake="low_pays")
    page = press(client, page, GENERAL, htmx=True, unit="thing")
    assert page.fields["thing"] == ["a round of drinks"]
    assert "Last place buys the winner a round of drinks." in page.text


@pytest.mark.django_db
def test_stake_of_one_thing_shows_no_number(client: Client) -> None:
    typed: dict[str, Any] = {
        "amount": "1",
        "unit": "thing",
        "unit_shown": "thing",
        "thing": "a round of drinks ",
    }
    page = press(client, get(client, GENERAL), GENERAL, stake="low_pays", **typed)
    assert "Last place buys the winner a round of drinks." in page.text
    assert "<small>Last place buys a round of drinks</small>" in page.text


@pytest.mark.django_db
def test_units_begin_with_last_local_and_thing() -> None:
    desk = SampleTable("general", TWO, stake={"kind": "ante", "amount": "2.00", "unit": "GBP"})
    client = desk.writer.client(headers={"Accept-Language": "en-CA"})
    options = re.findall(r'<option value="(\w+)"[^>]*>', get(client, GENERAL).text.partition('id="unit"')[2])
    assert options[:4] == ["GBP", "CAD", "thing", "EUR"]
    assert len(options) == len(set(options))
    page = press(client, get(client, GENERAL), GENERAL, unit="thing", thing="a beer")
    options = re.findall(r'<option value="(\w+)"[^>]*>', page.text.partition('id="unit"')[2])
    assert options[:3] == ["GBP", "CAD", "thing"]
    assert "£2.00 each into the pot" in get(client, desk.url()).text


@pytest.mark.django_db
def test_untouched_amount_follows_kind_and_unit(client: Client) -> None:
    page = press(client, get(client, GENERAL), GENERAL, stake="ante")
    assert page.fields["amount"] == ["1.00"]
    page = press(client, page, GENERAL, unit="JPY")
    assert page.fields["amount"] == ["1"]
    page = press(client, page, GENERAL, stake="per_point", unit="KWD")
    assert page.fields["amount"] == ["0.001"]
    page = press(client, page, GENERAL, amount="0.25")
    page = press(client, page, GENERAL, stake="ante")
    assert page.fields["amount"] == ["0.25"]


@pytest.mark.django_db
def test_steps_of_amount(client: Client) -> None:
    page = press(client, get(client, GENERAL), GENERAL, stake="per_point")
    seen = []
    for _step in range(4):
        page = press(client, page, GENERAL, step="1")
        seen += page.fields["amount"]
    for _step in range(5):
        page = press(client, page, GENERAL, step="-1")
    assert (seen, page.fields["amount"]) == (["0.02", "0.05", "0.10", "0.20"], ["0.01"])
    assert press(client, page, GENERAL, step="1", amount="many").fields["amount"] == ["many"]


@pytest.mark.django_db
def test_game_that_cannot_be_won_at_once_asks_no_sum_for_it(client: Client) -> None:
    assert 'name="win"' in get(client, GENERAL).text
    assert 'name="win"' not in get(client, "/new/yacht/").text
    never = press(client, get(client, GENERAL), GENERAL, rule__big_general_wins="never")
    assert 'name="win"' not in never.text
    session = started(client, never, GENERAL, stake="per_point", amount="1", win="50")
    assert "automatic_win" not in session.stake


@pytest.mark.parametrize(
    ("accepted", "unit"),
    [
        ("es-PR,es;q=0.8", "USD"),
        ("de-AT", "EUR"),
        ("de", "EUR"),
        ("en-GB,en", "GBP"),
        ("ja", "JPY"),
        ("fr-CM", "XAF"),
        ("", "USD"),
        ("*", "USD"),
        ("xx-YY, pt-BR;q=0.1", "BRL"),
        (";;;,,,\0" * 100, "USD"),
    ],
)
def test_offered_currencies_follow_language(accepted: str, unit: str) -> None:
    assert likely_currency(accepted) == unit


def test_typed_amounts_are_read() -> None:
    assert [plain_amount(text) for text in ("0,05", " 5 ", ",5", "\uff11", "1,2,3")] == [
        "0.05",
        "5",
        "0.5",
        "1",
        "1.2.3",
    ]
