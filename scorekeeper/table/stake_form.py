"""The stake in a form: kind, amount, and a currency or thing.

A game without points offers no stake by points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorekeeper.ledger import money
from scorekeeper.ledger.amount_input import amount_shown, plain_amount
from scorekeeper.ledger.limits import must_have_room, open_units
from scorekeeper.ledger.messages import stake_error_text
from scorekeeper.ledger.money import Stake, StakeError
from scorekeeper.ledger.ready_units import READY, one, recognised
from scorekeeper.ledger.stake import BY_POINTS, suited
from scorekeeper.people.models import Group
from scorekeeper.play.models import Session
from scorekeeper.rules.contract import Game

from .stake_terms import UNDER_MORE, automatic_win_text, key_text, kinds, label_text

THING = "thing"
LONGEST = 60
_STEPS = (1, 2, 5)


class Key(NamedTuple):
    """A kind of stake to choose."""

    value: str
    label: str
    checked: bool


@dataclass(frozen=True, slots=True)
class StakeForm:
    """The form of a stake, with its fields as typed.

    `unit`: a currency code, a thing offered ready, or `THING` with the word in `thing`. `likely`: the currencies that
    are offered first: the last one used, and the local one.
    """

    game: Game[Any, Any]
    kind: str = "none"
    amount: str = ""
    unit: str = "USD"
    thing: str = ""
    win: str = ""
    folded: bool = False
    more: bool = False
    likely: tuple[str, ...] = ()
    errors: Mapping[str, str] = field(default_factory=dict)

    @property
    def likely_field(self) -> str:
        """The likely currencies as the value of a hidden field."""
        return ",".join(self.likely)

    @property
    def tab(self) -> str:
        """The kind that is selected, "more" for a rare one."""
        return "more" if self.game.POINTS and (self.more or self.kind in UNDER_MORE) else self.kind

    @property
    def keys(self) -> list[Key]:
        """The kinds to choose from, including a stored one."""
        return [
            Key(kind, key_text(self.game, kind), kind == self.tab)
            for kind in kinds(self.game, stored=self.kind)
        ]

    @property
    def label(self) -> str:
        """The label of the amount."""
        return label_text(self.game, self.kind)

    @property
    def automatic_win_label(self) -> str:
        """The label of the amount for an automatic win."""
        return automatic_win_text(self.game)

    @property
    def others(self) -> list[Key]:
        """The kinds under "more", one of them selected."""
        chosen = self.kind if self.kind in UNDER_MORE else next(iter(UNDER_MORE))
        return [Key(kind, str(label), kind == chosen) for kind, label in UNDER_MORE.items()]

    @property
    def units(self) -> list[tuple[str, str]]:
        """The units to choose from: likely currencies, things, then all other currencies."""
        names = dict(money.currencies(get_language() or "en"))
        chosen = (self.unit,) if money.is_currency(self.unit) else ()
        first = list(dict.fromkeys([*self.likely, *(chosen if self.unit not in names else ())])) or list(
            chosen
        )
        something = (THING, _("something else"))
        rest = [(code, name) for code, name in names.items() if code not in first]
        ready = [(unit, one(unit, get_language() or "en")) for unit in READY]
        return [*((code, names.get(code, code)) for code in first), *ready, something, *rest]

    def stake(self, *, may_win: bool) -> Stake:
        """Return the stake.

        `may_win`: the game can be won at once, so an amount may be agreed for that. Raises StakeError.
        """
        if self.kind == "none":
            return Stake("none")
        suited(Stake(self.kind), points=self.game.POINTS)
        unit = recognised(" ".join(self.thing.split())) if self.unit == THING else self.unit
        data = {"kind": self.kind, "amount": plain_amount(self.amount, unit), "unit": unit}
        if self.unit != THING and not _is_offered(unit):
            raise StakeError("bad_unit", "unit", most=money.UNIT_LENGTH)
        if may_win and self.kind == "per_point" and self.win.strip():
            data["automatic_win"] = plain_amount(self.win, unit, field="automatic_win")
        return money.parse_stake(data)

    def checked(self, *, may_win: bool) -> StakeForm:
        """Return the form with its error filled in."""
        try:
            stake = self.stake(may_win=may_win)
        except StakeError as error:
            if error.field == "unit" and self.unit == THING:
                return replace(self, errors={"thing": self._thing_fault()})
            place = {"automatic_win": "win", "unit": "unit", "kind": "kind"}
            return replace(self, errors={place.get(error.field, "amount"): stake_error_text(error)})
        if self.kind != "none" and stake.amount == 0:
            return replace(self, errors={"amount": _("For no stake choose None.")})
        return self

    def _thing_fault(self) -> str:
        if not self.thing.strip():
            return _("Say what is at stake, e.g. “a round of drinks”.")
        return _("Name it in at most %(most)d letters, such as “a round of drinks”.") % {
            "most": money.UNIT_LENGTH
        }

    def fields(self) -> list[tuple[str, str]]:
        """Return the hidden fields that send the same stake again."""
        kind = _kind_under_more(self.kind)
        sent = [("stake", self.tab), ("kind", kind), ("amount", self.amount), ("unit", self.unit)]
        sent += [
            ("thing", self.thing),
            ("win", self.win),
            ("stake_shown", self.kind),
            ("unit_shown", self.unit),
            ("likely", self.likely_field),
        ]
        return sent + ([("stake_folded", "1")] if self.folded else [])

    def stepped(self, direction: int) -> StakeForm:
        """Return the form with the next round amount up or down.

        Round amounts are 1, 2, 5, 10, 20 and so on, in smallest units.
        """
        unit = self.thing if self.unit == THING else self.unit
        try:
            now = money.parse_amount(plain_amount(self.amount, unit), unit)
        except StakeError:
            return self
        steps = [step * 10**power for power in range(15) for step in _STEPS]
        if direction > 0:
            new = next((step for step in steps if step > now), now)
        else:
            new = next((step for step in reversed(steps) if step < now), now)
        return replace(self, amount=amount_shown(new, unit))


def read_stake(form: Mapping[str, str], game: Game[Any, Any]) -> StakeForm:
    """Read the stake from a form; a new kind or unit proposes its amount, and a thing its name."""
    tab = form.get("stake", "none")
    more = tab == "more"
    kind = _kind_under_more(form.get("kind", "")) if more else tab if tab in money.KINDS else "none"
    unit = form.get("unit", "USD")
    if unit != THING and not _is_offered(unit):
        unit = "USD"
    amount = form.get("amount", "")[:LONGEST]
    shown = form.get("stake_shown", ""), form.get("unit_shown", "")
    if shown != (kind, unit) and amount in ("", usual_amount(*shown)):
        amount = usual_amount(kind, unit)
    folded = "stake_folded" in form
    thing, win = form.get("thing", "")[:LONGEST], form.get("win", "")[:LONGEST]
    if unit == THING and shown[1] not in ("", THING) and not thing:
        thing = _("a round of drinks")
    likely = tuple(code for code in form.get("likely", "").split(",")[:2] if money.is_currency(code))
    return StakeForm(game, kind, amount, unit, thing, win, folded, more, likely)


def _is_offered(unit: str) -> bool:
    """Return whether a unit is in the list: a currency or a thing offered ready."""
    return unit in READY or money.is_currency(unit)


def _kind_under_more(kind: str) -> str:
    return kind if kind in UNDER_MORE else next(iter(UNDER_MORE))


def known_stake(data: Mapping[str, Any], unit: str, game: Game[Any, Any]) -> StakeForm:
    """Build the form of a stored stake.

    `unit`: used where the stake has none. A stake that this game cannot settle becomes none.
    """
    try:
        stake = suited(money.parse_stake(dict(data) or {"kind": "none"}), points=game.POINTS)
    except StakeError:
        stake = Stake("none")
    if stake.kind == "none":
        return StakeForm(game, "none", usual_amount("none", unit), unit, likely=(unit,))
    chosen = stake.unit if _is_offered(stake.unit) else THING
    thing = stake.unit if chosen == THING else ""
    win = "" if stake.automatic_win is None else amount_shown(stake.automatic_win, stake.unit)
    likely = tuple(dict.fromkeys(code for code in (stake.unit, unit) if money.is_currency(code)))
    amount = amount_shown(stake.amount, stake.unit)
    return StakeForm(game, stake.kind, amount, chosen, thing, win, likely=likely)


def usual_amount(kind: str, unit: str) -> str:
    """Return the proposed amount: the smallest coin per point, else one whole unit."""
    small = kind in (*BY_POINTS, "none", "")
    return amount_shown(1 if small or unit == THING else 10 ** money.decimals(unit), unit)


def units_in(group: Group) -> set[str]:
    """Return the units with open debts in a group, now or when its running games end."""
    running = Session.objects.filter(group=group, finished=None, ended=None, removed=None)
    stakes = running.filter(stake__has_key="unit").values_list("stake__unit", flat=True)
    return open_units(group) | set(stakes.distinct())


def with_room(form: StakeForm, group: Group | None, *, may_win: bool, now: str = "") -> StakeForm:
    """Return a checked form with an error if the group would have one unit too many.

    `now`: the unit of the present stake, which is always allowed.
    """
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
