"""The stored rows of one session, and its game, rules, seats and stake as read from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.ledger.money import parse_stake
from scorekeeper.ledger.stake import suited
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Game, Options, Seats

from .log_checks import Row, read


@dataclass(frozen=True, slots=True)
class SessionRows:
    """The stored rows of one session, by column.

    `projections`: what each of the `checkers` found, in their order; None before the first projection.
    """

    session: Row
    seats: Sequence[Row]
    entries: Sequence[Row]
    drafts: Sequence[Row]
    phones: Sequence[Row]
    postings: Sequence[Row] = ()
    projections: Sequence[Any] | None = ()


class SessionTerms:
    """The game, house rules, seats and stake of a session, read from its rows."""

    def __init__(self, stored_rows: SessionRows) -> None:
        self.stored_rows = stored_rows

    @property
    def game(self) -> Game[Any, Any]:
        """The rule module of the session."""
        return GAMES[self.stored_rows.session["game"]]

    def house_rules(self) -> Options:
        """The house rules in the version of the session.

        Raises SetupError.
        """
        return self.game.resolve(self.options, self.stored_rows.session["rules_version"])

    @property
    def options(self) -> Any:
        """The stored house rules, decoded."""
        return read(self.stored_rows.session["options"])

    @property
    def seats(self) -> Seats:
        """The seats for the rules, as `table.rule_seats`.

        Raises SetupError.
        """
        teams: dict[int, list[str]] = {}
        for seat in self.stored_rows.seats:
            if seat["team"] is not None:
                teams.setdefault(seat["team"], []).append(str(seat["number"]))
        dealer = next((str(seat["number"]) for seat in self.stored_rows.seats if seat["deals"]), None)
        players = tuple(str(seat["number"]) for seat in self.stored_rows.seats)
        return Seats(players, tuple(tuple(teams[team]) for team in sorted(teams)), dealer)

    def stake_of(self) -> Any:
        """The stake, None without one.

        Raises StakeError.
        """
        found = read(self.stored_rows.session["stake"])
        return suited(parse_stake(found), points=self.game.POINTS) if found else None

    def now(self) -> Mapping[str, Any]:
        """The present values of the fields that a change may set."""
        session, seats = self.stored_rows.session, self.stored_rows.seats
        return {
            "options": self.options,
            "stake": read(session["stake"]),
            "counted": bool(session["counted"]),
            "coach": bool(session["coach"]),
            "ended": session["ended"] is not None,
            "removed": session["removed"] is not None,
            "order": [seat["number"] for seat in seats],
            "teams": {str(seat["number"]): seat["team"] for seat in seats},
            "dealer": next((seat["number"] for seat in seats if seat["deals"]), None),
            "seats": {seat["number"] for seat in seats},
        }
