"""View models of the money pages: players, balances with bars, debts, pages of long lists."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorekeeper.people.avatars import avatar_html, initials
from scorekeeper.people.models import Group
from scorekeeper.people.names import isolated
from scorekeeper.people.payment_links import PaymentLink, payment_links
from scorekeeper.people.players import players_of

from . import money, ready_units
from .amount_input import amount_shown
from .sums import Debt, OpenDebts, open_in

HALF = 100  # length of the longest bar, from the middle line to one side
FEWEST, BETWEEN = "fewest", "between"
WHOLE, PAGE = 300, 50  # most rows of all lists on one page; rows of each list on a page of one unit


@dataclass(frozen=True, slots=True)
class LedgerPlayer:
    """A player as the pages show them: avatar, name and payment links."""

    number: int
    address: str
    colour: int
    name: str
    avatar: SafeString
    links: Sequence[PaymentLink] = ()


PlayersById = Mapping[int, LedgerPlayer]


@dataclass(frozen=True, slots=True)
class Balance:
    """A player's balance: signed amount, and length of its bar from the middle, 0 to `HALF`."""

    player: LedgerPlayer
    amount: str
    owes: bool
    bar: int

    @property
    def left(self) -> int:
        """Start of the bar."""
        return HALF - self.bar if self.owes else HALF


@dataclass(frozen=True, slots=True)
class DebtRow:
    """A debt in a list with a payment form.

    `due`: smallest units. `figure`: the amount without the name of a thing. `listed`: its list, `FEWEST` or `BETWEEN`.
    """

    payer: LedgerPlayer
    payee: LedgerPlayer
    unit: str
    due: int
    amount: str
    figure: str
    listed: str

    @property
    def payment_links(self) -> Sequence[PaymentLink]:
        """Payment links of the payee, with the amount where they may carry it; none for a thing."""
        links, due = self.payee.links, money.decimal_string(self.due, self.unit)
        return [link.for_amount(due, self.unit) for link in links] if money.is_currency(self.unit) else ()

    @property
    def key(self) -> str:
        """A fresh key for a payment, so that a repeated request is written once."""
        return str(uuid.uuid4())

    @property
    def yes(self) -> str:
        """Label of the button for the whole amount."""
        return self.yes_sum % {"paid": self.amount}

    @property
    def yes_sum(self) -> str:
        """Label of the button for another amount, with its placeholder."""
        return _("Yes, %(paid)s paid")

    @property
    def yes_part(self) -> str:
        """Label of the button for a part, with placeholders for it and for the rest."""
        return _("Yes, %(paid)s paid; %(left)s stays open")

    @property
    def whole(self) -> str:
        """The whole debt as a field value."""
        return amount_shown(self.due, self.unit)


@dataclass(frozen=True, slots=True)
class Unit:
    """The balances and debts in one currency or one thing; `debts` has all of them, the lists those of this page."""

    unit: str
    name: str
    thing: bool
    balances: Sequence[Balance]
    fewest: Sequence[DebtRow]
    between: Sequence[DebtRow]
    debts: OpenDebts
    pages: Pagination | None = None


@dataclass(frozen=True, slots=True)
class Pagination:
    """Pages of a unit with long lists; `number`: this page, 0 if other units are shown too."""

    number: int
    last: int

    @property
    def before(self) -> int:
        """Number of the previous page, 0 for none."""
        return self.number - 1

    @property
    def after(self) -> int:
        """Number of the next page, 0 for none."""
        return self.number + 1 if self.number < self.last else 0


class PageRequest(NamedTuple):
    """A request for a page of one unit; the first page is 1."""

    unit: str
    page: int


def ledger_players(group: Group) -> dict[int, LedgerPlayer]:
    """Return the players of a group by id; the id of a merged player gives the remaining one."""
    rows = players_of(group)
    players = [player for player in rows if player.merged_into_id is None]
    letters = initials([player.name for player in players])
    present = {}
    for player, letter in zip(players, letters, strict=True):
        avatar, links = avatar_html(player.colour, letter), payment_links(player.payment_links)
        who = (player.pk, player.address, player.colour, isolated(player.name))
        present[player.pk] = LedgerPlayer(*who, avatar, links)
    merged = {player.pk: present.get(player.merged_into_id or 0) for player in rows}
    return present | {number: player for number, player in merged.items() if player is not None}


def distinct(known: PlayersById) -> list[LedgerPlayer]:
    """Return each player once, without the ids of merged players."""
    return [player for number, player in known.items() if number == player.number]


def units(group: Group, known: PlayersById, *also: str, wanted: PageRequest | None = None) -> list[Unit]:
    """Return the open units of a group, currencies before things.

    `also`: units to include even if nothing is open in them. With more than `WHOLE` rows in total, only the largest of
    each unit are included. With `wanted`, only the page of that unit.
    """
    found = {each.unit: each for each in open_in(group.pk)}
    found |= {unit: OpenDebts(unit, {}, (), ()) for unit in also if unit and unit not in found}
    ordered = sorted(found.values(), key=lambda each: (not money.is_currency(each.unit), each.unit))
    one = next((each for each in ordered if wanted and each.unit == wanted.unit), None)
    if one is not None and wanted is not None:
        return [_unit(one, known, wanted.page, PAGE)]
    rows = sum(len(each.balances) + len(each.fewest) + len(each.between) for each in ordered)
    few = WHOLE if rows <= WHOLE else WHOLE // (3 * len(ordered))
    return [_unit(each, known, 0, few) for each in ordered]


def debt_rows(found: Iterable[Debt], known: PlayersById) -> list[DebtRow]:
    """Return view models of some of the fewest payments."""
    return [_debt_row(debt, known, FEWEST) for debt in found]


def shown(amount: int, unit: str) -> str:
    """Format an amount in the active language."""
    return money.show(amount, unit, get_language() or "en")


def phrased(amount: int, unit: str) -> str:
    """Format an amount within a sentence; one thing is its name ("a round of drinks")."""
    return money.phrase(amount, unit, get_language() or "en")


def signed(amount: int, unit: str) -> str:
    """Format a balance with its sign in the active language; no line break follows the sign."""
    return ("−" if amount < 0 else "+") + "\u2060" + shown(abs(amount), unit)


def _figure(amount: int, unit: str) -> str:
    """Format money as `shown`, and a thing as its number only."""
    language = get_language() or "en"
    return shown(amount, unit) if money.is_currency(unit) else money.show_number(amount, language)


def unit_name(unit: str) -> str:
    """Return the name of a currency or of a thing, for a heading."""
    currencies = money.locale_data(get_language() or "en").currencies
    return capfirst(currencies.get(unit) or ready_units.name_of(unit))


def _balances(unit: str, sums: Mapping[int, int], known: PlayersById, rows: slice) -> list[Balance]:
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


def _unit(found: OpenDebts, known: PlayersById, page: int, few: int) -> Unit:
    """Build a unit with `few` rows of each list: of one page, or the first rows (page 0)."""
    longest = max(len(found.balances), len(found.fewest), len(found.between))
    last = -(-longest // PAGE)
    page = min(page, max(last, 1))
    rows = slice(max(page - 1, 0) * few, max(page, 1) * few)
    return Unit(
        found.unit,
        unit_name(found.unit),
        not money.is_currency(found.unit),
        _balances(found.unit, found.balances, known, rows),
        [_debt_row(debt, known, FEWEST) for debt in found.fewest[rows]],
        [_debt_row(debt, known, BETWEEN) for debt in found.between[rows]],
        found,
        Pagination(page, last) if page or longest > few else None,
    )


def _debt_row(debt: Debt, known: PlayersById, listed: str) -> DebtRow:
    payer, payee = known[debt.debtor], known[debt.creditor]
    amount, figure = phrased(debt.amount, debt.unit), _figure(debt.amount, debt.unit)
    return DebtRow(payer, payee, debt.unit, debt.amount, amount, figure, listed)
