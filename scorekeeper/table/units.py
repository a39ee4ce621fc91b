"""Units that a group plays for: how many there may be, said at the field where one too many is chosen."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.ledger.limits import must_have_room, open_units
from scorekeeper.ledger.messages import stake_error_text
from scorekeeper.ledger.stake import StakeError
from scorekeeper.people.models import Group
from scorekeeper.play.models import Session

from .stake_form import THING, StakeForm


def units_in(group: Group) -> set[str]:
    """The units in which something is open in a group, or will be once a game that runs is over."""
    running = Session.objects.filter(group=group, finished=None, ended=None, removed=None)
    stakes = running.filter(stake__has_key="unit").values_list("stake__unit", flat=True)
    return open_units(group) | set(stakes.distinct())


def with_room(form: StakeForm, group: Group | None, *, may_win: bool, now: str = "") -> StakeForm:
    """A checked form; one unit too many is said at its field. `now`: the unit that is agreed already."""
    if group is None or form.errors or form.kind == "none":
        return form
    stake = form.stake(may_win=may_win)
    try:
        if stake.unit != now:
            must_have_room(stake, units_in(group))
    except StakeError as error:
        place = "thing" if form.unit == THING else "unit"
        return replace(form, errors={place: stake_error_text(error)})
    return form
