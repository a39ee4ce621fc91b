"""Reference implementation of the log: the valid entries after any history.

Nothing is shared with the code under test. The sheet is that of `tests.rules`; here is what it does not know: which
entries are valid, and what is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from typing import Any

from scorekeeper.rules import GAMES
from tests.rules.dice_sheet import reference_sheet
from tests.rules.dice_sheet.reference import ReferenceColumn, alike, boxes, score

Move = dict[str, Any]
Debt = tuple[str, str, str]  # debtor, creditor, unit
KEPT = ("player", "out_of_turn", "note")
MOST_CHAINED = 4  # entries that take back one another
SMALLEST = {"USD": 100, "drink": 1}


@dataclass(frozen=True)
class Written:
    """An entry as it was written. `about`: the number of another entry."""

    kind: str
    moves: tuple[Move, ...] = ()
    about: int = 0


@dataclass
class ReferenceState:
    """The current state: sheets, a winner, and where the history breaks, if it does."""

    pads: dict[str, ReferenceColumn]
    winner: str | None = None
    ordered: bool = True
    broken: int | None = None


@dataclass
class Model:
    """The model of a table: every entry ever written, the agreed options, and payments."""

    slug: str
    order: list[int]
    options: dict[str, Any]
    stake: dict[str, str]
    history: list[Written] = field(default_factory=list)
    ended: bool = False
    paid: Counter[Debt] = field(default_factory=Counter)

    # --- which lines stand ---

    def active(self, number: int) -> bool:
        """Return whether nothing that is active itself took this entry back."""
        later = range(number + 1, len(self.history) + 1)
        return not any(self._is("void", each, number) and self.active(each) for each in later)

    def _is(self, kind: str, number: int, about: int) -> bool:
        entry = self.history[number - 1]
        return entry.kind == kind and entry.about == about

    def content(self, number: int) -> tuple[Move, ...]:
        """Return the current content of an entry: its last active correction, else its own."""
        rights = [each for each in range(number, len(self.history) + 1) if self._is("amend", each, number)]
        active = [each for each in rights if self.active(each)]
        return self.history[(active[-1] if active else number) - 1].moves

    def standing(self) -> Iterator[int]:
        """Return the numbers of the lines in effect, in order."""
        for number, entry in enumerate(self.history, 1):
            if entry.kind == "append" and self.active(number):
                yield number

    # --- sums ---

    @property
    def rules(self) -> Mapping[str, Any]:
        """Return the house rules, with the printed ones for those not agreed on."""
        return _agreed(self.slug, tuple(sorted(self.options.items())))

    def paper(self) -> ReferenceState:
        """Return all lines in effect on paper, up to the first illegal one."""
        paper = ReferenceState({str(number): ReferenceColumn() for number in self.order})
        for number in self.standing():
            for move in self.content(number):
                if not self._take(paper, move):
                    paper.broken = number
                    return paper
        return paper

    def _take(self, paper: ReferenceState, move: Move) -> bool:
        rules, throws = self.rules, move.get("throws", 3)
        if self._over(paper) or not self._possible(paper.pads[move["player"]], move, throws):
            return False
        if move.get("out_of_turn"):
            paper.ordered = False
        pad = paper.pads[move["player"]]
        if move.get("dice") and reference_sheet.wins(self.slug, rules, move, throws, pad):
            paper.winner = move["player"]
        else:
            reference_sheet.write(self.slug, rules, move, throws, pad)
        return True

    def _possible(self, pad: ReferenceColumn, move: Move, throws: int) -> bool:
        rules, box = self.rules, move["box"]
        if box in pad.written or box not in boxes(self.slug, rules) or throws > 3 + pad.gut:
            return False
        if "dice" in move:
            wins = reference_sheet.wins(self.slug, rules, move, throws, pad)
            return wins or reference_sheet.may_take(self.slug, rules, box, move["dice"], pad)
        return bool(move.get("strike")) or self._by_points(pad, box, move["points"], throws)

    def _by_points(self, pad: ReferenceColumn, box: str, points: int, throws: int) -> bool:
        """Return whether a roll can score these points without possibly ending the game."""
        rules = self.rules
        ready = pad.written.get("generala", 0) > 0, pad.had_five_alike, frozenset(pad.written)
        found = _rolls_for(self.slug, tuple(sorted(rules.items())), box, throws == 1, ready)
        may_win = rules.get("big_general_wins", rules.get("automatic_win", "off")) not in ("off", "never")
        return points in found and not (found[points] and throws == 1 and may_win)

    def _over(self, paper: ReferenceState) -> bool:
        return paper.winner is not None or not any(self._open(pad) for pad in paper.pads.values())

    def _open(self, pad: ReferenceColumn) -> list[str]:
        return [box for box in boxes(self.slug, self.rules) if box not in pad.written]

    # --- the page ---

    def finished(self, paper: ReferenceState) -> bool:
        return self._over(paper)

    def turn(self, paper: ReferenceState) -> str | None:
        """Return the player with the fewest entries, the first in order among them."""
        if self.ended or self._over(paper):
            return None
        return min((str(number) for number in self.order), key=lambda key: len(paper.pads[key].written))

    def totals(self, paper: ReferenceState) -> dict[str, int]:
        return {key: reference_sheet.total(self.slug, pad) for key, pad in paper.pads.items()}

    # --- how it ends ---

    def winners(self, paper: ReferenceState) -> list[str]:
        """Return the winners in order of play: automatic, else with most points; none during play."""
        totals = self.totals(paper)
        if paper.winner is not None or not self._over(paper):
            return [key for key in totals if key == paper.winner]
        return [key for key, total in totals.items() if total == max(totals.values())]

    def ranks(self, paper: ReferenceState) -> dict[str, int]:
        """Return one more than the players ahead: winners come first, then more points."""
        winners, totals = self.winners(paper), self.totals(paper)
        stands = {key: (key in winners, total) for key, total in totals.items()}
        return {key: 1 + sum(other > stands[key] for other in stands.values()) for key in stands}

    def dues(self, paper: ReferenceState) -> dict[Debt, int]:
        """Return debts by the end, in smallest units.

        Each loser pays the fixed amount, or the difference to the winner's total times the rate.
        Winners share it; odd units go to the first ones.
        """
        winners, totals, found = self.winners(paper), self.totals(paper), dict[Debt, int]()
        amount, unit = smallest(self.stake["amount"], self.stake["unit"]), self.stake["unit"]
        for loser in totals.keys() - winners if winners else ():
            lacks = max(0, max(totals[key] for key in winners) - totals[loser])
            due = amount * lacks if self.stake["kind"] == "per_point" else amount
            for place, winner in enumerate(winners):
                found[loser, winner, unit] = due // len(winners) + (place < due % len(winners))
        return {debt: due for debt, due in found.items() if due}

    def owed(self, paper: ReferenceState) -> dict[Debt, int]:
        """Return all debts, both ways; negative if owed. An abandoned game brings none."""
        found = Counter[Debt]()
        for sums in ({} if self.ended else self.dues(paper), self.paid):
            for (debtor, creditor, unit), amount in sums.items():
                found[debtor, creditor, unit] += amount
                found[creditor, debtor, unit] -= amount
        return {debt: amount for debt, amount in found.items() if amount}

    # --- writes; each returns whether it was accepted ---

    def append(self, move: Move) -> bool:
        paper = self.paper()
        if paper.ordered and not move.get("out_of_turn") and self.turn(paper) != move["player"]:
            return False
        return self._try(Written("append", (move,)))

    def go_home(self, player: str) -> bool:
        paper = self.paper()
        if self._over(paper):
            return False
        moves = [{"player": player, "box": box, "strike": True} for box in self._open(paper.pads[player])]
        return bool(moves) and self._try(Written("append", tuple(moves)))

    def amend(self, number: int, index: int, move: Move) -> bool:
        if number not in self.standing() or index >= len(self.content(number)):
            return False
        moves = list(self.content(number))
        kept = {name: moves[index][name] for name in KEPT if name in moves[index]}
        moves[index] = {**{name: value for name, value in move.items() if name not in KEPT}, **kept}
        return self._try(Written("amend", tuple(moves), number))

    def void(self, number: int) -> bool:
        if not 1 <= number <= len(self.history) or self.history[number - 1].kind == "change":
            return False
        few = self._undo_depth(number) < MOST_CHAINED
        return self.active(number) and few and self._try(Written("void", about=number))

    def _undo_depth(self, number: int) -> int:
        """Return the length of the chain of undo entries up to this one."""
        entry = self.history[number - 1]
        return 1 + self._undo_depth(entry.about) if entry.kind == "void" else 0

    def _try(self, entry: Written) -> bool:
        if self.ended:
            return False
        self.history.append(entry)
        if self.paper().broken is not None:
            self.history.pop()
            return False
        return True

    def change(self, **after: Any) -> bool:
        """Change settings of the table; return False if a line contradicts them."""
        before = {name: getattr(self, name) for name in after}
        for name, value in after.items():
            setattr(self, name, value)
        if self.paper().broken is not None:
            for name, value in before.items():
                setattr(self, name, value)
            return False
        if before != after:
            self.history.append(Written("change"))
        return True

    def sit(self, number: int) -> bool:
        """Seat a latecomer: before any third entry of a player, and before the end of round two."""
        paper = self.paper()
        whose = [self.content(line)[0]["player"] for line in self.standing()]
        longest = max((whose.count(player) for player in whose), default=0)
        shortest = min(len(pad.written) for pad in paper.pads.values())
        if self.ended or self._over(paper) or longest > 2 or shortest >= 2:
            return False
        self.order = [*self.order, number]
        self.history.append(Written("change"))
        return True


def smallest(amount: str, unit: str) -> int:
    """An amount as it is written, in the smallest that there is of its unit."""
    return int(Decimal(amount) * SMALLEST[unit])


@cache
def _agreed(slug: str, options: tuple[tuple[str, Any], ...]) -> Mapping[str, Any]:
    return dict(GAMES[slug].resolve(dict(options)))


@cache
def _rolls_for(
    slug: str,
    rules: tuple[tuple[str, Any], ...],
    box: str,
    first: bool,
    ready: tuple[bool, bool, frozenset[str]],
) -> dict[int, bool]:
    """The points that some roll brings, and whether only five alike do."""
    pad = ReferenceColumn(dict.fromkeys(ready[2], 0), had_five_alike=ready[1])
    if ready[0]:
        pad.written["generala"] = 50
    found: dict[int, bool] = {}
    for dice in reference_sheet.every_roll(5):
        if reference_sheet.may_take(slug, dict(rules), box, dice, pad):
            points = score(slug, dict(rules), box, dice, 1 if first else 3, pad)
            found[points] = found.get(points, True) and alike(dice, 5)
    return found
