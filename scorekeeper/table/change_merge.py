"""Merges a change form with changes that others wrote meanwhile."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scorekeeper.games.house_rules import known_rules
from scorekeeper.ledger.money import dump_stake
from scorekeeper.play.loading import read_entries
from scorekeeper.play.models import Entry
from scorekeeper.play.session_changes import dealer_of
from scorekeeper.play.table import Table

from .change_form import NO_STAKE, ChangeForm, change_form, dealt_by, teams_of
from .seating import Seating


def merge_change(form: ChangeForm, unit: str) -> ChangeForm:
    """Return the form with the user's changes, and everything else as the table is now."""
    table = form.table
    fresh, base = change_form(table, unit), _settings_seen(table, form.seen)
    was, now = table.game.resolve(base["options"]), table.options
    typed = form.rules.options
    chosen = {name: typed[name] if typed[name] != was[name] else now[name] for name in now}
    stake = form.stake
    if stake.kind == "none" or not stake.checked(may_win=form.may_win).errors:
        same = dump_stake(stake.stake(may_win=form.may_win)) == (base["stake"] or NO_STAKE)
        stake = fresh.stake if same else stake
    seating = form.seating
    if [line.seat for line in seating.lines] == base["order"]:
        places = {line.seat: line for line in seating.lines}
        lines = tuple(replace(places.get(line.seat, line), side=line.side) for line in fresh.seating.lines)
        seating = replace(seating, lines=lines)
    if teams_of(form.seating) != base["teams"]:
        sides = {line.seat: line.side for line in form.seating.lines}
        lines = tuple(replace(line, side=sides.get(line.seat, line.side)) for line in seating.lines)
        seating = Seating(lines, form.seating.sides)
    else:
        seating = replace(seating, sides=fresh.seating.sides)
    dealer = fresh.dealer if form.dealer == base["dealer"] else form.dealer
    seating = dealt_by(seating, dealer)
    counted = fresh.counted if form.counted == base["counted"] else form.counted
    coach = fresh.coach if form.coach == base["coach"] else form.coach
    fresh = replace(fresh, counted=counted, coach=coach)
    rules = known_rules(table.game, chosen)
    return replace(fresh, rules=rules, stake=stake, seating=seating, late=form.late)


def _settings_seen(table: Table, seen: int) -> dict[str, Any]:
    """Return the settings of the table as of its first `seen` entries."""
    found: dict[str, Any] = {
        "options": table.session.options,
        "stake": table.session.stake,
        "order": [seat.number for seat in table.seats],
        "teams": {seat.key: seat.team for seat in table.seats},
        "dealer": dealer_of(table),
        "counted": table.session.counted,
        "coach": table.session.coach,
    }
    for entry in reversed(read_entries(table.session, table.count)):
        if entry.number > seen and entry.kind == Entry.Kind.CHANGE:
            found |= {name: value for name, value in entry.data["before"].items() if name in found}
            found["order"] = [seat for seat in found["order"] if seat != entry.data["after"].get("seated")]
    return found
