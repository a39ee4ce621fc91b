"""The cancellation of armies in Generals and Majors: equal sums of face-up armies.

The armies of a turn are laid before anything is cancelled, then each cancellation takes cards that are still face
up; their order makes no difference. If cancelling is compulsory, no possible cancellation may be left when the turn
is written. An army without value (a joker without another army) takes no part.

Sets of sums, stored as the bits of a number, show whether some sums are equal. Cards are listed only for sums that
are reached, so the cost on a table full of armies depends on the cancellations that it has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import islice
from typing import NamedTuple

from scorekeeper.rules.contract import IllegalMoveError

from .move import Cancellation

LISTED = 60  # the most cancellations of groups that are listed; others are entered card by card


class Field(NamedTuple):
    """The face-up armies that may cancel each other, with their values, all above 0.

    `fresh`: the armies of this turn. `group`: older armies of the same player may join, else each army of the turn
    acts alone.
    """

    mine: Mapping[str, int]
    fresh: frozenset[str]
    theirs: Mapping[str, int]
    group: bool

    def without(self, cancelled: Iterable[Cancellation]) -> Field:
        """Return the field without the cancelled armies."""
        gone = {card for each in cancelled for card in (*each.mine, *each.theirs)}
        mine = {card: value for card, value in self.mine.items() if card not in gone}
        theirs = {card: value for card, value in self.theirs.items() if card not in gone}
        return Field(mine, self.fresh - gone, theirs, self.group)


def check(field: Field, cancellation: Cancellation) -> None:
    """Raise IllegalMoveError if these armies do not cancel each other."""
    mine, theirs = cancellation
    for cards, known in ((mine, field.mine), (theirs, field.theirs)):
        for card in cards:
            if card not in known or cards.count(card) > 1:
                raise IllegalMoveError(
                    "not_yours_to_cancel" if known is field.mine else "not_theirs_to_cancel", card=card
                )
    if not field.fresh.intersection(mine):
        raise IllegalMoveError("cancels_without_new_army", cards=list(mine))
    if len(mine) > 1 and not field.group:
        raise IllegalMoveError("cancels_alone", cards=list(mine))
    one, other = sum(map(field.mine.__getitem__, mine)), sum(map(field.theirs.__getitem__, theirs))
    if one != other:
        raise IllegalMoveError("cancels_unequal", mine=one, theirs=other)


def able(field: Field) -> list[str]:
    """Return the armies of this turn that could still cancel something."""
    against = _sums(field.theirs)
    if not field.group:
        return [card for card in field.mine if card in field.fresh and against >> field.mine[card] & 1]
    return [card for card in field.mine if card in field.fresh and _sums(field.mine, {card}) & against]


def sets(field: Field) -> tuple[list[Cancellation], bool]:
    """Return the possible cancellations, smallest sums first, and whether there are more.

    Groups are listed up to `LISTED`.
    """
    found = list(islice(_grouped(field), LISTED + 1) if field.group else _alone(field))
    more = field.group and len(found) > LISTED
    return (found[:LISTED] if more else found), more


def _alone(field: Field) -> Iterator[Cancellation]:
    for card, value in field.mine.items():
        if card in field.fresh:
            yield from (Cancellation((card,), taken) for taken in _subsets(field.theirs, value))


def _grouped(field: Field) -> Iterator[Cancellation]:
    meeting = _sums(field.mine, field.fresh) & _sums(field.theirs)
    for total in (n for n in range(meeting.bit_length()) if meeting >> n & 1):
        taken = list(islice(_subsets(field.theirs, total), LISTED + 1))
        for mine in _subsets(field.mine, total, field.fresh):
            yield from (Cancellation(mine, theirs) for theirs in taken)


def may_join(field: Field, mine: Set[str], theirs: Set[str]) -> tuple[list[str], list[str]]:
    """Return the cards that may join a partial cancellation so that its sums can still be equal."""
    own = field.mine if field.group else {c: field.mine[c] for c in (mine or field.fresh)}
    return (
        [c for c in own if c not in mine and _can_meet(field, mine | {c}, theirs)],
        [c for c in field.theirs if c not in theirs and _can_meet(field, mine, theirs | {c})],
    )


def _can_meet(field: Field, mine: Set[str], theirs: Set[str]) -> bool:
    """Return whether these cards, perhaps with others, are part of a cancellation."""
    one, other = sum(field.mine[card] for card in mine), sum(field.theirs[card] for card in theirs)
    against = _sums({card: value for card, value in field.theirs.items() if card not in theirs}) << other
    if not field.group:
        cards = mine or field.fresh
        return len(mine) <= 1 and any(against >> field.mine[c] & 1 for c in cards)
    rest = {card: value for card, value in field.mine.items() if card not in mine}
    mine_too = _sums(rest) if field.fresh & mine else _sums(rest, field.fresh)
    return bool((mine_too << one) & against)


# --- sums ---


def _sums(cards: Mapping[str, int], must: Set[str] | None = None) -> int:
    """Return the sums of all selections, bit n for the sum n.

    `must`: only of selections with one of these cards.
    """
    without, found = 1, int(must is None)
    for card, value in cards.items():
        if must is not None and card in must:
            found |= (found | without) << value
        else:
            found |= found << value
            without |= without << value
    return found


def _subsets(cards: Mapping[str, int], total: int, must: Set[str] | None = None) -> Iterator[tuple[str, ...]]:
    """Yield every selection with this sum, the first cards first.

    `must`: only selections with one of these cards.
    """
    names = list(cards)
    rest: list[tuple[int, int]] = []
    for start in range(len(names) + 1):
        tail = {card: cards[card] for card in names[start:]}
        rest.append((_sums(tail, must), _sums(tail)))

    def walk(start: int, left: int, chosen: tuple[str, ...], *, free: bool) -> Iterator[tuple[str, ...]]:
        if not left:
            if free:
                yield chosen
            return
        for place in range(start, len(names)):
            if not rest[place][free] >> left & 1:
                return
            value = cards[names[place]]
            if value <= left:
                held = free or (must is not None and names[place] in must)
                yield from walk(place + 1, left - value, (*chosen, names[place]), free=held)

    yield from walk(0, total, (), free=must is None)
