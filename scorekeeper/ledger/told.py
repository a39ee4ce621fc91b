"""Who owes whom in words and bars, as the page of a group's money shows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from scorekeeper.people.counters import counter_html
from scorekeeper.people.models import Group, Member, Person
from scorekeeper.people.names import initials, isolated
from scorekeeper.people.pay_links import PayLink, pay_links
from scorekeeper.punctuation import listed
from scorekeeper.rules import GAMES

from . import money
from .book import Debt, balances_of, debts_of, owed, simplest_of
from .models import Posting
from .settle import Reason
from .wording import reason_text

HALF = 100  # the longest bar, from the middle line to one side
Kind = Posting.Kind


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
    `played`: as played, not out of the fewest payments."""

    payer: Face
    payee: Face
    unit: str
    due: int
    amount: str
    figure: str
    played: bool


@dataclass(frozen=True, slots=True)
class Unit:
    """Everything in one currency, or in one thing; never added to another."""

    unit: str
    name: str
    thing: bool
    balances: Sequence[Balance]
    fewest: Sequence[Owing]
    played: Sequence[Owing]


@dataclass(frozen=True, slots=True)
class Told:
    """A line of the ledger. `address`: of the game that brought it; `undoable`: a payment that still stands; `by`: who
    wrote it, where that is known and not a game's own writer."""

    number: int
    at: datetime
    title: str
    about: str
    amount: str
    corrects: bool
    gone: bool
    address: str
    undoable: bool
    by: str


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


def units(group: Group, known: Mapping[int, Face]) -> list[Unit]:
    """What is open in a group, money before things."""
    known_sums = owed(group.pk)
    sums, plain = balances_of(known_sums), debts_of(known_sums)
    few = simplest_of(sums)
    names = sorted(
        {*sums, *(debt.unit for debt in plain)}, key=lambda unit: (not money.is_currency(unit), unit)
    )
    return [
        Unit(
            unit,
            _currency(unit),
            not money.is_currency(unit),
            _balances(unit, sums.get(unit, {}), known),
            [_owing(debt, known) for debt in few if debt.unit == unit],
            [_owing(debt, known, played=True) for debt in plain if debt.unit == unit],
        )
        for unit in names
    ]


def lines(
    postings: Iterable[Posting], known: Mapping[int, Face], authors: Mapping[int, str] | None = None
) -> list[Told]:
    """Lines of the ledger, in the order given. Each knows whether it was taken back (`undone` is fetched with it).

    `authors`: what to call who wrote them, by their numbers.
    """
    return [_line(posting, known, authors or {}) for posting in postings]


def authors(group: Group, reader: Person | None = None) -> dict[int, str]:
    """What to call the members of a group where they have written something: as the players that they are.

    Also by the numbers of the guests that they were before.
    """
    members = Member.objects.filter(group=group).select_related("player")
    named = {member.person_id: isolated(member.player.name) for member in members if member.player}
    if reader is not None:
        named[reader.pk] = pgettext("written by", "you")
    was = Person.objects.filter(merged_into__in=list(named)).values_list("pk", "merged_into")
    return named | {before: named[now] for before, now in was if now is not None}


def shown(amount: int, unit: str) -> str:
    """An amount in the language of whoever reads."""
    return money.show(amount, unit, get_language() or "en")


def signed(amount: int, unit: str) -> str:
    """What somebody is owed, or below zero owes, in the language of whoever reads."""
    return ("−" if amount < 0 else "+") + shown(abs(amount), unit)


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


def _balances(unit: str, sums: Mapping[int, int], known: Mapping[int, Face]) -> list[Balance]:
    most = max((abs(amount) for amount in sums.values()), default=1)
    return [
        Balance(
            known[player],
            ("−" if amount < 0 else "+") + _figure(abs(amount), unit),
            amount < 0,
            max(2, HALF * abs(amount) // most),
        )
        for player, amount in sorted(sums.items(), key=lambda each: (-each[1], each[0]))
    ]


def _owing(debt: Debt, known: Mapping[int, Face], *, played: bool = False) -> Owing:
    payer, payee = known[debt.debtor], known[debt.creditor]
    amount, figure = shown(debt.amount, debt.unit), _figure(debt.amount, debt.unit)
    return Owing(payer, payee, debt.unit, debt.amount, amount, figure, played)


def _line(posting: Posting, known: Mapping[int, Face], named: Mapping[int, str]) -> Told:
    debtor, creditor = known[posting.debtor_id], known[posting.creditor_id]
    undone = hasattr(posting, "undone")
    return Told(
        posting.pk,
        posting.at,
        _title(posting, debtor, creditor),
        _about(posting, known),
        shown(posting.amount, posting.unit),
        posting.kind in (Kind.CORRECTION, Kind.DELETED, Kind.RETURNED),
        undone,
        posting.session,
        posting.kind == Kind.PAYMENT and not undone,
        "" if posting.kind == Kind.GAME else named.get(posting.author_id or 0, ""),
    )


def _title(posting: Posting, debtor: Face, creditor: Face) -> str:
    if posting.kind == Kind.PAYMENT:
        return _("%(payer)s paid %(payee)s") % {"payer": creditor.name, "payee": debtor.name}
    if posting.kind == Kind.UNDO:
        words = _("Not paid after all: %(payer)s to %(payee)s")
        return words % {"payer": debtor.name, "payee": creditor.name}
    if posting.kind == Kind.DELETED:
        words = _("Game deleted: %(payer)s owes %(payee)s nothing for it")
        return words % {"payer": creditor.name, "payee": debtor.name}
    words = {
        Kind.CORRECTION: _("%(payer)s to %(payee)s, put right"),
        Kind.RETURNED: _("%(payer)s to %(payee)s, the game is back"),
    }.get(Kind(posting.kind), _("%(payer)s to %(payee)s"))
    return words % {"payer": debtor.name, "payee": creditor.name}


def _about(posting: Posting, known: Mapping[int, Face]) -> str:
    """The game and the reason of a debt; nothing for a payment."""
    reason: dict[str, Any] = posting.reason
    game = GAMES.get(str(reason.get("game", "")))
    told = [_(game.name)] if game else []
    if "code" in reason and posting.kind in (Kind.GAME, Kind.RETURNED):
        names = {str(number): face.name for number, face in known.items()}
        sides = (tuple(str(each) for each in reason.get(side, ())) for side in ("payers", "payees"))
        why = Reason(reason["code"], reason["amount"], reason.get("points"), *sides)
        told.append(reason_text(why, posting.unit, get_language() or "en", names))
    return listed(told)
