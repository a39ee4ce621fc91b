"""Messages of the ledger."""

from __future__ import annotations

import pytest
from django.utils.text import capfirst
from django.utils.translation import get_language, override

from scorekeeper.ledger.messages import reason_text, stake_error_text, stake_text
from scorekeeper.ledger.money import Stake, StakeError, parse_stake
from scorekeeper.ledger.settle import Reason
from tests.ledger.stake_codes import STAKE_CODES

NBSP = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("reason", "unit", "text"),
    [
        (Reason("points", 1, 62), "USD", "62 points × $0.01"),
        (Reason("pairwise", 1, 1), "USD", "1 point × $0.01"),
        (Reason("automatic_win", 500), "USD", "Automatic win: $5.00"),
        (Reason("fixed", 500), "USD", "Each loser pays $5.00"),
        (Reason("ante", 500), "USD", "$5.00 each into the pot"),
        (Reason("low_pays", 1), "drink", "Last place buys drink"),
        (Reason("low_pays", 2), "drink", f"Last place buys 2{NBSP}×{NBSP}drink"),
        (Reason("low_buys", 1), "a beer", "Last place buys a beer for everybody"),
        (Reason("low_buys", 100), "USD", "Last place pays everybody $1.00"),
        (Reason("low_pays", 5, None, ("A", "B")), "USD", "Last place pays $0.05, from A and B"),
        (
            Reason("points", 1, 13, ("B", "D"), ("A", "C")),
            "USD",
            "13 points × $0.01 = $0.13, from B and D, to A and C",
        ),
        (
            Reason("fixed", 9, None, (), ("A", "C", "E")),
            "USD",
            "Each loser pays $0.09, to A, C, and E",
        ),
    ],
)
def test_reasons_of_postings_are_described(reason: Reason, unit: str, text: str) -> None:
    assert reason_text(reason, unit, "en") == text


def test_reason_after_its_game_begins_in_lower_case() -> None:
    win = Reason("automatic_win", 500)
    assert reason_text(win, "USD", "en", after_game=True) == "automatic win: $5.00"
    assert reason_text(Reason("low_pays", 1), "a beer", "en", after_game=True) == "last place buys a beer"
    with override("de"):
        assert reason_text(win, "USD", "de", after_game=True).startswith("Sofortsieg")


def test_stake_and_its_reason_share_one_phrase() -> None:
    for kind in ("low_pays", "low_buys", "ante", "fixed"):
        for points in (True, False):
            text = stake_text(Stake(kind, 1, "a beer"), "en", points=points)
            assert reason_text(Reason(kind, 1), "a beer", "en", points=points) == capfirst(text)
    assert stake_text(Stake("low_buys", 1, "a beer"), "en", points=False) == (
        "first to drop buys a beer for everybody"
    )
    assert stake_text(Stake("none"), "en") == ""


def test_reason_speaks_one_language_and_calls_players_by_name() -> None:
    reason = Reason("fixed", 900, None, (), ("p1", "p2"))
    with override("en"):
        text = reason_text(reason, "EUR", "de_AT", {"p1": "Ana", "p2": "100%"})
        assert get_language() == "en"
    assert "€" in text
    assert "Ana und 100%" in text


def test_refusal_has_message() -> None:
    for code in STAKE_CODES:
        text = stake_error_text(StakeError(code, "amount", most=40, decimals=2, kind="pairwise", sign="."))
        assert text.endswith(".")
        assert "%" not in text


@pytest.mark.parametrize(
    ("amount", "unit", "text"),
    [
        ("0.001", "USD", "At most 2 decimals here."),
        ("0.5", "drink", "Write a whole number: this cannot be divided."),
        ("9" * 14, "USD", "The amount is too large: at most 1,000,000,000,000."),
    ],
)
def test_refusals_name_allowed_values(amount: str, unit: str, text: str) -> None:
    with pytest.raises(StakeError) as refused:
        parse_stake({"kind": "fixed", "amount": amount, "unit": unit})
    assert stake_error_text(refused.value) == text
