"""The form that changes the settings of a running game.

A name or a stake that the user did not touch is no change, so a form sent late overwrites nothing.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from scorekeeper.games.house_rules import PREFIX, HouseRules, known_rules, read_rules
from scorekeeper.ledger.money import dump_stake, parse_stake
from scorekeeper.ledger.stake import StakeError
from scorekeeper.people.models import Player
from scorekeeper.people.names import fold
from scorekeeper.play.seats import player_counts
from scorekeeper.play.session_changes import dealer_of
from scorekeeper.play.table import Table
from scorekeeper.play.write_request import normal_key

from .change_transaction import Changes
from .new_game_form import known_players, unseated
from .seating import Seating, SeatLine, name_fault, small_number, typed_name
from .stake_form import StakeForm, known_stake, read_stake, with_room

NO_STAKE = {"kind": "none"}


@dataclass(frozen=True, slots=True)
class ChangeForm:
    """The form of the change page, with its fields.

    `late`: name of a latecomer. `counted`: whether the game counts. `coach`: whether it advises.
    `errors`: by field.
    """

    table: Table
    seating: Seating
    rules: HouseRules
    stake: StakeForm
    seen: int
    key: str
    late: str = ""
    counted: bool = True
    coach: bool = False
    errors: Mapping[str, str] = field(default_factory=dict)
    opened: str = ""
    focus: str = ""

    @property
    def may_win(self) -> bool:
        """Return whether this game can be won at once."""
        return self.table.game.may_win_at_once(self.rules.options)

    @property
    def chips(self) -> list[Player]:
        """Players of the group without a seat here; empty for visitors from outside the group."""
        if not self.table.permissions.of_group:
            return []
        here = {seat.player_id for seat in self.table.seats}
        players = unseated(known_players(self.table.session.group), self.seating)
        return [player for player in players if player.pk not in here]

    @property
    def possible_sides(self) -> tuple[int, ...]:
        """The numbers of sides that these players may form."""
        return self.table.game.PARTNERSHIPS.get(len(self.seating.lines), ())

    @property
    def dealer(self) -> int | None:
        """The number of the seat that deals first; None in a game without a deal."""
        return next((line.seat for line in self.seating.lines if line.deals), None)

    @property
    def wrong(self) -> int:
        """The number of errors."""
        return len(self.errors) + len(self.stake.errors) + len(self.rules.errors)

    @property
    def is_saved(self) -> bool:
        """Return whether the table has these settings already, because the form was sent before."""
        seated = {fold(seat.player.name) for seat in self.table.seats}
        try:
            changes = replace(self, late="").changes()
        except StakeError:
            return False
        return not changes and (not self.late or fold(self.late) in seated)

    def changes(self) -> Changes:
        """Return what differs from the table.

        Call it only for a form without errors.
        """
        table, after = self.table, dict[str, Any]()
        if self.rules.options != known_rules(table.game, table.session.options).options:
            after["options"] = dict(self.rules.explicit)
        stake = dump_stake(self.stake.stake(may_win=self.may_win))
        if stake != stake_now(table):
            after["stake"] = stake
        order = [line.seat for line in self.seating.lines]
        if order != [seat.number for seat in table.seats]:
            after["order"] = order
        if self.dealer != dealer_of(table):
            after["dealer"] = self.dealer
        teams = teams_of(self.seating)
        if teams != {seat.key: seat.team for seat in table.seats}:
            after["teams"] = teams
        if self.counted != table.session.counted:
            after["counted"] = self.counted
        if self.coach != table.session.coach:
            after["coach"] = self.coach
        old = {seat.number: seat.player.name for seat in table.seats}
        names = {line.seat: line.name for line in self.seating.lines if line.name != old[line.seat]}
        return Changes(after, names, self.late)

    def checked(self) -> ChangeForm:
        """Return the form with its errors filled in."""
        known = known_players(self.table.session.group)
        errors = _name_faults(self, known)
        sides = self.seating.faults(self.possible_sides, player_counts(self.table.game)).get("sides")
        if sides and not errors:
            errors["sides"] = sides
        now = self.table.session.stake.get("unit", "")
        stake = self.stake.checked(may_win=self.may_win)
        stake = with_room(stake, self.table.session.group, may_win=self.may_win, now=now)
        return replace(self, errors=errors, stake=stake)

    def fields(self) -> list[tuple[str, str]]:
        """Return the hidden fields that send the same form again."""
        sent = [("seen", str(self.seen)), ("key", self.key), ("late", self.late)]
        sent.append(("sides", str(self.seating.sides)))
        sent.append(("counts", "yes" if self.counted else "no"))
        sent.append(("coach", "yes" if self.coach else "no"))
        old = {seat.number: seat.player.name for seat in self.table.seats}
        for line in self.seating.lines:
            sent += [
                ("seat", str(line.seat)),
                (f"name-{line.seat}", line.name),
                (f"was-{line.seat}", old[line.seat]),
            ]
            sent += [(f"side-{line.seat}", str(line.side))] if line.side else []
            sent += [("dealer", str(line.seat))] if line.deals else []
        return [*sent, *self.rules.fields(), *self.stake.fields()]


def change_form(table: Table, unit: str) -> ChangeForm:
    """Build the form from a table.

    `unit`: the likely currency where there is no stake.
    """
    dealer = dealer_of(table)
    lines = tuple(
        SeatLine(seat.player.name, seat.team or 0, seat.number, seat.number == dealer) for seat in table.seats
    )
    sides = len({seat.team for seat in table.seats} - {None})
    stake = known_stake(table.session.stake, unit, table.game)
    rules = known_rules(table.game, table.session.options)
    seating, key = Seating(lines, sides), str(uuid.uuid4())
    counted, coach = table.session.counted, table.session.coach
    return ChangeForm(table, seating, rules, stake, table.count, key, counted=counted, coach=coach)


def read_change(table: Table, form: QueryDict, unit: str) -> ChangeForm:
    """Read a posted form; fields that are missing are taken from the table."""
    fresh = change_form(table, unit)
    late = typed_name(form.get("late", ""))
    seen = form.get("seen", "")
    return replace(
        fresh,
        seating=_read_seats(table, form),
        rules=read_rules(table.game, form) if any(name.startswith(PREFIX) for name in form) else fresh.rules,
        stake=read_stake(form, table.game) if "stake" in form else fresh.stake,
        seen=small_number(seen) if seen else table.count,
        key=normal_key(form.get("key", "")) or fresh.key,
        late=late,
        counted={"yes": True, "no": False}.get(form.get("counts", ""), table.session.counted),
        coach={"yes": bool(table.game.BOXES), "no": False}.get(form.get("coach", ""), table.session.coach),
    )


def stake_now(table: Table) -> dict[str, str]:
    """Return the stake of the table as the ledger stores it."""
    return dump_stake(parse_stake(table.session.stake or NO_STAKE))


def teams_of(seating: Seating) -> dict[str, int | None]:
    """Return the side of each seat, as the log stores it."""
    return {str(line.seat): line.side if seating.sides else None for line in seating.lines}


def _read_seats(table: Table, form: QueryDict) -> Seating:
    """Read names, order and sides by seat; an unchanged name becomes the present one."""
    old = {seat.number: seat for seat in table.seats}
    sent = [small_number(text) for text in form.getlist("seat")[: 2 * len(old)]]
    order = list(dict.fromkeys(number for number in sent if number in old))
    order += [number for number in old if number not in order]
    lines = []
    for number in order:
        now = old[number].player.name
        typed = typed_name(form.get(f"name-{number}", now))
        name = now if typed == form.get(f"was-{number}") else typed
        lines.append(
            SeatLine(name, small_number(form.get(f"side-{number}", str(old[number].team or 0))), number)
        )
    sides = (
        small_number(form.get("sides", ""))
        if "sides" in form
        else len({seat.team for seat in table.seats} - {None})
    )
    sent_dealer = small_number(form.get("dealer", ""))
    dealer = sent_dealer if table.game.DEALS and sent_dealer in old else dealer_of(table)
    seating = dealt_by(Seating(tuple(lines), sides), dealer)
    return seating.with_sides(table.game.PARTNERSHIPS.get(len(lines), ()))


def dealt_by(seating: Seating, seat: int | None) -> Seating:
    """Return the seating with this seat as first dealer."""
    return replace(seating, lines=tuple(replace(line, deals=line.seat == seat) for line in seating.lines))


def _name_faults(form: ChangeForm, known: Mapping[str, Player]) -> dict[str, str]:
    """Return the errors of names by field: empty, repeated, or another player of the group."""
    own = {seat.number: fold(seat.player.name) for seat in form.table.seats}
    found: dict[str, str] = {}
    typed = [(f"name-{line.seat}", line.name) for line in form.seating.lines]
    typed += [("late", form.late)] if form.late else []
    # players of this table may swap names; the check for repeated names finds a name that its player keeps
    leaving = set(own.values())
    times = Counter(fold(name) for _field, name in typed)
    for place, name in typed:
        wrong = name_fault(name)
        if wrong:
            found[place] = wrong
        elif times[fold(name)] > 1:
            found[place] = _("Two players are called %(name)s. Add a letter to one.") % {"name": name}
        elif place != "late" and fold(name) not in leaving and fold(name) in known:
            # as typed for visitors from outside the group, who must not learn the group's spelling
            shown_name = known[fold(name)].name if form.table.permissions.of_group else name
            found[place] = _("%(name)s is another player of this group.") % {"name": shown_name}
    return found
