"""Texts of postings: what a correction changed, and its effect on the debt."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.ledger.correction import Change, changes_text
from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.posting_texts import PostingText, lines
from scorekeeper.ledger.postings import Source, post_game
from scorekeeper.ledger.presentation import ledger_players
from scorekeeper.ledger.sums import Due

from .indebted_group import IndebtedGroup

pytestmark = pytest.mark.django_db


@pytest.fixture
def crowd() -> IndebtedGroup:
    """Ana owes Bo thirteen cents for a game of General."""
    found = IndebtedGroup()
    found.game("one", (found.ana, found.bo, 13))
    return found


def corrected(crowd: IndebtedGroup, debtor: int, creditor: int, amount: int, **changed: Any) -> PostingText:
    """Return the ledger line of a correction that changes the winnings to this."""
    source = Source(crowd.group.pk, "one", reason={"game": "general"}, changed=changed)
    post_game(source, [Due(debtor, creditor, amount, "EUR", {"game": "general"})])
    (text,) = lines(
        Posting.objects.filter(kind="correction").order_by("-pk")[:1], ledger_players(crowd.group)
    )
    return text


def change(player: int) -> dict[str, Any]:
    return {"changes": [{"player": player, "box": "threes", "from": 6, "to": 9}]}


def test_correction_posting_names_change_and_difference(crowd: IndebtedGroup) -> None:
    text = corrected(crowd, crowd.ana, crowd.bo, 10, **change(crowd.ana))
    assert text.title == "Corrected: Ana’s threes are 9, not 6"
    assert text.about == "General, Ana owes Bo €0.03 less"
    assert text.amount == "−€0.03"


def test_line_of_correction_says_how_much_more(crowd: IndebtedGroup) -> None:
    text = corrected(crowd, crowd.ana, crowd.bo, 16, **change(crowd.bo))
    assert text.title == "Corrected: Bo’s threes are 9, not 6"
    assert (text.about, text.amount) == ("General, Ana owes Bo €0.03 more", "€0.03")


def test_line_of_correction_that_turns_debt_round(crowd: IndebtedGroup) -> None:
    text = corrected(crowd, crowd.bo, crowd.ana, 5, **change(crowd.ana))
    assert text.about == "General, Bo now owes Ana €0.05"


def test_line_of_correction_without_its_changes_names_both(crowd: IndebtedGroup) -> None:
    text = corrected(crowd, crowd.ana, crowd.bo, 16)
    assert (text.title, text.about, text.amount) == ("Corrected: Ana to Bo", "General", "€0.03")


def test_changes_text_has_true_minus_signs() -> None:
    """A hyphen would be narrower than the minus of the amount beside it."""
    changes = [Change(1, -20, 15, round=3), Change(2, -10, None, round=3), Change(1, -5, -15)]
    names = {1: "Ana", 2: "Bo"}
    assert changes_text("forty_fives", changes, names) == (
        "Ana has −15, not −5; round 3: Ana 15, not −20, Bo’s −10 is taken back"
    )


def test_round_taken_back_leaves_out_players_without_points() -> None:
    changes = [Change(1, -20, None, round=20), Change(2, 0, None, round=20)]
    assert (
        changes_text("forty_fives", changes, {1: "Rosa", 2: "Marta"}) == "round 20: Rosa’s −20 is taken back"
    )
