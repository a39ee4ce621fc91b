"""What the transfers of one game come to: everybody's net amount, and the fewest payments. Pure.

The transfers stay what was worked out by the rules; this is how people pay it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .settle import Transfer
from .simplify import fewest


def nets(transfers: Iterable[Transfer]) -> dict[str, int]:
    """By player what they get, below zero what they pay; players who are even are left out."""
    found: dict[str, int] = {}
    for each in transfers:
        found[each.payee] = found.get(each.payee, 0) + each.amount
        found[each.payer] = found.get(each.payer, 0) - each.amount
    return {player: amount for player, amount in found.items() if amount}


def fewest_payments(net: Mapping[str, int], players: Sequence[str]) -> list[tuple[str, str, int]]:
    """(payer, payee, amount) by which everybody of `net` is even, by the payer's seat. `players`: in seat order."""
    seat = {player: place for place, player in enumerate(players)}
    found = fewest({seat[player]: amount for player, amount in net.items()})
    return [(players[payer], players[payee], amount) for payer, payee, amount in sorted(found)]


def is_even_split(transfers: Sequence[Transfer]) -> bool:
    """Whether no sum left an odd unit over: all parts of a reason's sum are the same."""
    parts: dict[object, set[int]] = {}
    for each in transfers:
        if each.reason.payers or each.reason.payees:
            side = each.reason.payers or each.payer
            parts.setdefault((each.reason, side), set()).add(each.amount)
    return all(len(each) == 1 for each in parts.values())
