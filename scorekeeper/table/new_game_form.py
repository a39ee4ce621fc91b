"""The form of a new game: players, house rules, stake.

It is read from a POST or filled from the group's last games; each button of the page returns an edited copy.
Nothing is stored before the game begins.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Max
from django.http import QueryDict

from scorekeeper.games.house_rules import PREFIX, HouseRules, known_rules, read_rules
from scorekeeper.ledger.money import dump_stake
from scorekeeper.people.models import Group, Player
from scorekeeper.people.names import fold
from scorekeeper.play.matches import Length, length_named
from scorekeeper.play.models import Seat, Session
from scorekeeper.play.rematches import usual_first_player
from scorekeeper.play.seats import MOST, player_counts
from scorekeeper.play.start_session import Plan
from scorekeeper.play.write_request import sent_or_new_key
from scorekeeper.rules.contract import Game
from scorekeeper.rules.naming import PRESET

from .group_defaults import rules_of
from .seating import Seating, SeatLine, read_seating, small_number
from .stake_form import StakeForm, known_stake, read_stake, with_room

CHIPS = 24
RECENT = 20  # games searched for the last one on a printed sheet


@dataclass(frozen=True, slots=True)
class NewGameForm:
    """The form of a new game, with its fields.

    `known`: the group's players by folded name. `errors`: by field. `opened`: the section to show open. `focus`:
    the id of the element to focus. `group`: the owner of the game, None for a visitor without a group. `twin`: a
    running game of the same players, shown as a question before a second one begins. `length`: of a match.
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
    length: int = Length.SINGLE

    @property
    def possible_sides(self) -> tuple[int, ...]:
        """The numbers of sides that these players may form."""
        return self.game.PARTNERSHIPS.get(len(self.seating.lines), ())

    @property
    def player_counts(self) -> range:
        """The numbers of players allowed."""
        return player_counts(self.game)

    @property
    def may_win(self) -> bool:
        """Return whether this game can be won at once."""
        return self.game.may_win_at_once(self.rules.options)

    @property
    def chips(self) -> list[Player]:
        """Players of the group without a line in the form."""
        return unseated(self.known, self.seating)

    @property
    def wrong(self) -> int:
        """The number of errors."""
        return len(self.errors) + len(self.stake.errors) + len(self.rules.errors)

    def checked(self) -> NewGameForm:
        """Return the form with its errors filled in."""
        errors = self.seating.faults(self.possible_sides, self.player_counts)
        errors |= {} if errors else self.seating.unanswered(self.possible_sides)
        stake = with_room(self.stake.checked(may_win=self.may_win), self.group, may_win=self.may_win)
        return replace(self, errors=errors, stake=stake)

    def fields(self) -> list[tuple[str, str]]:
        """Return the hidden fields that send the same form again."""
        group_field = [("group", self.group.address)] if self.group else []
        return [
            ("key", str(self.key)),
            *group_field,
            *self.seating.fields(),
            *self.rules.fields(),
            *self.stake.fields(),
            ("length", str(self.length)),
        ]

    def plan(self) -> Plan:
        """Return the plan of the game.

        Call it only for a form without errors.
        """
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
            first_player=usual_first_player(self.group, self.game.slug),
            match=(self.length, min(self.length, 1)),
        )


def read_new_game(game: Game[Any, Any], group: Group | None, form: QueryDict) -> NewGameForm:
    """Read a posted form."""
    rules = read_rules(game, form)
    seating = read_seating(form)
    possible = game.PARTNERSHIPS.get(len(seating.lines), ())
    return NewGameForm(
        game,
        seating.with_sides(possible),
        rules,
        read_stake(form, game),
        sent_or_new_key(form.get("key", "")),
        known_players(group),
        group=group,
        length=length_named(form.get("length", ""), Length.SINGLE),
    )


def initial_new_game(game: Game[Any, Any], group: Group | None, unit: str, preset: str = "") -> NewGameForm:
    """Build the form of a GET: the group's defaults, else its last game; empty without a group.

    `unit`: the likely currency. `preset`: the printed sheet asked for, "" for any.
    """
    unit = group.currency or unit if group else unit
    seating, agreed, length = Seating(), dict(group.stake) if group else {}, int(Length.SINGLE)
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
        length = same.match_wins if same else length
    stake = known_stake(agreed, unit, game)
    stake = replace(stake, folded=stake.kind == "none")
    focus = f"name-{len(seating.lines) + 1}" if not seating.lines else ""
    rules, known, key = rules or asked, known_players(group), uuid.uuid4()
    return NewGameForm(game, seating, rules, stake, key, known, focus=focus, group=group, length=length)


def _on_sheet(rules: HouseRules | None, preset: str) -> HouseRules | None:
    """Return the rules if they are of this printed sheet ("": of any), else None."""
    return rules if rules and preset in ("", rules.preset) else None


def _seated_last(game: Game[Any, Any], last: Session, same: Session | None) -> Seating:
    """Return the last seating that fits: of any session, else of this game's last session."""
    allowed = player_counts(game)
    played = _seats(last)
    before = played if same is None or same == last else _seats(same)
    if len(played) not in allowed:
        played = before
    lines = tuple(SeatLine(name) for name, _team in played[: allowed[-1]])
    teams = dict(before if {name for name, _team in before} == {name for name, _team in played} else played)
    return _with_teams(Seating(lines), teams, game.PARTNERSHIPS.get(len(lines), ()))


def _with_teams(seating: Seating, teams: Mapping[str, int | None], possible: Sequence[int]) -> Seating:
    """Return the seating with the sides of `teams`, if the game allows so many of that size."""
    numbers = sorted({team for team in teams.values() if team is not None})
    sided = tuple(
        replace(line, side=numbers.index(team) + 1 if (team := teams.get(line.name)) is not None else 0)
        for line in seating.lines
    )
    before = replace(seating, lines=sided, sides=len(numbers))
    return seating if len(numbers) not in possible or before.faults(possible, range(1, MOST + 1)) else before


def _seats(session: Session) -> list[tuple[str, int | None]]:
    """Return the names in order of play, each with its team."""
    seats = Seat.objects.filter(session=session, player__left_at=None).order_by("position", "number")
    return list(seats.values_list("player__name", "team"))


def edited(form: NewGameForm, pressed: QueryDict) -> NewGameForm:
    """Return the form after a button other than start: move, remove, add, printed rules, steps."""
    if "printed" in pressed:
        return replace(form, rules=form.rules.printed(), opened="rules")
    if "rule-step" in pressed:
        return replace(form, rules=form.rules.stepped(pressed.get("rule-step", "")), opened="rules")
    if "step" in pressed:
        return replace(form, stake=form.stake.stepped(-1 if pressed["step"] == "-1" else 1))
    return _reseated(form, pressed)


def _reseated(form: NewGameForm, pressed: QueryDict) -> NewGameForm:
    """Return the form after a button of the list of players."""
    seating, count = form.seating, len(form.seating.lines)
    if "up" in pressed:
        number = small_number(pressed.get("up", ""))
        return replace(form, seating=seating.moved_up(number), focus=f"up-{max(2, number - 1)}")
    if "out" in pressed:
        number = small_number(pressed.get("out", ""))
        return replace(form, seating=seating.without(number), focus=f"name-{count}")
    if "partners" in pressed:
        return replace(form, seating=seating.with_other_partners(form.possible_sides))
    if "seat" in pressed:
        return _seated(form, small_number(pressed.get("seat", "")))
    return replace(form, focus=f"name-{count + 1}") if pressed.get("do") == "next" else form


def known_players(group: Group | None) -> dict[str, Player]:
    """Return the group's players by folded name, the last who played first."""
    if group is None:
        return {}
    players = (
        group.players.filter(merged_into=None)
        .annotate(last=Max("seats__session__started"))
        .order_by("-last", "name")
    )
    return {player.folded_name: player for player in players}


def unseated(known: Mapping[str, Player], seating: Seating) -> list[Player]:
    """Return the players without a line who are still in the group, the last who played first."""
    seated = {fold(name) for name in seating.names}
    return [player for folded, player in known.items() if folded not in seated and not player.left_at][:CHIPS]


def _seated(form: NewGameForm, number: int) -> NewGameForm:
    """Return the form with a player of the group added."""
    player = next((player for player in form.chips if player.pk == number), None)
    if player is None or len(form.seating.lines) >= form.player_counts[-1]:
        return form
    return replace(form, seating=form.seating.added(player.name))
