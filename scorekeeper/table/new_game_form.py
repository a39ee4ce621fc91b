"""The set-up of a new game as one form: who plays, by which house rules, for what.

It is read from what was sent or made from what the group played last; every button of the page makes another
one of it. Nothing is stored before the game begins.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Max
from django.http import QueryDict

from scorekeeper.games.house_rules import PREFIX, HouseRules, known_rules, read_rules
from scorekeeper.games.query import new_or_sent
from scorekeeper.ledger.money import dump_stake
from scorekeeper.people.models import Group, Player
from scorekeeper.people.names import fold
from scorekeeper.play.begin import Plan
from scorekeeper.play.models import Seat, Session
from scorekeeper.play.seats import MOST, places
from scorekeeper.rules.contract import Game
from scorekeeper.rules.naming import PRESET

from .group_defaults import rules_of
from .seating import Line, Seating, read_seating, small_number
from .stake_form import StakeForm, known_stake, read_stake, with_room

CHIPS = 24
RECENT = 20  # games among which the last one on a sheet is looked for


@dataclass(frozen=True, slots=True)
class NewGameForm:
    """The form. `known`: the group's players by folded name. `errors`: by field. `opened`: the part to show open.

    `focus`: the id of the element where the writer goes on. `group`: whose game it will be, None for a stranger.
    `twin`: a running game of the same people, shown as a question before a second one begins.
    """

    game: Game[Any, Any]
    seating: Seating
    rules: HouseRules
    stake: StakeForm
    key: uuid.UUID
    known: Mapping[str, Player] = field(default_factory=dict)
    errors: Mapping[str, str] = field(default_factory=dict)
    opened: str = ""
    focus: str = ""
    group: Group | None = None
    twin: Session | None = None

    @property
    def possible_sides(self) -> tuple[int, ...]:
        """How many sides so many players may form."""
        return self.game.PARTNERSHIPS.get(len(self.seating.lines), ())

    @property
    def places(self) -> range:
        """How many may play."""
        return places(self.game)

    @property
    def may_win(self) -> bool:
        """Whether this game can be won at once."""
        return self.game.may_win_at_once(self.rules.options)

    @property
    def chips(self) -> list[Player]:
        """The group's players who are not seated."""
        return unseated(self.known, self.seating)

    @property
    def wrong(self) -> int:
        """How many things need another look."""
        return len(self.errors) + len(self.stake.errors) + len(self.rules.errors)

    def checked(self) -> NewGameForm:
        """The form with what is wrong said at each field."""
        errors = self.seating.faults(self.possible_sides, self.places)
        errors |= {} if errors else self.seating.unasked(self.possible_sides)
        stake = with_room(self.stake.checked(may_win=self.may_win), self.group, may_win=self.may_win)
        return replace(self, errors=errors, stake=stake)

    def fields(self) -> list[tuple[str, str]]:
        """The fields that would send the same form again."""
        whose = [("group", self.group.address)] if self.group else []
        return [
            ("key", str(self.key)),
            *whose,
            *self.seating.fields(),
            *self.rules.fields(),
            *self.stake.fields(),
        ]

    def plan(self) -> Plan:
        """What is to begin. Only for a form without faults."""
        stake = self.stake.stake(may_win=self.may_win)
        return Plan(
            self.game.slug,
            tuple(self.seating.names),
            tuple(self.seating.teams),
            self.rules.explicit,
            dump_stake(stake),
            self.key,
            dealer=self.seating.dealer if self.game.DEALS else None,
            group=self.group,
        )


def read_new_game(game: Game[Any, Any], group: Group | None, form: QueryDict) -> NewGameForm:
    """The form as it was sent."""
    rules = read_rules(game, form)
    seating = read_seating(form)
    possible = game.PARTNERSHIPS.get(len(seating.lines), ())
    return NewGameForm(
        game,
        seating.with_sides(possible),
        rules,
        read_stake(form, game),
        new_or_sent(form.get("key", "")),
        known_players(group),
        group=group,
    )


def initial_new_game(game: Game[Any, Any], group: Group | None, unit: str, preset: str = "") -> NewGameForm:
    """The form at first: as the group agreed, else as it played last; empty for a stranger.

    `unit`: likely money. `preset`: the printed sheet that was asked for, "" for any.
    """
    unit = group.currency or unit if group else unit
    seating, agreed = Seating(), dict(group.stake) if group else {}
    asked = read_rules(game, {PREFIX + PRESET: preset} if preset else {})
    rules = _on_sheet(rules_of(group, game), preset)
    played = Session.objects.filter(group=group, removed=None).order_by("-started")
    last = played.first() if group else None
    if last is not None:
        recent = played.filter(game=game.slug)[:RECENT]
        same = next((each for each in recent if _on_sheet(known_rules(game, each.options), preset)), None)
        seating = _seated_last(game, last, same)
        agreed = agreed or last.stake
        rules = rules or (known_rules(game, same.options) if same else None)
    stake = known_stake(agreed, unit, game)
    stake = replace(stake, folded=stake.kind == "none")
    focus = f"name-{len(seating.lines) + 1}" if not seating.lines else ""
    known = known_players(group)
    return NewGameForm(game, seating, rules or asked, stake, uuid.uuid4(), known, focus=focus, group=group)


def _on_sheet(rules: HouseRules | None, preset: str) -> HouseRules | None:
    """Rules that are played on the printed sheet that was asked for; "": on any."""
    return rules if rules and preset in ("", rules.preset) else None


def _seated_last(game: Game[Any, Any], last: Session, same: Session | None) -> Seating:
    """Who sat here last; where so many cannot play this game, who played it last, else the first of them."""
    allowed = places(game)
    played = _seats(last)
    before = played if same is None or same == last else _seats(same)
    if len(played) not in allowed:
        played = before
    lines = tuple(Line(name) for name, _team in played[: allowed[-1]])
    teams = dict(before if {name for name, _team in before} == {name for name, _team in played} else played)
    return _with_teams(Seating(lines), teams, game.PARTNERSHIPS.get(len(lines), ()))


def _with_teams(seating: Seating, teams: Mapping[str, int | None], possible: Sequence[int]) -> Seating:
    """The sides on which these people played before, where this game has so many of that size."""
    numbers = sorted({team for team in teams.values() if team is not None})
    sided = tuple(
        replace(line, side=numbers.index(team) + 1 if (team := teams.get(line.name)) is not None else 0)
        for line in seating.lines
    )
    before = replace(seating, lines=sided, sides=len(numbers))
    return seating if len(numbers) not in possible or before.faults(possible, range(1, MOST + 1)) else before


def _seats(session: Session) -> list[tuple[str, int | None]]:
    """The names in order of play, each with its team."""
    seats = Seat.objects.filter(session=session, player__left=None).order_by("position", "number")
    return list(seats.values_list("player__name", "team"))


def edited(form: NewGameForm, pressed: QueryDict) -> NewGameForm:
    """The form after one of its buttons: up, out, a chip, the next name, as printed, a step of a number."""
    if "printed" in pressed:
        return replace(form, rules=form.rules.printed(), opened="rules")
    if "rule-step" in pressed:
        return replace(form, rules=form.rules.stepped(pressed.get("rule-step", "")), opened="rules")
    if "step" in pressed:
        return replace(form, stake=form.stake.stepped(-1 if pressed["step"] == "-1" else 1))
    return _reseated(form, pressed)


def _reseated(form: NewGameForm, pressed: QueryDict) -> NewGameForm:
    """The form after a button of the list of players."""
    seating, count = form.seating, len(form.seating.lines)
    if "up" in pressed:
        number = small_number(pressed.get("up", ""))
        return replace(form, seating=seating.moved_up(number), focus=f"up-{max(2, number - 1)}")
    if "out" in pressed:
        return replace(
            form, seating=seating.without(small_number(pressed.get("out", ""))), focus=f"name-{count}"
        )
    if "seat" in pressed:
        return _seated(form, small_number(pressed.get("seat", "")))
    return replace(form, focus=f"name-{count + 1}") if pressed.get("do") == "next" else form


def known_players(group: Group | None) -> dict[str, Player]:
    """The group's players by folded name, who played last first."""
    if group is None:
        return {}
    players = (
        group.players.filter(merged_into=None)
        .annotate(last=Max("seats__session__started"))
        .order_by("-last", "name")
    )
    return {player.folded: player for player in players}


def unseated(known: Mapping[str, Player], seating: Seating) -> list[Player]:
    """The players who are not on any line and have not left the group, those who played last first."""
    seated = {fold(name) for name in seating.names}
    return [player for folded, player in known.items() if folded not in seated and not player.left][:CHIPS]


def _seated(form: NewGameForm, number: int) -> NewGameForm:
    """A player of the group takes the next place."""
    player = next((player for player in form.chips if player.pk == number), None)
    if player is None or len(form.seating.lines) >= form.places[-1]:
        return form
    return replace(form, seating=form.seating.added(player.name))
