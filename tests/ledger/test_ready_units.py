"""Things offered ready: shown in the reader's language, stored by their English words."""

import pytest
from django.utils.translation import override

from scorekeeper.ledger import money
from scorekeeper.ledger.presentation import unit_name
from scorekeeper.ledger.ready_units import READY, recognised
from scorekeeper.rules import GAMES
from scorekeeper.table.stake_form import THING, known_stake, read_stake

GENERAL = GAMES["general"]


@pytest.mark.parametrize(
    ("amount", "unit", "locale", "expected"),
    [
        (1, "a beer", "en", "a beer"),
        (3, "a beer", "en", "3 beers"),
        (1, "a round of drinks", "de", "eine Runde"),
        (1250, "a round of drinks", "de", "1.250 Runden"),
        (2, "a coffee", "fr", "2 cafés"),
        (2, "an ice cream", "es", "2 helados"),
        (3, "walnut", "de", "3 × walnut"),
        (1, "walnut", "de", "walnut"),
    ],
)
def test_phrase_of_a_thing_is_translated(amount: int, unit: str, locale: str, expected: str) -> None:
    assert money.phrase(amount, unit, locale).replace("\N{NO-BREAK SPACE}", " ") == expected


@pytest.mark.parametrize("unit", READY)
def test_ready_unit_is_stored_as_chosen(unit: str) -> None:
    form = read_stake({"stake": "low_pays", "amount": "2", "unit": unit}, GENERAL)
    stake = form.stake(may_win=False)
    assert money.dump_stake(stake) == {"kind": "low_pays", "amount": "2", "unit": unit}
    again = known_stake(money.dump_stake(stake), "USD", GENERAL)
    assert (again.unit, again.thing, again.likely) == (unit, "", ("USD",))
    assert unit in dict(again.units)
    assert money.parse_unit(unit) == unit


def test_typed_words_of_a_language_are_recognised() -> None:
    with override("de"):
        form = read_stake(
            {"stake": "low_pays", "amount": "1", "unit": THING, "thing": " Ein  Bier "}, GENERAL
        )
        assert form.stake(may_win=False).unit == "a beer"
        assert recognised("Bierdeckel") == "Bierdeckel"
        assert [unit_name(unit) for unit in ("a beer", "Bierdeckel", "EUR")] == ["Bier", "Bierdeckel", "Euro"]
