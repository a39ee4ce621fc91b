"""The seating in a form: names in order of play, sides, first dealer, and their errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from django.http import QueryDict
from django.utils.translation import gettext as _

from scorekeeper.core.web.numbers import number_of
from scorekeeper.games.phrases import and_list
from scorekeeper.people.names import fold, name_error, tidy
from scorekeeper.rules.player_names import MOST_LETTERS

LONGEST_SHOWN = 200  # characters of a name above the limit that are shown again
LINES_READ = 40
UNREADABLE = "\N{REPLACEMENT CHARACTER}"


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A line of the seating form.

    `side`: 0 for none chosen. `seat`: the seat number in a running game. `deals`: chosen as first dealer.
    """

    name: str
    side: int = 0
    seat: int = 0
    deals: bool = False


@dataclass(frozen=True, slots=True)
class Seating:
    """The named lines in order of play.

    `sides`: their number, 0 for each alone. `asked`: whether the form offered sides. `dealt_for`: the number of names
    for which the form proposed a dealer that the user left unchanged; 0 if there was no proposal or another choice.
    """

    lines: tuple[SeatLine, ...] = ()
    sides: int = 0
    asked: bool = False
    dealt_for: int = 0

    @property
    def names(self) -> list[str]:
        """The names in order of play."""
        return [line.name for line in self.lines]

    @property
    def dealer(self) -> int:
        """The line number of the first dealer: the chosen one, else the last line; 0 without lines."""
        return self.named_dealer or len(self.lines)

    @property
    def named_dealer(self) -> int:
        """The line number of the chosen dealer, 0 for none."""
        return next((number for number, line in enumerate(self.lines, start=1) if line.deals), 0)

    def dealt_by(self, number: int) -> Seating:
        """Return the seating with this line as first dealer."""
        lines = (replace(line, deals=place == number) for place, line in enumerate(self.lines, start=1))
        return replace(self, lines=tuple(lines))

    def faults(self, possible: Sequence[int], allowed: range) -> dict[str, str]:
        """Return the errors by field.

        `possible`: the numbers of sides that these players may form. `allowed`: the numbers of players.
        """
        found: dict[str, str] = {}
        seen: set[str] = set()
        for number, name in enumerate(self.names, start=1):
            wrong = name_fault(name)
            if wrong:
                found[f"name-{number}"] = wrong
            elif fold(name) in seen:
                found[f"name-{number}"] = _("Two players are called %(name)s. Add a letter to one.") % {
                    "name": name
                }
            elif number > allowed[-1]:
                found[f"name-{number}"] = _("%(most)d players at most.") % {"most": allowed[-1]}
            seen.add(fold(name))
        if len(self.lines) < allowed[0]:
            found[f"name-{len(self.lines) + 1}"] = _("A game needs %(fewest)d players at least.") % {
                "fewest": allowed[0]
            }
        if self.sides and "name" not in "".join(found):
            found |= self._side_faults(possible)
        return found

    def unanswered(self, possible: Sequence[int]) -> dict[str, str]:
        """Return errors for questions that the form could not ask before all names were typed."""
        if possible and not self.asked:
            return {"sides": _("Everyone for themselves, or with partners? Choose, then start.")}
        if 0 < self.dealt_for < len(self.lines):
            return {"dealer": _("More people sit here now. Choose who deals, then start.")}
        return {}

    def _side_faults(self, possible: Sequence[int]) -> dict[str, str]:
        if self.sides not in possible:
            return {"sides": _("This number of players cannot form equal sides.")}
        sizes = Counter(line.side for line in self.lines)
        if len(sizes) != self.sides or len(set(sizes.values())) != 1 or not set(sizes) <= set(self.numbers):
            each = len(self.lines) // self.sides
            return {"sides": _("The sides are of equal size: %(count)d on each.") % {"count": each}}
        return {}

    @property
    def numbers(self) -> range:
        """The numbers of the sides."""
        return range(1, self.sides + 1)

    @property
    def teams(self) -> list[int | None]:
        """The side of each line, None for single players."""
        return [line.side if self.sides else None for line in self.lines]

    def with_sides(self, possible: Sequence[int]) -> Seating:
        """Return the seating with a side for every line; by default players opposite are partners."""
        if self.sides not in possible:
            return self
        if all(line.side in self.numbers for line in self.lines):
            return self
        lines = tuple(replace(line, side=place % self.sides + 1) for place, line in enumerate(self.lines))
        return replace(self, lines=lines)

    def with_other_partners(self, possible: Sequence[int]) -> Seating:
        """Return the seating with the next possible partnership; the players keep their places."""
        if self.sides not in possible:
            return self
        found = list(_partnerships(len(self.lines), self.sides))
        order = list(dict.fromkeys(line.side for line in self.lines))
        now = tuple(order.index(line.side) + 1 for line in self.lines)
        after = found[(found.index(now) + 1) % len(found)] if now in found else found[0]
        lines = (replace(line, side=side) for line, side in zip(self.lines, after, strict=True))
        return replace(self, lines=tuple(lines))

    def partners_text(self) -> str:
        """Return who plays whom: "Cleo and Ana play Dev and Bo"."""
        teams = [and_list([line.name for line in self.lines if line.side == side]) for side in self.numbers]
        if len(teams) == 2:
            return _("%(some)s play %(others)s.") % {"some": teams[0], "others": teams[1]}
        return " · ".join(teams)

    def moved_up(self, number: int) -> Seating:
        """Return the seating with a line one place higher."""
        if not 2 <= number <= len(self.lines):
            return self
        lines = list(self.lines)
        lines[number - 2 : number] = reversed(lines[number - 2 : number])
        return replace(self, lines=tuple(lines))

    def without(self, number: int) -> Seating:
        """Return the seating without a line."""
        if not 1 <= number <= len(self.lines):
            return self
        return replace(self, lines=self.lines[: number - 1] + self.lines[number:])

    def added(self, name: str) -> Seating:
        """Return the seating with a line at the end."""
        return replace(self, lines=(*self.lines, SeatLine(name)))

    def fields(self) -> list[tuple[str, str]]:
        """Return the hidden fields that send the same seating again."""
        sent = [("name", line.name) for line in self.lines]
        sent += [("sides", str(self.sides))] if self.asked else []
        sent += [("dealer", str(self.named_dealer))] if self.named_dealer else []
        return sent + [
            (f"side-{number}", str(line.side)) for number, line in enumerate(self.lines, 1) if line.side
        ]


def _partnerships(players: int, sides: int) -> Iterator[tuple[int, ...]]:
    """Yield the side of each player for every division into sides of equal size."""
    for division in product(range(1, sides + 1), repeat=players):
        in_order = list(dict.fromkeys(division)) == list(range(1, sides + 1))
        if in_order and len(set(Counter(division).values())) == 1:
            yield division


def name_fault(name: str) -> str:
    """Return the error text of a tidy name, empty if valid.

    Unreadable characters are errors.
    """
    code = "name_signs" if UNREADABLE in name else name_error(name)
    texts = {
        "name_empty": _("Enter a name."),
        "name_long": _("A name has %(most)d letters at most.") % {"most": MOST_LETTERS},
        "name_signs": _("This name has a character that is not allowed."),
    }
    return texts.get(code or "", "")


def typed_name(text: str) -> str:
    """Return a typed name, tidy and cut off far above the limit."""
    return tidy(text[: 4 * LONGEST_SHOWN].replace("\0", UNREADABLE))[:LONGEST_SHOWN]


def read_seating(form: QueryDict) -> Seating:
    """Read the seating from a form; empty lines are left out.

    A proposed dealer (`dealer_shown`) does not count as chosen when the form sends it back.
    """
    lines = []
    dealer = small_number(form.get("dealer", ""))
    dealt_for = small_number(form.get("dealer_shown", ""))
    if dealer == dealt_for:
        dealer = 0
    for number, text in enumerate(form.getlist("name")[:LINES_READ], start=1):
        name = typed_name(text)
        if name:
            side = small_number(form.get(f"side-{number}", ""))
            lines.append(SeatLine(name, side, deals=number == dealer))
    sides = small_number(form.get("sides", ""))
    return Seating(tuple(lines), sides, "sides" in form, 0 if dealer else dealt_for)


def small_number(text: str) -> int:
    """Return the number of a line, side or page, of at most 8 digits; 0 for anything else."""
    return number_of(text, 8)
