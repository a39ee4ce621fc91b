"""Check the stored rows of one session against its log.

Works on rows without a database. Unexpected values are reported as faults and never raise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.ledger.settle import Transfer, settle
from scorekeeper.ledger.stake import StakeError
from scorekeeper.ledger.sums import Due, net
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Outcome, RuleError

from .hooks import Reading, checkers
from .imported_results import imported_faults, imported_outcome
from .log_checks import Fault, Log, log_faults, of_kind, read
from .matches import Length
from .models import Session
from .replay import BrokenLineError, ReplayedGame, current_lines, replay_lines
from .session_rows import SessionRows, SessionTerms
from .settlement import dues

__all__ = ["Fault", "SessionRows", "faults_of"]


def faults_of(stored_rows: SessionRows) -> list[Fault]:
    """All faults of one session in order of discovery.

    An unexpected exception of a check is the last fault.
    """
    found: list[Fault] = []
    try:
        found.extend(_Check(stored_rows).faults())
    except Exception as error:
        found.append(Fault(str(stored_rows.session["address"]), None, is_unreadable(error), "unreadable"))
    return found


def is_unreadable(error: Exception) -> str:
    """The description of an unexpected exception."""
    return f"it cannot be looked at: {type(error).__name__}"


class _Check(SessionTerms):
    """The checks of one session."""

    def __init__(self, stored_rows: SessionRows) -> None:
        super().__init__(stored_rows)
        self.address = str(stored_rows.session["address"])
        self.log = Log(self.address, stored_rows.entries)

    def fault(self, what: str, entry: int | None = None) -> Fault:
        return Fault(self.address, entry, what)

    def faults(self) -> Iterator[Fault]:
        """Check the rows first, and the game only if the rows can be read."""
        before = [
            *of_kind("rules", self.session_faults()),
            *of_kind("access", self.access_faults()),
            *of_kind("seats", self.seat_faults()),
        ]
        yield from before
        in_log = list(log_faults(self.log, self.now()))
        yield from in_log
        yield from of_kind("drafts", self.draft_faults())
        yield from of_kind("access", self.phone_faults())
        if not before and self.log.readable:
            yield from self.result_faults()

    # --- the session and its seats ---

    def session_faults(self) -> Iterator[Fault]:
        session = self.stored_rows.session
        if session["game"] not in GAMES:
            yield self.fault(f"the game {session['game']!r} is not known")
            return
        for name in ("options", "stake"):
            if not isinstance(read(session[name]), dict):
                yield self.fault(f"its {name} cannot be read")
                return
        if session["rules_version"] > self.game.version:
            yield self.fault(
                f"its rules are version {session['rules_version']}, known is {self.game.version}"
            )
        try:
            self.house_rules()
        except RuleError as error:
            yield self.fault(f"its house rules are refused: {error.code}")
        try:
            self.stake_of()
        except StakeError as error:
            yield self.fault(f"its stake is refused: {error.code}")

    def access_faults(self) -> Iterator[Fault]:
        """Check the permission to write, the match, the link, the host and the code."""
        session = self.stored_rows.session
        if session["writers"] not in Session.Writers.values:
            yield self.fault(f"its permission to write is {session['writers']!r}")
        if session["match_wins"] not in Length.values or (session["match_game"] > 0) != (
            session["match_wins"] > 0
        ):
            yield self.fault(f"it is game {session['match_game']} of a match to {session['match_wins']} wins")
        if session["link"] < 1:
            yield self.fault(f"its link is of generation {session['link']}")
        if not session["host_is_there"]:
            yield self.fault("its host has no access to it")
        if (session["code"] is None) != (session["joining"] is None):
            yield self.fault("it has a join code without an expiry, or an expiry without a code")

    def seat_faults(self) -> Iterator[Fault]:
        seats = self.stored_rows.seats
        for column in ("number", "position", "player_id"):
            if len({seat[column] for seat in seats}) < len(seats):
                yield self.fault(f"two seats have one {column.removesuffix('_id')}")
        if sorted(seat["position"] for seat in seats) != list(range(len(seats))):
            yield self.fault("the order of its seats has a gap")
        for seat in seats:
            if seat["player_group"] != self.stored_rows.session["group_id"]:
                yield self.fault(f"seat {seat['number']} holds a player of another group")
            if seat["player_merged"] is not None:
                yield self.fault(f"seat {seat['number']} holds a player who was merged into another")
        if self.stored_rows.session["game"] in GAMES and isinstance(self.options, dict):
            try:
                self.game.start(self.house_rules(), self.seats)
            except RuleError as error:
                yield self.fault(f"this seating is not possible: {error.code}")

    # --- drafts and phones ---

    def draft_faults(self) -> Iterator[Fault]:
        for draft in self.stored_rows.drafts:
            line, data = draft["line"], read(draft["data"])
            if line and line not in self.log.appended:
                yield self.fault(f"a draft is for line {line}, which was never written")
            if not isinstance(data, dict) or not isinstance(data.get("entry", {}), dict):
                yield self.fault(f"the draft for line {line} cannot be read")

    def phone_faults(self) -> Iterator[Fault]:
        for phone in self.stored_rows.phones:
            if phone["seat_id"] is not None and phone["seat_session"] != self.stored_rows.session["id"]:
                yield self.fault(f"phone {phone['id']} has a seat at another table")
            if phone["wanted_id"] is not None and phone["wanted_session"] != self.stored_rows.session["id"]:
                yield self.fault(f"phone {phone['id']} asks for a seat at another table")

    # --- the result ---

    def result_faults(self) -> Iterator[Fault]:
        replayed = self.replayed()
        if isinstance(replayed, Fault):
            yield from of_kind("line", [replayed])
            return
        if read(self.stored_rows.session["given"]) is not None:
            yield from of_kind("totals", self.imported_faults(replayed))
            return
        outcome = self.game.outcome(replayed.state)
        if (outcome is not None) != (self.stored_rows.session["finished"] is not None):
            what = "is marked as over and is not" if outcome is None else "is over and not marked as over"
            yield from of_kind("over", [self.fault(what)])
        yield from of_kind("totals", self.total_faults(replayed, outcome))
        if outcome is not None:
            yield from of_kind("money", self.settlement_faults(outcome))
        gone = self.stored_rows.session["ended"] or self.stored_rows.session["removed"]
        yield from self.ledger_faults(None if gone else outcome)
        yield from self.projection_faults(replayed, outcome)

    def imported_faults(self, replayed: ReplayedGame) -> Iterator[Fault]:
        """Imported totals have no lines and no postings."""
        given, seats = read(self.stored_rows.session["given"]), self.seats.players
        if replayed.lines:
            yield self.fault("it has imported totals and lines too")
        if self.stored_rows.session["finished"] is None:
            yield self.fault("it has imported totals but is not over")
        what = imported_faults(given, seats, has_points=self.game.POINTS)
        if what is not None:
            yield self.fault(what)
            return
        yield from self.ledger_faults(None)
        yield from self.projection_faults(
            replayed, imported_outcome(given, seats, has_points=self.game.POINTS)
        )

    def replayed(self) -> ReplayedGame | Fault:
        lines = current_lines(self.log.stored)
        try:
            return replay_lines(self.game, self.house_rules(), self.seats, lines)
        except BrokenLineError as broken:
            return self.fault(f"the rules refuse this line: {broken.error.code}", broken.line.latest.number)

    def total_faults(self, replayed: ReplayedGame, outcome: Outcome | None) -> Iterator[Fault]:
        """Sheet, scores and outcome are computed separately and must agree."""
        scores, sheet = self.game.scores(replayed.state), self.game.sheet(replayed.state)
        shown = dict(zip(sheet.players, sheet.totals, strict=True))
        for player, score in scores.items():
            if shown.get(player) != score:
                yield self.fault(f"player {player} has {score} and the sheet shows {shown.get(player)}")
        if outcome is not None and dict(outcome.scores) != scores:
            yield self.fault("the result is not what the sheet adds up to")

    def settlement_faults(self, outcome: Outcome) -> Iterator[Fault]:
        stake = self.stake_of()
        for what in unbalanced(settle(stake, outcome) if stake else (), self.seats.players):
            yield self.fault(what)

    def ledger_faults(self, outcome: Outcome | None) -> Iterator[Fault]:
        """The sum of all postings of a game must be what it owes now."""
        return of_kind("money", self._ledger_faults(outcome))

    def _ledger_faults(self, outcome: Outcome | None) -> Iterator[Fault]:
        if any(row["group_id"] != self.stored_rows.session["group_id"] for row in self.stored_rows.postings):
            yield self.fault("another group's ledger names it")
        players = {str(seat["number"]): seat["player_id"] for seat in self.stored_rows.seats}
        rows = (
            Due(row["debtor_id"], row["creditor_id"], row["amount"], row["unit"])
            for row in self.stored_rows.postings
        )
        posted, owed = (
            net(rows),
            net(dues(self.game.slug, read(self.stored_rows.session["stake"]), players, outcome)),
        )
        for one, other, unit in sorted(posted.keys() | owed.keys()):
            said, due = (each.get((one, other, unit), 0) for each in (posted, owed))
            if said != due:
                yield self.fault(
                    f"player {one} owes player {other} {due} ({unit}) by it, and {said} by the ledger"
                )

    def projection_faults(self, replayed: ReplayedGame, outcome: Outcome | None) -> Iterator[Fault]:
        """Compare what other rooms store about the session."""
        if self.stored_rows.projections is None:
            return
        session, seats, options = self.stored_rows.session, self.stored_rows.seats, self.house_rules()
        reading = Reading(session, seats, self.game, options, replayed, outcome)
        for checker, projection in zip(checkers, self.stored_rows.projections, strict=True):
            for what in checker.faults(reading, projection):
                yield from of_kind("results", [self.fault(what)])


def unbalanced(transfers: Sequence[Transfer], players: Sequence[str]) -> Iterator[str]:
    """The faults of a settlement.

    Amounts must be positive whole numbers between two different players.
    """
    for each in transfers:
        if type(each.amount) is not int or each.amount < 1:
            yield f"player {each.payer} is to pay {each.amount!r}"
        elif each.payer == each.payee or not {each.payer, each.payee} <= set(players):
            yield f"player {each.payer} is to pay player {each.payee}"
