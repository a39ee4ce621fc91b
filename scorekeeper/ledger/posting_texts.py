"""Postings in words for the money pages: title, game and reason, amount, author."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from scorekeeper.core.i18n.dates import day_of_play, show_day
from scorekeeper.core.i18n.punctuation import labelled, listed
from scorekeeper.people.models import Group, Member, Person
from scorekeeper.people.names import isolated
from scorekeeper.rules import GAMES

from .correction import changes_text, read
from .messages import reason_text
from .models import Posting
from .presentation import LedgerPlayer, phrased, shown
from .settle import Reason

Kind = Posting.Kind

Games = Callable[[Collection[str]], Mapping[str, tuple[str, date]]]
_games: list[Games] = []


def register_games(games: Games) -> None:
    """Register the lookup of names and days of games by table address; rooms above the ledger know the games."""
    _games.append(games)


@dataclass(frozen=True, slots=True)
class PostingText:
    """A posting as the pages show it.

    `address`, `game`: table and name of the game that caused it; a later change also has the game's day.
    `undoable`: a payment that has not been undone. `by`: name of the author, empty if unknown or if the posting came
    from a game.
    """

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
    game: str = ""


def lines(
    postings: Iterable[Posting], known: Mapping[int, LedgerPlayer], authors: Mapping[int, str] | None = None
) -> list[PostingText]:
    """Return the texts of postings in the given order.

    Select `undone` with the postings. `known`: players by id. `authors`: names by person id.
    """
    every = list(postings)
    addresses = {posting.session for posting in every if posting.session}
    games = {address: game for find in _games for address, game in find(addresses).items()}
    return [
        _line(posting, known, authors or {}, _game_text(posting, games.get(posting.session)))
        for posting in every
    ]


def authors(group: Group, reader: Person | None = None) -> dict[int, str]:
    """Return the player names of a group's members by person id.

    Includes the ids of guests merged into them. The name of `reader` is "you".
    """
    members = Member.objects.filter(group=group).select_related("player")
    named = {member.person_id: isolated(member.player.name) for member in members if member.player}
    if reader is not None:
        named[reader.pk] = pgettext("written by", "you")
    was = Person.objects.filter(merged_into__in=list(named)).values_list("pk", "merged_into")
    return named | {before: named[now] for before, now in was if now is not None}


def _line(
    posting: Posting, known: Mapping[int, LedgerPlayer], named: Mapping[int, str], game: str
) -> PostingText:
    undone = hasattr(posting, "undone")
    return PostingText(
        posting.pk,
        posting.at,
        _title(posting, known),
        _about(posting, known, game),
        _figure(posting),
        posting.kind in (Kind.CORRECTION, Kind.DELETED, Kind.RETURNED),
        undone,
        posting.session,
        posting.kind == Kind.PAYMENT and not undone,
        "" if posting.kind == Kind.GAME else named.get(posting.author_id or 0, ""),
        game,
    )


def _game_text(posting: Posting, found: tuple[str, date] | None) -> str:
    """Return the game that caused a posting, with its house rules and its day where they are known."""
    if found is None:
        game = GAMES.get(str(posting.reason.get("game", "")))
        return _(game.name) if game else ""
    name, day = found
    if posting.kind == Kind.GAME or day == day_of_play(posting.at):
        return name
    return _("%(game)s of %(day)s") % {"game": name, "day": show_day(day)}


def _title(posting: Posting, known: Mapping[int, LedgerPlayer]) -> str:
    debtor, creditor = known[posting.debtor_id], known[posting.creditor_id]
    if posting.kind == Kind.PAYMENT:
        return _("%(payer)s paid %(payee)s") % {"payer": creditor.name, "payee": debtor.name}
    if posting.kind == Kind.UNDO:
        words = _("Undone: %(payer)s paid %(payee)s")
        return words % {"payer": debtor.name, "payee": creditor.name}
    if posting.kind == Kind.DELETED:
        words = _("Cancelled with its game: %(payer)s to %(payee)s")
        return words % {"payer": creditor.name, "payee": debtor.name}
    if posting.kind == Kind.CORRECTION and (changed := read(posting.reason)):
        names = {number: player.name for number, player in known.items()}
        return labelled(_("Corrected"), changes_text(str(posting.reason.get("game", "")), changed, names))
    words = {
        Kind.CORRECTION: _("Corrected: %(payer)s to %(payee)s"),
        Kind.RETURNED: _("%(payer)s to %(payee)s, the game is back"),
    }.get(Kind(posting.kind), _("%(payer)s to %(payee)s"))
    return words % {"payer": debtor.name, "payee": creditor.name}


def _about(posting: Posting, known: Mapping[int, LedgerPlayer], game_text: str) -> str:
    """Return the game and the reason of a debt; empty for a payment."""
    reason: dict[str, Any] = posting.reason
    game = GAMES.get(str(reason.get("game", "")))
    parts = [game_text] if game else []
    if "code" in reason and posting.kind in (Kind.GAME, Kind.RETURNED):
        names = {str(number): player.name for number, player in known.items()}
        sides = (tuple(str(each) for each in reason.get(side, ())) for side in ("payers", "payees"))
        why = Reason(reason["code"], reason["amount"], reason.get("points"), *sides)
        points = game is None or game.POINTS
        language = get_language() or "en"
        parts.append(reason_text(why, posting.unit, language, names, points=points, after_game=bool(parts)))
    if "difference" in reason and posting.kind == Kind.CORRECTION:
        parts.append(difference_text(posting, known))
    return listed(parts)


def _figure(posting: Posting) -> str:
    less = posting.reason.get("difference", 0) < 0
    return "−" + shown(posting.amount, posting.unit) if less else phrased(posting.amount, posting.unit)


def difference_text(posting: Posting, known: Mapping[int, LedgerPlayer]) -> str:
    """Return how a correction changes the debt of its game: less, more, or reversed."""
    debtor, creditor = known[posting.debtor_id].name, known[posting.creditor_id].name
    before = int(posting.reason.get("before", 0))
    after = before + posting.amount
    if before < 0 < after:
        words = _("%(debtor)s now owes %(creditor)s %(amount)s")
        return words % {"debtor": debtor, "creditor": creditor, "amount": phrased(after, posting.unit)}
    amount = phrased(posting.amount, posting.unit)
    if before < 0:
        words = _("%(debtor)s owes %(creditor)s %(amount)s less")
        return words % {"debtor": creditor, "creditor": debtor, "amount": amount}
    words = _("%(debtor)s owes %(creditor)s %(amount)s more")
    return words % {"debtor": debtor, "creditor": creditor, "amount": amount}
