"""The stake of a form in words: an example of its amount, and a summary."""

from __future__ import annotations

from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorekeeper.ledger import money
from scorekeeper.ledger.messages import stake_text
from scorekeeper.ledger.money import StakeError

from .stake_form import THING, StakeForm
from .stake_terms import example_text

APART = 30


def example(form: StakeForm, players: int, sides: int, *, may_win: bool) -> str:
    """Return an example with money: "30 points apart is $0.30."; empty for an invalid stake."""
    try:
        stake = form.stake(may_win=may_win)
    except StakeError:
        return ""
    amount = money.phrase(stake.amount, stake.unit, _language()) if stake.unit else ""
    if stake.needs_points:
        total = money.phrase(stake.amount * APART, stake.unit, _language())
        return _("Lose by %(points)d points, pay %(amount)s.") % {"points": APART, "amount": total}
    if stake.kind == "ante":
        parties = sides or max(2, players)
        pot = money.show(stake.amount * parties, stake.unit, _language())
        text = (
            _("Each side puts in %(amount)s, the winners take %(pot)s.")
            if sides
            else _("Everybody puts in %(amount)s, the winner takes %(pot)s.")
        )
        return text % {"amount": amount, "pot": pot}
    return example_text(form.game, stake.kind, thing=form.unit == THING) % {"amount": amount}


def summary(form: StakeForm) -> str:
    """Return the stake for the folded heading, in the terms of the table and the result."""
    if form.kind == "none":
        return _("none, for the fun of it")
    try:
        stake = form.stake(may_win=False)
    except StakeError:
        return form.label
    return capfirst(stake_text(stake, _language(), points=form.game.POINTS))


def _language() -> str:
    return get_language() or "en"
