"""The lines of a ledger in words: who owes whom by each, why, and who wrote it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import labelled, listed
from scorekeeper.people.models import Group, Member, Person
from scorekeeper.people.names import isolated
from scorekeeper.rules import GAMES

from . import games
from .correction import changes_text, read
from .messages import reason_text
from .models import Posting
from .presentation import Face, phrased, shown
from .settle import Reason

Kind = Posting.Kind


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


def lines(
    postings: Iterable[Posting], known: Mapping[int, Face], authors: Mapping[int, str] | None = None
) -> list[Told]:
    """Lines of the ledger, in the order given. Each knows whether it was taken back (`undone` is fetched with it).

    `authors`: what to call who wrote them, by their numbers.
    """
    every = list(postings)
    played = games.names_of({posting.session for posting in every if posting.session})
    return [_line(posting, known, authors or {}, played.get(posting.session, "")) for posting in every]


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


# --- inside ----------------------------------------------------------------------------------------------


def _line(posting: Posting, known: Mapping[int, Face], named: Mapping[int, str], game: str) -> Told:
    undone = hasattr(posting, "undone")
    return Told(
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
    )


def _title(posting: Posting, known: Mapping[int, Face]) -> str:
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
        names = {number: face.name for number, face in known.items()}
        return labelled(_("Corrected"), changes_text(str(posting.reason.get("game", "")), changed, names))
    words = {
        Kind.CORRECTION: _("Corrected: %(payer)s to %(payee)s"),
        Kind.RETURNED: _("%(payer)s to %(payee)s, the game is back"),
    }.get(Kind(posting.kind), _("%(payer)s to %(payee)s"))
    return words % {"payer": debtor.name, "payee": creditor.name}


def _about(posting: Posting, known: Mapping[int, Face], name: str) -> str:
    """The game and the reason of a debt; nothing for a payment."""
    reason: dict[str, Any] = posting.reason
    game = GAMES.get(str(reason.get("game", "")))
    told = [name or _(game.name)] if game else []
    if "code" in reason and posting.kind in (Kind.GAME, Kind.RETURNED):
        names = {str(number): face.name for number, face in known.items()}
        sides = (tuple(str(each) for each in reason.get(side, ())) for side in ("payers", "payees"))
        why = Reason(reason["code"], reason["amount"], reason.get("points"), *sides)
        points = game is None or game.POINTS
        told.append(reason_text(why, posting.unit, get_language() or "en", names, points=points))
    if "difference" in reason and posting.kind == Kind.CORRECTION:
        told.append(_difference(posting, known))
    return listed(told)


def _figure(posting: Posting) -> str:
    less = posting.reason.get("difference", 0) < 0
    return "−" + shown(posting.amount, posting.unit) if less else phrased(posting.amount, posting.unit)


def _difference(posting: Posting, known: Mapping[int, Face]) -> str:
    """What a correction does to the debt of its game: so much less, or more, or it turns round."""
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
