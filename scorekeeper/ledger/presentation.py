"""Who owes whom in words and bars, as the page of a group's money shows it."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorekeeper.people.avatars import counter_html
from scorekeeper.people.models import Group
from scorekeeper.people.names import initials, isolated
from scorekeeper.people.payment_links import PayLink, pay_links

from . import money
from .amount_input import amount_shown
from .sums import Debt, Open, open_in

HALF = 100  # the longest bar, from the middle line to one side
FEWEST, BETWEEN = "fewest", "between"
WHOLE, PAGE = 300, 50  # rows of all lists that are shown on one page; of each list of a unit by itself


@dataclass(frozen=True, slots=True)
class Face:
    """A player as every line shows him: a counter and a name. `links`: how he may be paid."""

    number: int
    name: str
    counter: SafeString
    links: Sequence[PayLink] = ()


@dataclass(frozen=True, slots=True)
class Balance:
    """What a player is owed, or owes: with its sign, and how far its bar goes from the middle, 0 to `HALF`."""

    player: Face
    amount: str
    owes: bool
    bar: int

    @property
    def left(self) -> int:
        """Where the bar begins."""
        return HALF - self.bar if self.owes else HALF


@dataclass(frozen=True, slots=True)
class Owing:
    """One owes another. `due`: in smallest units; `figure`: the amount where the unit stands beside it anyway;
    `listed`: in which list, `FEWEST` or `BETWEEN`; `ways`: how the payee may be paid, none for a thing."""

    payer: Face
    payee: Face
    unit: str
    due: int
    amount: str
    figure: str
    listed: str

    @property
    def ways(self) -> Sequence[PayLink]:
        """How the payee may be paid: in money only."""
        return self.payee.links if money.is_currency(self.unit) else ()

    @property
    def key(self) -> str:
        """A key for a payment of it, fresh each time: what is sent twice is written once."""
        return str(uuid.uuid4())

    @property
    def yes(self) -> str:
        """The key that says that all of it was paid."""
        return self.yes_sum % {"paid": self.amount}

    @property
    def yes_sum(self) -> str:
        """The key for another sum, with its place."""
        return _("Yes, %(paid)s paid")

    @property
    def yes_part(self) -> str:
        """The key for a part, with places for it and for what is left."""
        return _("Yes, %(paid)s paid; %(left)s stays open")

    @property
    def whole(self) -> str:
        """What is owed, as a field takes it."""
        return amount_shown(self.due, self.unit)


@dataclass(frozen=True, slots=True)
class Unit:
    """Everything in one currency, or in one thing; never added to another."""

    unit: str
    name: str
    thing: bool
    balances: Sequence[Balance]
    fewest: Sequence[Owing]
    between: Sequence[Owing]
    payments: int
    pairs: int
    pages: Pages | None = None


@dataclass(frozen=True, slots=True)
class Pages:
    """What else there is of a unit of which not all is shown. `number`: of this page, 0 where others are shown, too."""

    number: int
    last: int

    @property
    def before(self) -> int:
        """The page before, 0 for none."""
        return self.number - 1

    @property
    def after(self) -> int:
        """The page after, 0 for none."""
        return self.number + 1 if self.number < self.last else 0


class Wanted(NamedTuple):
    """A unit that is asked for by itself, and which page of it; the first is 1."""

    unit: str
    page: int


def faces(group: Group) -> dict[int, Face]:
    """The players of a group by their numbers; by that of one who was merged, the one who stayed (`distinct`)."""
    everybody = list(group.players.order_by("pk"))
    players = [player for player in everybody if player.merged_into_id is None]
    letters = initials([player.name for player in players])
    present = {
        player.pk: Face(
            player.pk,
            isolated(player.name),
            counter_html(player.colour, letter),
            pay_links(player.links),
        )
        for player, letter in zip(players, letters, strict=True)
    }
    merged = {player.pk: present.get(player.merged_into_id or 0) for player in everybody}
    return present | {number: face for number, face in merged.items() if face is not None}


def distinct(known: Mapping[int, Face]) -> list[Face]:
    """Everybody once, without the numbers of those who were merged."""
    return [face for number, face in known.items() if number == face.number]


def units(group: Group, known: Mapping[int, Face], *also: str, wanted: Wanted | None = None) -> list[Unit]:
    """What is open in a group, money before things. `also`: units that are told even where nothing is open in them.

    Where that is more than `WHOLE` rows in all, of every unit only the largest; `wanted` is told by pages.
    """
    found = {each.unit: each for each in open_in(group.pk)}
    found |= {unit: Open(unit, {}, (), ()) for unit in also if unit and unit not in found}
    ordered = sorted(found.values(), key=lambda each: (not money.is_currency(each.unit), each.unit))
    one = next((each for each in ordered if wanted and each.unit == wanted.unit), None)
    if one is not None and wanted is not None:
        return [_unit(one, known, wanted.page, PAGE)]
    rows = sum(len(each.balances) + len(each.fewest) + len(each.between) for each in ordered)
    few = WHOLE if rows <= WHOLE else WHOLE // (3 * len(ordered))
    return [_unit(each, known, 0, few) for each in ordered]


def owings(found: Iterable[Debt], known: Mapping[int, Face]) -> list[Owing]:
    """Some of the fewest payments."""
    return [_owing(debt, known, FEWEST) for debt in found]


def shown(amount: int, unit: str) -> str:
    """An amount in the language of whoever reads."""
    return money.show(amount, unit, get_language() or "en")


def phrased(amount: int, unit: str) -> str:
    """The same within a sentence, where a single thing goes by its name: "a round of drinks"."""
    return money.phrase(amount, unit, get_language() or "en")


def signed(amount: int, unit: str) -> str:
    """What somebody is owed, or below zero owes, in the language of whoever reads; no line ends after the sign."""
    return ("−" if amount < 0 else "+") + "\u2060" + shown(abs(amount), unit)


# --- inside ----------------------------------------------------------------------------------------------


def _figure(amount: int, unit: str) -> str:
    """Money as always; of a thing only how many."""
    language = get_language() or "en"
    return (
        money.show(amount, unit, language) if money.is_currency(unit) else money.show_number(amount, language)
    )


def _currency(unit: str) -> str:
    """The name of a currency in words; a thing as it is."""
    return str(money.locale_data(get_language() or "en").currencies.get(unit, unit))


def _balances(unit: str, sums: Mapping[int, int], known: Mapping[int, Face], rows: slice) -> list[Balance]:
    most = max((abs(amount) for amount in sums.values()), default=1)
    return [
        Balance(
            known[player],
            ("−" if amount < 0 else "+") + _figure(abs(amount), unit),
            amount < 0,
            max(2, HALF * abs(amount) // most),
        )
        for player, amount in sorted(sums.items(), key=lambda each: (-each[1], each[0]))[rows]
    ]


def _unit(found: Open, known: Mapping[int, Face], page: int, few: int) -> Unit:
    """A unit, so many rows of each list; of a page by itself, or of the first one among others (0)."""
    longest = max(len(found.balances), len(found.fewest), len(found.between))
    last = -(-longest // PAGE)
    page = min(page, max(last, 1))
    rows = slice(max(page - 1, 0) * few, max(page, 1) * few)
    return Unit(
        found.unit,
        _currency(found.unit),
        not money.is_currency(found.unit),
        _balances(found.unit, found.balances, known, rows),
        [_owing(debt, known, FEWEST) for debt in found.fewest[rows]],
        [_owing(debt, known, BETWEEN) for debt in found.between[rows]],
        len(found.fewest),
        len(found.between),
        Pages(page, last) if page or longest > few else None,
    )


def _owing(debt: Debt, known: Mapping[int, Face], listed: str) -> Owing:
    payer, payee = known[debt.debtor], known[debt.creditor]
    amount, figure = phrased(debt.amount, debt.unit), _figure(debt.amount, debt.unit)
    return Owing(payer, payee, debt.unit, debt.amount, amount, figure, listed)
